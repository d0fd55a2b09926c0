"""`lmhead demo-class`: a class to try grading with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from ..extras import command_name, how_to_install
from .shared import app, stop
from .terminal import echo


@app.command("demo-class")
def demo_class(
    count: Annotated[int, typer.Argument(metavar="N", help="How many students.")],
    course: Annotated[
        Path, typer.Option(help="Where to make it: a new folder, or a course without submissions.")
    ] = Path("demo-class"),
    assignment: Annotated[
        list[str] | None,
        typer.Option(help="An assignment to make; repeat for more. Default: 03-by-hand."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random numbers that make the class.")] = 0,
    lang: Annotated[str, typer.Option(help="Language of the notebooks: en, zh or both.")] = "both",
) -> None:
    """Make a class of N synthetic submissions with known marks, to try grading with.

    Some are right, some partly, some blank, damaged or hostile. Their marks stand in
    expected.json. The students are made up.
    """
    try:
        from ..course import LANGUAGES
        from ..grading.demo.class_folder import EXPECTED, DemoProblem, lay_out_class
        from ..grading.demo.students import without_answers
    except ImportError as error:
        stop(f"this needs the extra `grade` ({error.name} is missing): {how_to_install('grade')}")
    if lang not in (*LANGUAGES, "both"):
        stop(f"--lang is {lang!r}; it can be {', '.join(LANGUAGES)} or both.")
    languages = LANGUAGES if lang == "both" else (lang,)
    assignments = list(dict.fromkeys(assignment or ["03-by-hand"]))
    try:
        kinds = lay_out_class(course, count, assignments, seed=seed, languages=languages)
    except (DemoProblem, LookupError) as problem:
        stop(f"{problem}.")
    except OSError as error:
        stop(f"{course} cannot be written: {error.strerror}.")
    made = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
    echo(f"{sum(kinds.values())} submissions below {course / 'submitted'}: {made}")
    echo(f"The marks they must get are in {course / EXPECTED}.")
    for name in assignments:
        if (blank := without_answers(name)) != ():
            echo(f"No answers to {', '.join(blank)} are known: everybody leaves it blank.")
    for name in assignments:
        echo(f"To grade them: {command_name()} grade {name} --course {shlex.quote(str(course))}")

"""`lmhead learn` and `lmhead check`: what a learner types."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

import lmhead

from ..extras import command_name, how_to_install
from .shared import app, stop
from .terminal import echo, json_text

_LANGUAGE_NAMES = {"en": "English", "zh": "Chinese"}


@app.command()
def learn(
    folder: Annotated[
        Path | None,
        typer.Argument(help="Where to put the notebooks. Default: lmhead-course[-zh]."),
    ] = None,
    lang: Annotated[str, typer.Option(help="Language: en or zh.")] = "en",
    open_lab: Annotated[
        bool, typer.Option("--open/--no-open", help="Open JupyterLab in that folder.")
    ] = True,
    update: Annotated[
        bool,
        typer.Option("--update", help="Put newer notebooks beside yours; yours stay unchanged."),
    ] = False,
) -> None:
    """Copy the exercise notebooks (never over existing ones) and open JupyterLab."""
    from ..course import LANGUAGES
    from ..learning import languages_in, lay_out, start_lab

    if lang not in LANGUAGES:
        stop(f"--lang is {lang!r}; the course is written in {' and '.join(LANGUAGES)}.")
    usual = {
        code: "lmhead-course" if code == "en" else f"lmhead-course-{code}" for code in LANGUAGES
    }
    folder = folder or Path(usual[lang])
    there = languages_in(folder)
    if there and lang not in there:
        command, (other, *_) = command_name(), sorted(there)
        new = usual[lang] if Path(usual[lang]) != folder else f"{folder}-{lang}"
        stop(
            f"{folder} holds the {_LANGUAGE_NAMES[other]} notebooks. To go on with them: "
            f"{command} learn {shlex.quote(str(folder))} --lang {other}; for the "
            f"{_LANGUAGE_NAMES[lang]} ones name another folder: "
            f"{command} learn {shlex.quote(new)} --lang {lang}"
        )
    try:
        states = []
        for path, state in lay_out(folder, lang, update):
            states.append(state)
            echo(f"{'kept' if state == 'older' else state:6}  {path}")
    except OSError as error:
        stop(f"{folder} cannot be written: {error.strerror}.")
    _tell_versions(states, folder, lang, update)
    echo(
        "To see your points, save the notebook and run in another terminal: "
        f"{command_name()} check {shlex.quote(str(folder))}"
    )
    if open_lab:
        status = start_lab(folder)
        if status is None:
            stop(f"JupyterLab is not installed: {how_to_install('learn')}")
        raise typer.Exit(status)


def _tell_versions(states: Sequence[str], folder: Path, lang: str, update: bool) -> None:
    """What to do where a learner's notebooks are not those of this package."""
    here = f"lmhead {lmhead.__version__}"
    if update and "older" in states:
        echo(
            "Your notebooks are as they were; what is new lies beside them. To go on in a new "
            "one, copy your answers over; to hand it in, give it the old one's name."
        )
    elif update and "new" not in states:
        echo(f"Your notebooks are those of {here}: nothing is newer.")
    elif "older" in states:
        echo(
            f"Some notebooks differ from those of {here}. To have the new ones beside yours: "
            f"{command_name()} learn {shlex.quote(str(folder))} --lang {lang} --update"
        )


@app.command()
def check(
    notebooks: Annotated[
        list[Path], typer.Argument(help="Your notebooks, or folders that contain them.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
    reveal: Annotated[
        bool, typer.Option(help="Show a sample answer for each written question you answered.")
    ] = False,
) -> None:
    """Run your own notebook the way grading does, and show what is right or missing.

    It runs the notebook without a sandbox: it is not for other people's submissions.
    """
    try:
        from ..grading.notebook.read import NotebookProblem
        from ..grading.notebook.self_check import check_notebook, sample_answers
        from ..learning import exercise_notebooks
        from ..reporting import lacks_library, outcome_json, outcome_text, own_rights_text
    except ImportError as error:
        stop(
            f"lmhead check needs the extra `learn` ({error.name} is missing): "
            f"{how_to_install('learn')}"
        )
    from ..grading.notebook.read import read_notebook

    paths: list[Path] = []
    for given in notebooks:
        found = exercise_notebooks(given) if given.is_dir() else [given]
        if not found:
            stop(f"{given} holds no notebook of this course.")
        paths += found
    outcomes: list[tuple[Path, Any]] = []
    path = Path()
    try:
        for path in paths:  # all are looked at before the first one runs
            read_notebook(path)
        for path in paths:
            outcomes.append((path, check_notebook(path)))
    except NotebookProblem as problem:
        message = problem.message
        stop(replace(message, params={**message.params, "file": str(path)}).text())
    if as_json:
        report = {"schema": 1, "notebooks": [outcome_json(path, item) for path, item in outcomes]}
        echo(json_text(report))
    else:
        for index, (path, item) in enumerate(outcomes):
            samples = list(sample_answers(item)) if reveal else None
            echo("\n" * (index > 0) + outcome_text(path, item, samples))
        for lang in sorted({item.lang for _, item in outcomes}):
            echo(own_rights_text(lang), err=True)
    missing = any(
        lacks_library(task) or (task.points is not None and task.points < task.max_points)
        for _, item in outcomes
        for task in item.tasks
    )
    raise typer.Exit(1 if missing else 0)

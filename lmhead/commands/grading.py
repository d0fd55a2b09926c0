"""`lmhead release` and `lmhead grade`: what an instructor types to grade a class."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from .shared import app, grading_modules, stop


@app.command()
def release(
    assignment: Annotated[str, typer.Argument(help="For example 03-by-hand.")],
    course: Annotated[Path, typer.Option(help="The course folder.")] = Path(),
) -> None:
    """Make the learners' notebook from its master, and tell the gradebook its cells."""
    grading = grading_modules()
    try:
        typer.echo(f"released {grading.release.release(course, assignment)}")
        for note in grading.release.variant_notes(course, assignment):
            typer.echo(f"look at: {note}")
    except grading.release.CourseProblem as problem:
        stop(str(problem))


@app.command()
def grade(
    assignment: Annotated[str, typer.Argument(help="For example 03-by-hand.")],
    student: Annotated[
        list[str] | None, typer.Option(help="Only this student; may be repeated.")
    ] = None,
    course: Annotated[Path, typer.Option(help="The course folder.")] = Path(),
    sandbox: Annotated[
        str | None, typer.Option(help="auto, nested, single, or none (only for people you trust).")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the summary here too.")
    ] = None,
) -> None:
    """Grade submitted/ through the sandbox into the gradebook, and write the feedback."""
    grading = grading_modules()
    if sandbox not in (None, "auto", "nested", "single", "none"):
        stop(f"--sandbox is {sandbox!r}; it can be auto, nested, single or none.")
    try:
        grader = grading.grade.ClassGrader(course, assignment, sandbox)
        overlooked = _overlooked(grader.overlooked())
        chosen = student or grader.students()
        if not chosen:
            stop(
                f"there are no submissions of {assignment} in {grader.submitted}: "
                f"each belongs in {grader.submitted / 'STUDENT' / assignment}/" + overlooked
            )
        console = Console(stderr=True)
        graded = grader.grade(chosen)  # what stops all of it does so before the bar is drawn
        lines = list(track(graded, f"grading {assignment}", total=len(chosen), console=console))
    except (grading.release.CourseProblem, grading.sandbox.SandboxError) as problem:
        stop(str(problem))
    Console().print(_summary(lines))
    if overlooked:
        typer.echo(overlooked.lstrip("\n"))
    if json_file is not None:
        data = {
            "schema": 1,
            "assignment": assignment,
            "students": [line.to_json() for line in lines],
        }
        json_file.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", "utf-8")
    raise typer.Exit(1 if any(line.status == "broken" for line in lines) else 0)


def _overlooked(paths: list[str], most: int = 10) -> str:
    """One line on what was handed in where no grading looks; nothing where there is none."""
    if not paths:
        return ""
    more = f" and {len(paths) - most} more" if len(paths) > most else ""
    return f"\nnot looked at, since no assignment has this place: {', '.join(paths[:most])}{more}"


def _summary(lines: list[Any]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("student")
    table.add_column("points", justify="right")
    table.add_column("for a person", justify="right")
    table.add_column("what happened", overflow="fold")
    for line in lines:
        said = "; ".join(line.notes) or "graded"
        waiting = f"{line.waiting:g}" if line.waiting else ""
        # Text, not str: a student's name is not markup.
        table.add_row(
            Text(line.student), f"{line.points:g}/{line.max_points:g}", waiting, Text(said)
        )
    return table

"""The commands behind `lmhead`; see `cli.py` for what the exit status means."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from .hints import command_name, how_to_install

app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode=None)


_LANGUAGE_NAMES = {"en": "English", "zh": "Chinese"}


def stop(sentence: str) -> NoReturn:
    """End with a plain sentence and status 2."""
    typer.echo(sentence, err=True)
    raise typer.Exit(2)


@app.callback()
def _about() -> None:
    """The course on the last step of a language model: exercises, checks and grading."""


@app.command()
def learn(
    folder: Annotated[
        Path | None,
        typer.Argument(help="Where your notebooks go: lmhead-course, or lmhead-course-zh."),
    ] = None,
    lang: Annotated[str, typer.Option(help="en or zh.")] = "en",
    open_lab: Annotated[
        bool, typer.Option("--open/--no-open", help="Open JupyterLab there.")
    ] = True,
) -> None:
    """Lay out the exercise notebooks, never over one that is there, and open JupyterLab."""
    from .course import LANGUAGES
    from .learning import languages_in, lay_out, start_lab

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
        for path, written in lay_out(folder, lang):
            typer.echo(f"{'new ' if written else 'kept'}  {path}")
    except OSError as error:
        stop(f"{folder} cannot be written: {error.strerror}.")
    typer.echo(
        "To see your points, save the notebook and run in another terminal: "
        f"{command_name()} check {shlex.quote(str(folder))}"
    )
    if open_lab:
        status = start_lab(folder)
        if status is None:
            stop(f"JupyterLab is not installed: {how_to_install('learn')}")
        raise typer.Exit(status)


@app.command()
def check(
    notebooks: Annotated[
        list[Path], typer.Argument(help="Your notebooks, or folders that hold them.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
    reveal: Annotated[
        bool, typer.Option(help="Show a sample of each written answer that you have given.")
    ] = False,
) -> None:
    """Run your own notebook as grading would, and say what is right and what is missing.

    It runs the notebook without a sandbox: it is not for other people's submissions.
    """
    try:
        from .grading.home import check_notebook, sample_answers
        from .grading.reading import NotebookProblem
        from .learning import exercise_notebooks
        from .reporting import outcome_json, outcome_text, own_rights_text
    except ImportError as error:
        stop(
            f"lmhead check needs the extra `learn` ({error.name} is missing): "
            f"{how_to_install('learn')}"
        )
    from .grading.reading import read_notebook

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
        typer.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        for index, (path, item) in enumerate(outcomes):
            samples = list(sample_answers(item)) if reveal else None
            typer.echo("\n" * (index > 0) + outcome_text(path, item, samples))
        for lang in sorted({item.lang for _, item in outcomes}):
            typer.echo(own_rights_text(lang), err=True)
    missing = any(
        task.points is not None and task.points < task.max_points
        for _, item in outcomes
        for task in item.tasks
    )
    raise typer.Exit(1 if missing else 0)


@app.command()
def release(
    assignment: Annotated[str, typer.Argument(help="For example 03-by-hand.")],
    course: Annotated[Path, typer.Option(help="The course folder.")] = Path(),
) -> None:
    """Make the learners' notebook from its master, and tell the gradebook its cells."""
    grading = _grading()
    try:
        typer.echo(f"released {grading.release.release(course, assignment)}")
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
    grading = _grading()
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


@app.command()
def doctor() -> None:
    """Say what works on this machine and what to install for the rest."""
    from .doctor import examine

    complete = True
    for line in examine():
        complete = complete and (line.works or not line.needed)
        typer.echo(f"{'ok ' if line.works else '-- '} {line.what}: {line.said}")
    raise typer.Exit(0 if complete else 1)


def _grading() -> Any:
    try:
        from .grading import grade as grade_module
        from .grading import release as release_module
        from .grading import sandbox as sandbox_module
    except ImportError as error:
        stop(f"this needs the extra `grade` ({error.name} is missing): {how_to_install('grade')}")

    return SimpleNamespace(grade=grade_module, release=release_module, sandbox=sandbox_module)


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

"""`lmhead release` and `lmhead grade`: what an instructor types to grade a class."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.status import Status
from rich.table import Table

from .shared import app, grading_modules, stop
from .terminal import cell, echo, json_text


@app.command()
def release(
    assignment: Annotated[str, typer.Argument(help="For example 03-by-hand.")],
    course: Annotated[Path, typer.Option(help="The course folder.")] = Path(),
) -> None:
    """Make the learners' notebook from the master and register its cells in the gradebook."""
    grading = grading_modules()
    try:
        echo(f"released {grading.release.release(course, assignment)}")
        notes = grading.release.variant_notes(course, assignment)
        for note in [*notes, *grading.release_audit.cell_notes(course, assignment)]:
            echo(f"look at: {note}")
    except grading.problems.CourseProblem as problem:
        stop(str(problem))


@app.command()
def grade(
    assignment: Annotated[str, typer.Argument(help="For example 03-by-hand.")],
    student: Annotated[
        list[str] | None, typer.Option(help="Grade only this student; repeat for more.")
    ] = None,
    course: Annotated[Path, typer.Option(help="The course folder.")] = Path(),
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Submissions graded at the same time. Default: one per core."),
    ] = None,
    sandbox: Annotated[
        str | None, typer.Option(help="auto, nested, single, or none (only for code you trust).")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Grade unchanged submissions again, too.")
    ] = False,
    compare: Annotated[
        bool,
        typer.Option("--compare", help="Change nothing: list the marks that would differ now."),
    ] = False,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Also write the summary to this file.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(help="Grade on the workers of a Dask scheduler: tls://HOST:8786.")
    ] = None,
    tls_ca: Annotated[
        Path | None,
        typer.Option(help="CA certificate of the cluster (PEM). Default: Dask's settings."),
    ] = None,
    tls_cert: Annotated[
        Path | None, typer.Option(help="Your certificate for the cluster (PEM).")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Your key for the cluster (PEM).")] = None,
) -> None:
    """Grade all submissions in the sandbox, store the marks and write feedback.

    Only submissions that have changed are graded; an interrupted run continues where it stopped.
    After an upgrade marks stay as they are: --compare lists those that would differ, --force
    gives them.
    Exit status: 0 all were graded, 1 some could not be graded or came late at an unknown time
    (with --compare: some marks would differ), 2 nothing was done.
    """
    if sandbox not in (None, "auto", "nested", "single", "none"):
        stop(f"--sandbox is {sandbox!r}; it can be auto, nested, single or none.")
    lines: list[Any] = []
    chosen: list[str] = []
    try:
        with _told("loading what grading needs"):
            grading = grading_modules()
    except KeyboardInterrupt:
        _interrupted(lines, chosen)
    try:
        with _told("looking at what was handed in, and starting the sandbox"):
            grader = grading.grade.ClassGrader(course, assignment, sandbox, jobs, force)
            if cluster is not None:
                grader.make_workers = _cluster(cluster, tls_ca, tls_cert, tls_key)
            overlooked = _overlooked(grader.overlooked())
            chosen = list(dict.fromkeys(student or grader.students()))
            if not chosen:
                stop(
                    f"there are no submissions of {assignment} in {grader.submitted}: "
                    f"each belongs in {grader.submitted / 'STUDENT' / assignment}/" + overlooked
                )
            run = grader.compare if compare else grader.grade
            graded = run(chosen)  # what stops all of it does so before the bar is drawn
        with _bar() as bar:
            what = "comparing" if compare else "grading"
            task = bar.add_task(f"{what} {assignment}", total=len(chosen))
            for line in graded:
                lines.append(line)
                bar.advance(task)
        if compare:
            raise typer.Exit(_compared(lines))
        unknown = grader.unknown_students()
        notes, late = grader.notes(), grader.late_without_time()
    except (grading.problems.CourseProblem, grading.sandbox.SandboxError) as problem:
        _show(lines)
        stop(str(problem))
    except KeyboardInterrupt:
        _interrupted(lines, chosen)
    _show(lines)
    others = _other_version(grader.by_another_version())
    for said in filter(None, (overlooked.lstrip("\n"), unknown, *notes, others)):
        echo(said)
    if json_file is not None:
        data = {
            "schema": 1,
            "assignment": assignment,
            "counts": grading.grade.counts(lines),
            "students": [line.to_json() for line in sorted(lines, key=lambda line: line.student)],
        }
        try:
            json_file.write_text(json_text(data) + "\n", "utf-8")
        except OSError as error:
            stop(
                f"{json_file} cannot be written: {error.strerror}. The marks are in the gradebook."
            )
    broken = any(line.status == "broken" for line in lines)
    raise typer.Exit(1 if broken or late else 0)


def _cluster(address: str, *files: Path | None) -> Any:
    """What makes the workers of a cluster. Raises `SandboxError` for an address that cannot be."""
    from ..grading.driver.cluster import Certificates, ClusterWorkers, check_address

    check_address(address)
    return lambda sandbox, limits: ClusterWorkers(address, sandbox, limits, Certificates(*files))


def _interrupted(lines: list[Any], chosen: list[str]) -> NoReturn:
    _show(lines)
    done = f"{len(lines)} of {len(chosen)} are done and kept" if chosen else "nothing was begun"
    echo(f"stopped: {done}; the same command goes on from here.", err=True)
    raise typer.Exit(130) from None


def _told(what: str) -> Status:
    """A line on a terminal's stderr while nothing can be counted yet."""
    return Console(stderr=True).status(what)


def _bar() -> Progress:
    """On stderr, so that the summary alone can be piped on; nothing where that is no terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )


def _compared(lines: list[Any]) -> int:
    """The table of the marks that would differ; the status."""
    table = Table(box=None, pad_edge=False)
    for head in ("student", "task"):
        table.add_column(head)
    for head in ("has", "would get"):
        table.add_column(head, justify="right")
    changed = [line for line in sorted(lines, key=lambda line: line.student) if line.differences]
    for line in changed:
        for task, points in line.differences.items():
            told = ("a person's" if each is None else f"{each:g}" for each in points)
            table.add_row(cell(line.student), cell(task), *told)
    if changed:
        Console().print(table)
        echo()
    graded = [line for line in lines if line.unchanged]
    echo(
        f"{len(changed)} of {len(graded)} graded submissions would get other marks. "
        "Nothing was changed."
    )
    if len(graded) < len(lines):
        echo(f"{len(lines) - len(graded)} have not been graded yet.")
    return 1 if changed else 0


def _other_version(students: list[str], most: int = 10) -> str:
    """One line on marks that were given before an upgrade; nothing where there are none."""
    if not students:
        return ""
    named = ", ".join(students[:most])
    more = f" and {len(students) - most} more" if len(students) > most else ""
    return (
        f"graded by another version of lmhead, and kept: {named}{more}. --compare lists the marks "
        "that would differ, --force gives them."
    )


def _overlooked(paths: list[str], most: int = 10) -> str:
    """One line on what was handed in where no grading looks; nothing where there is none."""
    if not paths:
        return ""
    more = f" and {len(paths) - most} more" if len(paths) > most else ""
    return f"\nnot looked at, since no assignment has this place: {', '.join(paths[:most])}{more}"


def _show(lines: list[Any]) -> None:
    """The table, by student, and a line of counts."""
    if not lines:
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("student")
    table.add_column("points", justify="right")
    table.add_column("for a person", justify="right")
    table.add_column("what happened", overflow="fold")
    for line in sorted(lines, key=lambda line: line.student):
        state = "other points" if line.remarked else "unchanged" if line.unchanged else "graded"
        said = " ".join(line.notes) or state
        if line.late_penalty:
            said = f"late: {line.late_penalty:g} taken off; {said}"
        waiting = f"{line.waiting:g}" if line.waiting else ""
        table.add_row(
            cell(line.student), f"{line.points:g}/{line.max_points:g}", waiting, cell(said)
        )
    Console().print(table)
    from ..grading.pages.summary import in_words

    echo(f"\n{in_words(lines)}")

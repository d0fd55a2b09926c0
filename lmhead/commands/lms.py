"""`lmhead collect` and `lmhead export`: what comes from an LMS, and what goes back."""

from __future__ import annotations

from dataclasses import asdict
from datetime import tzinfo
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from .shared import app, grading_modules, stop
from .terminal import cell, echo, json_text

SOURCES = ("auto", "canvas", "moodle", "plain")
FORMATS = {
    "canvas": "CanvasExport",
    "moodle": "MoodleExport",
    "csv": "PlainExport",
    "tasks": "TasksExport",
}


@app.command()
def collect(
    assignment: Annotated[str, typer.Argument(help="For example 03-by-hand.")],
    downloads: Annotated[
        list[Path], typer.Argument(help="Downloads from the LMS: zip or tar archives, or folders.")
    ],
    source: Annotated[
        str,
        typer.Option(
            "--from",
            help="canvas, moodle, plain (one folder, archive or file per student), or auto.",
        ),
    ] = "auto",
    roster: Annotated[
        Path | None,
        typer.Option(help="CSV with id, lms_id, name, section. Default: roster.csv of the course."),
    ] = None,
    times: Annotated[
        Path | None,
        typer.Option(
            help="When each student handed in: CSV with student, time; or Moodle's worksheet."
        ),
    ] = None,
    course: Annotated[Path, typer.Option(help="The course folder.")] = Path(),
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Also write the report to this file.")
    ] = None,
) -> None:
    """Copy submissions from LMS downloads into submitted/; ungraded work is kept.

    Exit status: 0 all files were taken, 1 some were not, 2 nothing was done.
    """
    grading = grading_modules()
    from ..grading.classroom.collect.deliver import Collector
    from ..grading.classroom.late.unknown_times import sentence as late_sentence

    if source not in SOURCES:
        stop(f"--from is {source!r}; it can be {', '.join(SOURCES)}.")
    chosen: Any = None if source == "auto" else source
    try:
        collector = Collector(course, assignment, roster)
        done = collector.collect(downloads, chosen, times)
    except grading.problems.CourseProblem as problem:
        stop(str(problem))
    Console().print(_collected(done.lines, collector.zone))
    counts = {status: 0 for status in ("new", "newer", "same", "kept", "nothing")}
    for line in done.lines:
        counts[line.status] += 1
    said = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
    echo(f"\nfrom {done.source}: {said or 'no submission'}")
    if collector.students is None:
        echo("There is no roster.csv: students have the names or numbers that the download has.")
    elif roster is not None:
        echo(_kept_roster(roster, course))
    for note in done.notes:
        echo(f"\n{note}")
    late = done.late_without_time
    if late:
        echo(f"\n{late_sentence(assignment, late)}")
    _listed("not matched to a student", done.unmatched)
    _listed("not taken", done.refused)
    _listed("nothing handed in", done.missing)
    if json_file is not None:
        text = json_text(asdict(done))
        _write(json_file, text + "\n")
    left = done.unmatched or done.refused or counts["nothing"] or late
    raise typer.Exit(1 if left else 0)


@app.command()
def export(
    assignments: Annotated[
        list[str] | None,
        typer.Argument(help="Assignments to export. Default: all in the gradebook."),
    ] = None,
    format: Annotated[
        str, typer.Option("--format", help="canvas, moodle, csv, or tasks (points by task).")
    ] = "csv",
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("grades.csv"),
    wide: Annotated[
        bool, typer.Option("--wide", help="With tasks: one row per student, one column per task.")
    ] = False,
    worksheet: Annotated[
        Path | None, typer.Option(help="With moodle: the grading worksheet from Moodle to fill in.")
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(help="With canvas: ASSIGNMENT='Title (number)', its column in Canvas."),
    ] = None,
    new_column: Annotated[
        bool, typer.Option("--new-column", help="With canvas: let Canvas create new assignments.")
    ] = False,
    bom: Annotated[bool, typer.Option("--bom", help="Mark the file as UTF-8 for Excel.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    course: Annotated[Path, typer.Option(help="The course folder.")] = Path(),
) -> None:
    """Write the marks for an LMS or a spreadsheet, late penalties applied.

    Exit status: 0 all marks were written, 1 some have no row in the worksheet or came late at an
    unknown time, 2 none were written.
    """
    grading = grading_modules()
    from nbgrader.api import Gradebook
    from nbgrader.coursedir import CourseDirectory
    from sqlalchemy.exc import DBAPIError

    from ..grading.classroom import export as exporters
    from ..grading.gradebook.database import is_made, said_of

    if format not in FORMATS:
        stop(f"--format is {format!r}; it can be {', '.join(FORMATS)}.")
    try:
        config = grading.course_config.load_config(course.resolve())
        plugin: Any = getattr(exporters, FORMATS[format])(config=config)
        plugin.to, plugin.assignment = str(out), list(assignments or [])
        plugin.force, plugin.bom = force, bom or plugin.bom
        if wide:
            if format != "tasks":
                stop("--wide goes with --format tasks.")
            plugin.wide = True
        if column or new_column:
            if format != "canvas":
                stop("--column and --new-column go with --format canvas.")
            plugin.columns = {**plugin.columns, **dict(map(_column_of, column or []))}
            plugin.new_columns = new_column or plugin.new_columns
        if worksheet is not None:
            if format != "moodle":
                stop("--worksheet goes with --format moodle.")
            plugin.worksheet = str(worksheet)
        directory = CourseDirectory(config=config)
        if not is_made(directory.db_url):
            stop(f"{course} has no gradebook yet: grade an assignment first.")
        with Gradebook(directory.db_url, directory.course_id) as gradebook:
            plugin.export(gradebook)
    except grading.problems.CourseProblem as problem:
        stop(str(problem))
    except DBAPIError as error:
        reason = " ".join(said_of(directory.db_url, error).split())
        stop(f"the gradebook cannot be read: {reason}. Nothing was written.")
    echo(f"wrote {out}")
    for note in plugin.notes:
        echo(note)
    if plugin.waiting:
        some = "submission has" if plugin.waiting == 1 else "submissions have"
        echo(f"{plugin.waiting} {some} answers that a person has still to read.")
    raise typer.Exit(1 if plugin.incomplete else 0)


def _column_of(text: str) -> tuple[str, str]:
    """What `--column` says: an assignment and the head of its column."""
    assignment, equals, head = text.partition("=")
    if not (assignment.strip() and equals and head.strip()):
        stop(f"--column is {text!r}; it has the form 03-by-hand='Four words by hand (77001)'.")
    return assignment.strip(), head.strip()


def _kept_roster(given: Path, course: Path) -> str:
    """Copy a roster to where export and report look, unless one is there; what was done."""
    usual = course / "roster.csv"
    try:
        if not usual.exists():
            usual.write_bytes(given.read_bytes())
            return f"{given} is copied to {usual}, where export looks for the class."
        if usual.read_bytes() == given.read_bytes():
            return ""
    except OSError as error:
        return f"export looks for the class in {usual}, which cannot be used: {error.strerror}."
    return f"export looks for the class in {usual}, which is another file than {given}."


def _listed(title: str, lines: list[str], most: int = 20) -> None:
    if not lines:
        return
    echo(f"\n{title}:")
    for line in lines[:most]:
        echo(f"  {line}")
    if len(lines) > most:
        echo(f"  and {len(lines) - most} more")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        stop(f"{path} cannot be written: {error.strerror}.")


def _collected(lines: list[Any], zone: tzinfo) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("student", "status", "handed in"):
        table.add_column(name, no_wrap=True)
    table.add_column("files", justify="right")
    table.add_column("what happened", overflow="fold")
    for line in lines:
        when = "late" * line.late
        if line.when:
            when = line.when.astimezone(zone).isoformat(timespec="minutes")
        said = " ".join(line.notes)
        table.add_row(cell(line.student), line.status, when, str(line.files), cell(said))
    return table

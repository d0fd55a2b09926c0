"""`lmhead report`: what a class misunderstood."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .shared import app, grading_modules, stop
from .terminal import echo, json_text


@app.command()
def report(
    assignment: Annotated[str, typer.Argument(help="For example 03-by-hand.")],
    course: Annotated[Path, typer.Option(help="The course folder.")] = Path(),
    lang: Annotated[str, typer.Option(help="Language: en or zh.")] = "en",
    html_file: Annotated[
        Path | None, typer.Option("--html", help="Write the report as a web page to this file.")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the report as JSON to this file.")
    ] = None,
) -> None:
    """Show results and common mistakes by task for a class, without names."""
    from ..course import LANGUAGES

    grading = grading_modules()
    from ..grading.classroom.student_ids import unusable
    from ..grading.pages.class_page import as_page, as_text
    from ..grading.pages.class_report import class_report

    if lang not in LANGUAGES:
        stop(f"--lang is {lang!r}; the course is written in {' and '.join(LANGUAGES)}.")
    try:
        found = class_report(course, assignment, lang)
    except grading.problems.CourseProblem as problem:
        stop(str(problem))
    echo(as_text(found))
    folders = grading.course_config.load_config(course.resolve()).CourseDirectory
    odd = unusable(course / folders.get("submitted_directory", "submitted"), assignment)
    if odd:  # a report names nobody
        echo(f"not counted, since no student can have their names: folders, {len(odd)}")
    texts = {
        html_file: as_page(found),
        json_file: json_text(found.to_json()) + "\n",
    }
    for path, text in texts.items():
        if path is None:
            continue
        try:
            path.write_text(text, "utf-8")
        except OSError as error:
            stop(f"{path} cannot be written: {error.strerror}.")

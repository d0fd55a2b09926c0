"""Which cells of a released assignment a machine cannot grade as they mean, for its author."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbgrader.api import Gradebook

from ...checks.variant_files import of_course
from ..classroom.course_config import load_config
from ..notebook.cell_audit import audit
from ..notebook.master import Master
from ..sandbox import missing_modules
from .preprocessors import SandboxExecute


def cell_notes(course: Path, assignment: str) -> list[str]:
    """Which grade cells a machine cannot grade, or does not grade as they mean, as sentences.

    Runs the notebook three times: with its solutions, untouched, and with hollow answers.
    """
    course = course.resolve()
    config = load_config(course)
    folders = config.CourseDirectory
    execute = SandboxExecute(config=config)
    name = f"{assignment}.ipynb"
    with Gradebook(folders.db_url) as gradebook:
        master = Master.from_gradebook(gradebook, assignment, assignment)
    source = course / folders.get("source_directory", "source") / assignment / name
    return list(missing_modules.notes(nbformat.read(source, as_version=4))) + list(
        audit(
            source,
            course / folders.get("release_directory", "release") / assignment / name,
            master,
            execute.time_limits(),
            of_course(course),
        )
    )

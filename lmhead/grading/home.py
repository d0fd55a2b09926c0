"""`lmhead check`: grades a learner's own notebook as grading would, but trusting it."""

from __future__ import annotations

import secrets
from functools import cache
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from ..checks.messages import say
from ..course import ASSIGNMENTS, exercise_path
from .execute import Outcome, TimeLimits, run_notebook
from .reading import NotebookProblem, assignment_of, files_beside, read_notebook
from .restore import Master, language_of
from .sandbox import Sandbox


@cache
def released_master(assignment: str, lang: str) -> Master:
    """The released notebook that came with this package."""
    notebook: NotebookNode = nbformat.read(exercise_path(assignment, lang), as_version=4)
    return Master.from_notebook(assignment, notebook)


def check_notebook(path: Path, times: TimeLimits | None = None) -> Outcome:
    """Run a notebook in a fresh process without a sandbox and check it with fresh numbers.

    The grade cells are those that came with the package, so that an edited one in the
    notebook changes nothing. Writes nothing. Raises `NotebookProblem`.
    """
    notebook = read_notebook(path)
    known = {
        name: {cell.grade_id for cell in released_master(name, "en").cells} for name in ASSIGNMENTS
    }
    assignment = assignment_of(notebook, known)
    if assignment is None:
        raise NotebookProblem(
            say("file/other-course", file=path.name, known=", ".join(ASSIGNMENTS))
        )
    master = released_master(assignment, language_of(notebook))
    with Sandbox("none") as sandbox:
        return run_notebook(
            notebook,
            master,
            sandbox,
            secret=secrets.token_bytes(32),
            files=files_beside(path.resolve().parent),
            times=times,
        )

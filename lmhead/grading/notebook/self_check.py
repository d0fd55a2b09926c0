"""`lmhead check`: grades a learner's own notebook as grading would, but trusting it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import nbformat

from ...checks.variant_files import beside
from ...checks.variants import NONE
from ...course import ASSIGNMENTS, solution_path
from ...messages import listed, say
from ..sandbox.levels import Sandbox
from ..sandbox.limits import TimeLimits
from .execute import NotebookOutcome, run_notebook
from .master import released_master
from .read import NotebookProblem, assignment_of, language_of, read_notebook
from .submitted_folder import files_beside
from .variant_notebooks import carried_by, with_variants


def sample_answers(outcome: NotebookOutcome) -> Iterator[tuple[str, str]]:
    """For each written answer that was given: its grade id, and the course's own answer.

    For marking oneself, with the points that the notebook lists above the answer. An answer
    that was not given reveals none.
    """
    notebook = nbformat.read(solution_path(outcome.assignment, outcome.lang), as_version=4)
    samples = {
        cell.metadata.nbgrader["grade_id"]: cell.source
        for cell in notebook.cells
        if cell.cell_type == "markdown" and cell.metadata.get("nbgrader", {}).get("solution")
    }
    for task in outcome.for_a_person:
        if task.grade_id in samples:
            yield task.grade_id, samples[task.grade_id]


def check_notebook(path: Path, times: TimeLimits | None = None) -> NotebookOutcome:
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
        raise NotebookProblem(say("file/other-course", file=path.name, known=listed(ASSIGNMENTS)))
    variants = beside(path.resolve().parent)
    if variants is NONE:
        variants = carried_by(notebook)
    master = with_variants(released_master(assignment, language_of(notebook)), notebook, variants)
    with Sandbox("none") as sandbox:
        return run_notebook(
            notebook,
            master,
            sandbox,
            secret=secrets.token_bytes(32),
            files=files_beside(path.resolve().parent),
            times=times,
            variants=variants,
        )

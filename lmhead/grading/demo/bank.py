"""Notebooks put together from answers of the bank (`lmhead.tasks.bank`)."""

from __future__ import annotations

import nbformat
from nbformat import NotebookNode

from ...course import exercise_path
from ...tasks.bank import Answer as Answer
from ...tasks.bank import answers as answers


def submission(assignment: str, lang: str, answers: dict[str, str]) -> NotebookNode:
    """The released notebook with these answers filled in; the other cells keep their stubs.

    answers: task, or grade id of an answer cell -> the cell's source.
    """
    notebook: NotebookNode = nbformat.read(exercise_path(assignment, lang), as_version=4)
    cells = {
        cell.metadata.nbgrader.grade_id: cell
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }
    for key, source in answers.items():
        grade_id = key if key in cells else f"{key}-answer"
        if grade_id not in cells:
            raise LookupError(f"{assignment} has no answer cell {key!r}; it has {', '.join(cells)}")
        cells[grade_id].source = source.rstrip("\n")
    return notebook

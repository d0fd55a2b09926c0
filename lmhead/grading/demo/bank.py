"""The bank of answers: what a learner might write into the answer cell of a task.

``<assignment>/<task>/right/*.py`` and ``wrong/*.py`` each hold the source of an answer cell.
A wrong one begins with the id of the message that it must get, and with the points that it is
still worth::

    # expect: 03-by-hand/chain/lost-sign
    # points: 3

Every answer is graded by the tests, so that notebooks put together from them have known marks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from ...course import bank_path, exercise_path


@dataclass(frozen=True)
class Answer:
    """One file of the bank. A right one has neither `expect` nor `points`."""

    assignment: str
    task: str
    name: str
    source: str
    right: bool
    expect: str | None = None
    points: float | None = None

    @property
    def id(self) -> str:
        return f"{self.task}/{'right' if self.right else 'wrong'}/{self.name}"


def answers(assignment: str, task: str = "*", kind: str = "*") -> list[Answer]:
    """The bank's answers to an assignment, sorted by file name. `LookupError` where it has none."""
    paths = sorted((bank_path() / assignment).glob(f"{task}/{kind}/*.py"))
    if not paths:
        raise LookupError(f"the bank has no answers in {assignment}/{task}/{kind}")
    return [read_answer(path) for path in paths]


def read_answer(path: Path) -> Answer:
    """One file of the bank."""
    source = path.read_text("utf-8")
    said = dict(re.findall(r"^# (expect|points): (\S+)$", source, re.MULTILINE))
    source = re.sub(r"\A(# (expect|points): \S+\n)+", "", source)
    return Answer(
        path.parents[2].name,
        path.parent.parent.name,
        path.stem,
        source,
        path.parent.name == "right",
        said.get("expect"),
        float(said["points"]) if "points" in said else None,
    )


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

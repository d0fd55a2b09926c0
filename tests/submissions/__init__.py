"""The bank: right and wrong answers to every task, and whole notebooks made of them.

``<assignment>/<task>/right/*.py`` and ``wrong/*.py`` each hold what a learner put into the
task's answer cell. A wrong one begins with the id of the message that it must get, and with
the points that it is still worth::

    # expect: 03-by-hand/chain/lost-sign
    # points: 3

``<assignment>/class.json`` puts answers together to the submissions of a whole class.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from lmhead.course import exercise_path

BANK = Path(__file__).resolve().parent


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


@dataclass(frozen=True)
class Student:
    """A submission of the class: its language, its answers, and the marks it must get.

    answers: task -> source of the answer cell, or grade id -> text of the written answer.
    expected: grade id -> points that the machine gives (None: a person has to read it).
    """

    name: str
    lang: str
    answers: dict[str, str]
    expected: dict[str, float | None]


def answers(assignment: str, task: str = "*", kind: str = "*") -> list[Answer]:
    """The bank's answers to an assignment, sorted by file name."""
    paths = sorted((BANK / assignment).glob(f"{task}/{kind}/*.py"))
    if not paths:
        raise LookupError(f"the bank has no answers in {assignment}/{task}/{kind}")
    return [_read(assignment, path) for path in paths]


def _read(assignment: str, path: Path) -> Answer:
    source = path.read_text("utf-8")
    said = dict(re.findall(r"^# (expect|points): (\S+)$", source, re.MULTILINE))
    source = re.sub(r"\A(# (expect|points): \S+\n)+", "", source)
    return Answer(
        assignment,
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


def the_class(assignment: str) -> list[Student]:
    """The class of `class.json`: an answer that names a file of the bank stands for its source."""
    folder = BANK / assignment
    students = json.loads((folder / "class.json").read_text("utf-8"))
    return [
        Student(
            student["name"],
            student["lang"],
            {key: _source(folder, text) for key, text in student["answers"].items()},
            student["expected"],
        )
        for student in students
    ]


def _source(folder: Path, text: str) -> str:
    if not re.fullmatch(r"([\w-]+/(right|wrong)|class)/\w+\.py", text):
        return text
    path = folder / text
    return _read(folder.name, path).source

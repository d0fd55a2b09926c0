"""The bank: right and wrong answers to every task, and whole notebooks made of them.

`lmhead/tasks/bank.py` says what its files hold and reads them. ``class.toml`` of an assignment's
folder puts answers together to the submissions of a whole class.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any

from lmhead.checks.registry import tasks
from lmhead.grading.demo.bank import Answer, answers, submission
from lmhead.tasks import assignments
from lmhead.tasks.bank import blocks

__all__ = ["Answer", "Student", "answers", "submission", "the_class"]


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


def the_class(assignment: str) -> list[Student]:
    """The class of ``class.toml``, each with the marks that follow from its answers."""
    folder = assignments()[assignment].folder
    data = tomllib.loads((folder / "class.toml").read_text("utf-8"))
    return [_student(assignment, student) for student in data["student"]]


def _student(assignment: str, said: dict[str, Any]) -> Student:
    given: dict[str, str] = {}
    expected: dict[str, float | None] = {}
    named = dict(said.get("answers", {}))
    for task in tasks(assignment):
        default = None
        if said["rest"] == "right":
            default = f"right: {answers(assignment, task.name, 'right')[0].name}"
        chosen = named.pop(task.name, default)
        expected[task.name] = 0
        if chosen is not None:
            given[task.name], points = _chosen(assignment, task.name, chosen)
            expected[task.name] = task.points if points is None else points
    written = assignments()[assignment].written.name
    expected[written] = 0
    if written in named:
        given[written], expected[written] = named.pop(written), None
    if named:
        raise LookupError(f"class.toml of {assignment} answers {', '.join(named)}, no task of it")
    return Student(said["name"], said["lang"], given, expected)


def _chosen(assignment: str, task: str, text: str) -> tuple[str, float | None]:
    """The source that "right: NAME" and the like stand for, and its points (None: all)."""
    kind, _, name = text.partition(": ")
    if kind == "class":
        own = blocks(assignments()[assignment].folder / "class_answers.py")
        return next(block.source for block in own if block.name == name), 0.0
    found = answers(assignment, task, kind)
    answer = next((one for one in found if one.name == name), None)
    if answer is None or not re.fullmatch("right|wrong", kind):
        raise LookupError(f"class.toml of {assignment}: {task} has no answer {text!r}")
    return answer.source, answer.points

"""The bank: right and wrong answers to every task, and whole notebooks made of them.

`lmhead/grading/demo/bank.py` says what its files hold and reads them.
``<assignment>/class.json`` puts answers together to the submissions of a whole class.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from lmhead.grading.demo.bank import Answer, answers, read_answer, submission

BANK = Path(__file__).resolve().parent

__all__ = ["BANK", "Answer", "Student", "answers", "submission", "the_class"]


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
    return read_answer(path).source

"""A grading worksheet that Moodle gave, with its column of grades filled in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ...problems import CourseProblem
from ..csv_tables import Cell, read_lines
from ..roster import Student, squashed
from .marks import Score

GRADE = ("grade", "成绩", "分数")
IDENTIFIER, NAME = ("identifier", "编号"), ("full name", "全名", "姓名")
EMAIL, NUMBER = ("email address", "电子邮件地址"), ("id number", "学号", "学工号")


def filled(path: Path, scores: Sequence[Score]) -> tuple[list[list[Cell]], list[str], list[str]]:
    """The worksheet's lines with grades, whom of it the class does not have, and the ids of
    those who have marks and no line.

    A line is a student's by its identifier, its e-mail address, its number, or a name that
    one student alone has; each of them may be the student's id, too. Other columns stay as
    they are. Raises `CourseProblem`.
    """
    lines = [cells for _, cells in read_lines(path)]
    head = [" ".join(cell.lower().split()) for cell in lines[0]] if lines else []
    place = _column(head, GRADE)
    if place is None:
        raise CourseProblem(f"{path} is no grading worksheet: it has no column Grade.")
    keys: list[tuple[int | None, Callable[[Student], str]]] = [
        (_column(head, IDENTIFIER), lambda student: student.identifier),
        (_column(head, EMAIL), lambda student: student.email.casefold()),
        (_column(head, NUMBER), lambda student: student.sis_id),
        (_column(head, NAME), lambda student: squashed(student.name)),
    ]
    rows: list[list[Cell]] = [list(lines[0])]
    unknown = []
    left = {score.student.id for score in scores if score.there}
    for line in lines[1:]:
        row: list[Cell] = [*line, *[""] * (len(head) - len(line))]
        score = None
        for at, key in keys:
            if score is None and at is not None:
                cell = str(row[at]).strip()
                wanted = {cell, cell.casefold(), squashed(cell)} - {""}
                alike = [each for each in scores if key(each.student) in wanted]
                alike = alike or [each for each in scores if each.student.id.casefold() in wanted]
                score = alike[0] if len(alike) == 1 else None
        if score is None:
            unknown.append(" ".join(line[:2]))
        elif score.there:
            row[place] = score.points
            left.discard(score.student.id)
        rows.append(row)
    return rows, unknown, [each.student.id for each in scores if each.student.id in left]


def _column(head: Sequence[str], names: Sequence[str]) -> int | None:
    return next((at for at, name in enumerate(head) if name in names), None)

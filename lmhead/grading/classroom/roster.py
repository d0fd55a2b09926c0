"""Who is in the class: `roster.csv` in the course folder, from an LMS's own export or by hand.

Its first line names its columns: ``id`` (the folder name under ``submitted/``), ``lms_id``
(the LMS's number of the user), ``name``, and if wanted ``sis_id``, ``login``, ``section`` and
``email``. A gradebook exported from Canvas and a grading worksheet of Moodle can be used as
they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..problems import CourseProblem
from .csv_tables import Row, read_table
from .student_ids import usable

FILE = "roster.csv"
COLUMNS = {
    "id": ("id", "student", "student_id", "student id", "学号", "sis login id"),
    "lms_id": ("lms_id", "lms id", "canvas id", "canvas_id", "moodle id", "user id"),
    "name": ("name", "full name", "姓名", "全名", "student name"),
    "first": ("first name", "first_name", "名"),
    "last": ("last name", "surname", "last_name", "姓", "姓氏"),
    "sis_id": ("sis_id", "sis id", "sis user id", "id number", "学工号"),
    "login": ("login", "username", "login id", "用户名"),
    "section": ("section", "group", "班级", "小组"),
    "email": ("email", "email address", "邮箱", "电子邮件地址"),
    "identifier": ("identifier", "编号"),
}


#: By what a student can be called, the first that a line has.
_IDS = ("id", "login", "sis_id", "lms_id", "email")


@dataclass(frozen=True)
class Student:
    """One line of the roster. id: as in the gradebook and under `submitted/`."""

    id: str
    lms_id: str = ""
    name: str = ""
    sis_id: str = ""
    login: str = ""
    section: str = ""
    email: str = ""
    identifier: str = ""


@dataclass(frozen=True)
class Roster:
    """The class, and how its LMS's names lead to it.

    test_students: Canvas's numbers of its Test Student, who is in its gradebook and is no student.
    """

    students: tuple[Student, ...] = ()
    test_students: frozenset[str] = frozenset()

    @classmethod
    def read(cls, path: Path) -> Roster:
        """From a CSV file. Raises `CourseProblem` with the line."""
        canvas = _is_canvas_export(path)
        columns = dict(COLUMNS)
        if canvas:  # where `ID` is Canvas's own number, and `Student` a name
            columns |= {
                "id": ("sis login id",),
                "lms_id": ("id",),
                "name": ("student",),
                "first": ("firstname",),
                "last": ("lastname",),
                "login": (),
            }
        rows = read_table(path, columns, ())
        if rows and not any(row[name] for row in rows for name in columns):
            known = "; ".join(
                f"{name} ({' or '.join(columns[name])})" for name in _IDS if columns[name]
            )
            raise CourseProblem(
                f"{path} has no column that says who each student is. Its first line names the "
                f"columns; one of these is needed: {known}."
            )
        students: list[Student] = []
        seen: dict[str, int] = {}
        nobody: set[str] = set()
        for row in rows:
            if canvas and not row["lms_id"].isdigit():
                continue  # Canvas's lines of what is hidden and of the points possible
            name = row["name"] or " ".join(filter(None, (row["first"], row["last"])))
            if canvas and _is_test_student(name, row):
                nobody.add(row["lms_id"])
                continue
            own = next((row[name] for name in _IDS if row[name]), "")
            where = f"{path}, line {row.line}"
            if not own:
                raise CourseProblem(f"{where}: there is no id of the student.")
            if not usable(own):
                raise CourseProblem(f"{where}: {own!r} cannot be a student's id: a folder has it.")
            if own in seen:
                raise CourseProblem(f"{where}: {own} is on line {seen[own]} already.")
            seen[own] = row.line
            students.append(
                Student(
                    own,
                    row["lms_id"],
                    name,
                    row["sis_id"],
                    row["login"],
                    row["section"],
                    row["email"],
                    row["identifier"],
                )
            )
        if not students:
            raise CourseProblem(f"{path} names no student.")
        return cls(tuple(students), frozenset(nobody))

    def by_id(self) -> dict[str, Student]:
        return {student.id: student for student in self.students}

    def with_lms_id(self, lms_id: str) -> Student | None:
        """The student with this number in the LMS, if there is exactly one."""
        return _only(student for student in self.students if student.lms_id == lms_id)

    def with_name(self, name: str) -> list[Student]:
        """All students whom a name, as an LMS writes it, can mean."""
        return self._names().get(squashed(name), [])

    def _names(self) -> dict[str, list[Student]]:
        found: dict[str, list[Student]] = defaultdict(list)
        for student in self.students:
            for key in {squashed(form) for form in name_forms(student.name)} - {""}:
                found[key].append(student)
        return found

    def within(self, text: str) -> Student | None:
        """The student whose id or name stands in a file's name, if there is exactly one."""
        words = [
            word for word in re.split(r"[\s_\-—–.,;()（）【】\[\]+&]+", text.casefold()) if word
        ]
        exact = _only(student for student in self.students if text == student.id)
        by_id = _only(
            student
            for student in self.students
            if student.id.casefold() in words or (student.sis_id and student.sis_id in words)
        )
        joined = squashed(text)
        by_name = _only(
            student
            for student in self.students
            if any(
                len(key) > 1 and key in joined for key in map(squashed, name_forms(student.name))
            )
        )
        if by_id is not None and by_name is not None and by_id != by_name:
            return exact
        return exact or by_id or by_name


def _only(found: Iterable[Student]) -> Student | None:
    students = list(found)
    return students[0] if len(students) == 1 else None


def _is_canvas_export(path: Path) -> bool:
    """Canvas's gradebook begins with Student (or LastName and FirstName), ID, and, unless they
    are left out, SIS User ID and SIS Login ID; then comes Section. (``gradebook_exporter.rb``)"""
    columns = {
        "student": ("student", "lastname"),
        "lms_id": ("id",),
        "section": ("section",),
    }
    rows = read_table(path, columns, ())
    return bool(rows) and {"student", "lms_id", "section"} <= set(rows[0].cells)


def _is_test_student(name: str, row: Row) -> bool:
    """Whether a line of Canvas's gradebook is that of the view as a student: it has no number
    of the school, and a hash (SHA-1 in hexadecimal) for a login or Canvas's own name."""
    if row["sis_id"]:
        return False
    login = row["id"]
    return re.fullmatch(r"[0-9a-f]{32,64}", login) is not None or (
        not login and squashed(name) in ("studenttest", "teststudent")
    )


def squashed(name: str) -> str:
    """A name's letters and digits alone, in lower case, without accents: as Canvas writes it
    into file names, and as two spellings of one name agree."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(char for char in plain if char.isalnum())


def first_and_last(name: str) -> tuple[str, str]:
    """A name in two: `Doe, Jane` and `Jane Doe` are Jane and Doe. What is one word, as a
    Chinese name is, is a last name: which of its characters are the family's, no rule tells."""
    if "," in name:
        last, first = (part.strip() for part in name.split(",", 1))
        return first, last
    first, _, last = name.strip().rpartition(" ")
    return first.strip(), last


def roster_name(config: Any) -> str:
    """The roster's file in the course folder, as the settings name it."""
    return str(config.MarksExport.get("roster", FILE))


def name_forms(name: str) -> list[str]:
    """A name, and the same with the family name first: `Jane Doe`, `Doe, Jane`."""
    if "," in name:
        last, first = (part.strip() for part in name.split(",", 1))
        return [f"{last} {first}", f"{first} {last}"]
    words = name.split()
    return [name, *(" ".join([*words[at:], *words[:at]]) for at in range(1, len(words)))]

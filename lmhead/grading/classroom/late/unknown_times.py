"""Whom Canvas marks as late without saying when they handed in.

Canvas's download says LATE in a file's name and gives no time; a gradebook keeps times and no
such mark. So it is kept in the course folder until a time is known, and ``collect``, ``grade``
and ``export`` name whom it concerns: without a time nobody loses points for being late.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

from ...file_writing import write_beside
from ...problems import CourseProblem
from .timestamps import submitted_at

FILE = Path(".lmhead") / "late-without-time.json"


class LateMarks:
    """The marks of one course: assignment -> ids of students. Its methods raise `CourseProblem`
    where the file that keeps them is damaged: to forget them would be to forgive."""

    def __init__(self, course: Path) -> None:
        self._file = course / FILE

    def _read(self) -> dict[str, list[str]]:
        try:
            data = json.loads(self._file.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError):
            data = None
        lists = list(data.values()) if isinstance(data, dict) else [None]
        if not all(
            isinstance(each, list) and all(isinstance(name, str) for name in each) for each in lists
        ):
            raise CourseProblem(
                f"{self._file}, which says whom Canvas marked as late, is damaged. Delete it and "
                "collect Canvas's downloads again: what was collected is not lost by that."
            )
        marks: dict[str, list[str]] = data
        return marks

    def update(self, assignment: str, late: Collection[str], seen: Collection[str]) -> None:
        """Of the students `seen` in a download, those in `late` have a mark and no time."""
        marks = self._read()
        before = set(marks.get(assignment, ()))
        after = (before - set(seen)) | set(late)
        if after == before:
            return
        marks[assignment] = sorted(after)
        self._file.parent.mkdir(mode=0o700, exist_ok=True)
        text = json.dumps(marks, ensure_ascii=False, indent=2) + "\n"
        write_beside(self._file, text.encode("utf-8"), 0o600)

    def without_time(self, assignment: str, submitted: Path) -> list[str]:
        """Who has a mark, work under `submitted`, and still no time beside it."""
        return [
            student
            for student in self._read().get(assignment, ())
            if (submitted / student / assignment).is_dir()
            and submitted_at(submitted / student / assignment)[0] is None
        ]


def sentence(assignment: str, students: Collection[str]) -> str:
    """The sentence about them."""
    who = ", ".join(students)
    return (
        f"{assignment}: Canvas marks as late and does not say when they handed in: {who}. They "
        "lose nothing for it until a time is given: lmhead collect … --times FILE, a table of "
        "student and time, or a line in ISO 8601 in submitted/STUDENT/"
        f"{assignment}/timestamp.txt."
    )

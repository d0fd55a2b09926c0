"""When an assignment was due, for everybody and for one student."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path

from ...problems import CourseProblem
from ..csv_tables import is_there, read_table
from .timestamps import TimeProblem, read_time, time_zone

COLUMNS = {
    "student": ("student", "student_id", "student id", "id", "学号", "学生"),
    "assignment": ("assignment", "assignment_id", "作业"),
    "until": ("until", "due", "deadline", "截止", "截止时间", "延期至"),
}
EVERY = ("", "*")  # these mean every assignment


@dataclass(frozen=True)
class Deadlines:
    """Deadlines in UTC.

    due: assignment -> its deadline. extensions: (student, assignment or "") -> theirs; None
    where the course has no file of them, which leaves those that the gradebook has.
    """

    due: Mapping[str, datetime] = field(default_factory=dict)
    extensions: Mapping[tuple[str, str], datetime] | None = None

    def extension(self, student: str, assignment: str) -> datetime | None:
        """A student's own deadline, if there is one: the one for this very assignment first."""
        own = self.extensions or {}
        return own.get((student, assignment)) or own.get((student, ""))

    @classmethod
    def read(
        cls,
        due: Mapping[str, str],
        zone: str,
        extensions: Path,
        assignments: Collection[str] | None = None,
    ) -> Deadlines:
        """From the settings and the file of extensions.

        zone: what times without one are in. assignments: those that the course has, so that a
        misspelt one is noticed. Raises `CourseProblem` with the line: an extension that was
        overlooked would cost a student points.
        """
        try:
            course_zone = time_zone(zone)
        except ValueError as error:
            raise CourseProblem(f"LatePolicy.time_zone: {error}.") from error
        dates = {}
        for assignment, text in due.items():
            _known(assignment, assignments, "LatePolicy.due")
            dates[assignment] = _time(text, course_zone, f"LatePolicy.due of {assignment}")
        if not is_there(extensions):
            return cls(dates)
        own: dict[tuple[str, str], datetime] = {}
        for row in read_table(extensions, COLUMNS, tuple(COLUMNS)):
            where = f"{extensions}, line {row.line}"
            student, assignment = row["student"], row["assignment"]
            if not student:
                raise CourseProblem(f"{where}: no student is named.")
            if assignment not in EVERY:
                _known(assignment, assignments, where)
            key = (student, "" if assignment in EVERY else assignment)
            if key in own:
                raise CourseProblem(f"{where}: {student} has another line for the same assignment.")
            own[key] = _time(row["until"], course_zone, where)
            common = dates.get(assignment)
            if common is not None and own[key] < common:
                raise CourseProblem(
                    f"{where}: {row['until']} is before {assignment} is due for everybody."
                )
        return cls(dates, own)


def _known(assignment: str, assignments: Collection[str] | None, where: str) -> None:
    if assignments is not None and assignment not in assignments:
        has = ", ".join(sorted(assignments)) or "none"
        raise CourseProblem(f"{where}: this course has no assignment {assignment!r}; it has {has}.")


def _time(text: str, zone: tzinfo, where: str) -> datetime:
    try:
        return read_time(text, zone, end_of_day=True)
    except TimeProblem as problem:
        raise CourseProblem(f"{where}: {problem}.") from problem

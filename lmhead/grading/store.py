"""The gradebook as the driver uses it: one session, one writer, and what was graded when.

nbgrader's tables are read and written with plain statements, since loading its objects
computes sums over the whole class. `lmhead_graded` is ours, in the same database: the key of
what was graded last, so that a later run knows what has changed. It is written in the same
transaction as the marks.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from nbgrader.api import (
    Assignment,
    Comment,
    Grade,
    Gradebook,
    MissingEntry,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
    new_uuid,
)
from sqlalchemy.orm import Session

from .feedback import Marks, TaskMark
from .release import CourseProblem
from .restore import Master

_ASSIGNMENT: Any = Assignment.__table__
_GRADE: Any = Grade.__table__
_COMMENT: Any = Comment.__table__
_STUDENT: Any = Student.__table__
_SUBMITTED: Any = SubmittedAssignment.__table__
_NOTEBOOK: Any = SubmittedNotebook.__table__

GRADED = sql.Table(
    "lmhead_graded",
    sql.MetaData(),
    sql.Column("assignment", sql.String(128), primary_key=True),
    sql.Column("student", sql.String(128), primary_key=True),
    sql.Column("key", sql.String(64), nullable=False),
    sql.Column("page", sql.String(64), nullable=False),
    sql.Column("line", sql.Text, nullable=False),
)


@contextlib.contextmanager
def course_lock(course: Path) -> Iterator[None]:
    """Hold the course for one grader. Raises `CourseProblem` where another one has it.

    The system lets go of it when the process ends, however it ends.
    """
    folder = course / ".lmhead"
    path = folder / "lock"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        file = open(path, "a+", encoding="utf-8")  # noqa: SIM115  (closed below)
    except OSError as error:
        raise CourseProblem(f"{course} cannot be written: {error.strerror}") from error
    with file:
        try:
            _lock(file.fileno())
        except OSError as error:
            file.seek(0)
            who = file.read(20).strip()
            raise CourseProblem(
                f"another grading run is at work on this course"
                f"{f' (process {who})' if who.isdigit() else ''}: let it end, or stop it"
            ) from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


def _lock(descriptor: int) -> None:
    """Lock a file, or raise OSError where it is locked."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        windows: Any = msvcrt
        windows.locking(descriptor, windows.LK_NBLCK, 1)
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@dataclass
class Entry:
    """One student's submission in the gradebook, as it was read.

    timestamp, due: in UTC without a zone, as nbgrader has them. extension: of this student.
    grades and comments: rows by the cell's name.
    """

    student: str
    id: str
    notebook: str
    penalty: float
    timestamp: datetime | None
    due: datetime | None
    extension: timedelta | None
    grades: dict[str, Any] = field(default_factory=dict)
    comments: dict[str, Any] = field(default_factory=dict)

    @property
    def late(self) -> float:
        """Seconds after it was due, at least 0."""
        if self.timestamp is None or self.due is None:
            return 0.0
        due = self.due + (self.extension or timedelta())
        return max(0.0, (self.timestamp - due).total_seconds())


@dataclass(frozen=True)
class Earlier:
    """What `lmhead_graded` says of a submission: its key, its page's key, and the rest."""

    key: str
    page: str
    line: dict[str, Any]


class Store:
    """One assignment's part of the gradebook, in one session. Close it."""

    def __init__(self, db_url: str, course_id: str, assignment: str) -> None:
        self.assignment = assignment
        self._gradebook = Gradebook(db_url, course_id)
        self._db: Session = self._gradebook.db()
        GRADED.create(self._gradebook.engine, checkfirst=True)
        stored = self._gradebook.find_assignment(assignment)
        self._id: str = stored.id
        self._due: datetime | None = stored.duedate
        notebook = self._gradebook.find_notebook(assignment, assignment)
        self._notebook: str = notebook.id
        self.master = Master.from_gradebook(self._gradebook, assignment, assignment)
        self._graded: dict[str, Any] = {
            cell.name: cell.id for cell in notebook.grade_cells + notebook.task_cells
        }
        self._answers = {
            cell.name: cell.id for cell in notebook.solution_cells + notebook.task_cells
        }
        self._most = {
            cell.name: float(cell.max_score) for cell in notebook.grade_cells + notebook.task_cells
        }
        cells = [*self._graded.items(), *self._answers.items()]
        self._names = {cell: name for name, cell in cells}
        self._db.commit()

    def close(self) -> None:
        self._gradebook.close()

    def commit(self) -> None:
        self._db.commit()

    def rollback(self) -> None:
        self._db.rollback()

    # -- reading ------------------------------------------------------------------------

    def earlier(self, student: str) -> Earlier | None:
        """What was graded last, or None."""
        row = self._db.execute(
            sql.select(GRADED).where(
                GRADED.c.assignment == self.assignment, GRADED.c.student == student
            )
        ).first()
        return None if row is None else Earlier(row.key, row.page, json.loads(row.line))

    def entry(self, student: str) -> Entry | None:
        """The submission as the gradebook has it, or None."""
        row = self._db.execute(
            sql.select(
                _SUBMITTED.c.id,
                _SUBMITTED.c.timestamp,
                _SUBMITTED.c.extension,
                _NOTEBOOK.c.id.label("notebook"),
                _NOTEBOOK.c.late_submission_penalty.label("penalty"),
            )
            .join(_NOTEBOOK, _NOTEBOOK.c.assignment_id == _SUBMITTED.c.id)
            .where(
                _SUBMITTED.c.assignment_id == self._id,
                _SUBMITTED.c.student_id == student,
                _NOTEBOOK.c.notebook_id == self._notebook,
            )
        ).first()
        if row is None:
            return None
        found = Entry(
            student=student,
            id=row.id,
            notebook=row.notebook,
            penalty=row.penalty or 0.0,
            timestamp=row.timestamp,
            due=self._due,
            extension=row.extension,
        )
        for table, into in ((_GRADE, found.grades), (_COMMENT, found.comments)):
            for each in self._db.execute(
                sql.select(table).where(table.c.notebook_id == row.notebook)
            ):
                name = self._names.get(each.cell_id)
                if name is not None:
                    into[name] = each
        return found

    def points(self, entry: Entry) -> dict[str, float | None]:
        """Each graded cell's points: a person's where there are some, else the machine's."""
        return {
            name: row.manual_score if row.manual_score is not None else row.auto_score
            for name, row in entry.grades.items()
        }

    def marks(self, entry: Entry) -> Marks:
        """What stands on the feedback page."""
        tasks = {
            name: TaskMark(_total(row), self._most.get(name, 0.0), bool(row.needs_manual_grade))
            for name, row in entry.grades.items()
        }
        return Marks(
            student=entry.student,
            score=sum(mark.points for mark in tasks.values()) - entry.penalty,
            max_score=sum(self._most.values()),
            late_penalty=entry.penalty,
            tasks=tasks,
            comments={
                name: row.manual_comment
                for name, row in entry.comments.items()
                if row.manual_comment
            },
        )

    # -- writing ------------------------------------------------------------------------

    def enter(self, student: str) -> Entry:
        """The submission in the gradebook, made where it is not there yet."""
        known = sql.select(_STUDENT.c.id).where(_STUDENT.c.id == student)
        if self._db.execute(known).first() is None:
            self._db.execute(sql.insert(_STUDENT).values(id=student))
        if (found := self.entry(student)) is None:
            self._add(student)
            found = self.entry(student)
            assert found is not None
        self._complete(found)
        return found

    def _add(self, student: str) -> None:
        query = sql.select(_SUBMITTED.c.id).where(
            _SUBMITTED.c.assignment_id == self._id, _SUBMITTED.c.student_id == student
        )
        submitted = self._db.execute(query).scalar()
        if submitted is None:
            submitted = new_uuid()
            self._db.execute(
                sql.insert(_SUBMITTED).values(
                    id=submitted, assignment_id=self._id, student_id=student
                )
            )
        self._db.execute(
            sql.insert(_NOTEBOOK).values(
                id=new_uuid(),
                assignment_id=submitted,
                notebook_id=self._notebook,
                flagged=False,
            )
        )

    def _complete(self, entry: Entry) -> None:
        """Add the rows that the master asks for and the submission lacks."""
        lacking = False
        for table, cells, there in (
            (_GRADE, self._graded, entry.grades),
            (_COMMENT, self._answers, entry.comments),
        ):
            more = {"needs_manual_grade": True} if table is _GRADE else {}
            rows = [
                {"id": new_uuid(), "notebook_id": entry.notebook, "cell_id": cell, **more}
                for name, cell in cells.items()
                if name not in there
            ]
            if rows:
                self._db.execute(sql.insert(table), rows)
                lacking = True
        if lacking:
            again = self.entry(entry.student)
            assert again is not None
            entry.grades, entry.comments = again.grades, again.comments

    def save_times(self, entry: Entry) -> None:
        """Record when a submission was handed in, when the assignment is due, and the extension."""
        self._db.execute(
            sql.update(_SUBMITTED)
            .where(_SUBMITTED.c.id == entry.id)
            .values(timestamp=entry.timestamp, extension=entry.extension)
        )
        if entry.due != self._due:
            self._due = entry.due
            self._db.execute(
                sql.update(_ASSIGNMENT)
                .where(_ASSIGNMENT.c.id == self._id)
                .values(duedate=self._due)
            )

    def save_marks(
        self, entry: Entry, scores: dict[str, float | None], doubtful: set[str], said: set[str]
    ) -> Entry:
        """Set every automatic score; marks and comments given by hand stay.

        scores: by grade id; None where a person has to judge, absent where there is nothing to
        judge (0 points). doubtful: the cells whose answer has changed since a person may have
        marked it. said: the answers that are as they were released.
        """
        changes = []
        for name, row in entry.grades.items():
            score = scores.get(name, 0.0)
            by_hand = row.manual_score is not None
            waits = score is None and not by_hand
            waits = waits or (by_hand and (name in doubtful or bool(row.needs_manual_grade)))
            if (row.auto_score, bool(row.needs_manual_grade)) != (score, waits):
                changes.append({"row": row.id, "score": score, "waits": waits})
        if changes:
            self._db.connection().execute(
                sql.update(_GRADE)
                .where(_GRADE.c.id == sql.bindparam("row"))
                .values(
                    auto_score=sql.bindparam("score"), needs_manual_grade=sql.bindparam("waits")
                ),
                changes,
            )
        words = []
        for name, row in entry.comments.items():
            comment = "No response." if name in said else None
            if row.auto_comment != comment:
                words.append({"row": row.id, "said": comment})
        if words:
            self._db.connection().execute(
                sql.update(_COMMENT)
                .where(_COMMENT.c.id == sql.bindparam("row"))
                .values(auto_comment=sql.bindparam("said")),
                words,
            )
        again = self.entry(entry.student)
        assert again is not None
        return again

    def save_penalty(self, entry: Entry, penalty: float | None) -> None:
        self._db.execute(
            sql.update(_NOTEBOOK)
            .where(_NOTEBOOK.c.id == entry.notebook)
            .values(late_submission_penalty=penalty)
        )
        entry.penalty = penalty or 0.0

    def remember(self, student: str, graded: Earlier) -> None:
        """Write down what was graded, for the next run."""
        values = {
            "key": graded.key,
            "page": graded.page,
            "line": json.dumps(graded.line, ensure_ascii=False),
        }
        there = (GRADED.c.assignment == self.assignment, GRADED.c.student == student)
        if not self._db.execute(sql.update(GRADED).where(*there).values(values)).rowcount:  # type: ignore[attr-defined]
            self._db.execute(
                sql.insert(GRADED).values(assignment=self.assignment, student=student, **values)
            )


def _total(row: Any) -> float:
    score = row.manual_score if row.manual_score is not None else row.auto_score
    return float(score or 0.0) + float(row.extra_credit or 0.0)


def is_released(db_url: str, course_id: str, assignment: str) -> bool:
    """Whether the gradebook knows the cells of an assignment."""
    with Gradebook(db_url, course_id) as gradebook:
        try:
            return bool(gradebook.find_assignment(assignment).notebooks)
        except MissingEntry:
            return False


__all__ = ["Earlier", "Entry", "Store", "course_lock", "is_released"]

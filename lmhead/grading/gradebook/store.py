"""The gradebook as the driver uses it: one session, one writer, and what was graded when.

nbgrader's tables are read and written with plain statements, since loading its objects
computes sums over the whole class. `lmhead_graded` is ours, in the same database: the key of
what was graded last, so that a later run knows what has changed. It is written in the same
transaction as the marks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
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

from ..notebook.master import Master
from .marks import Marks, TaskMark, overridden
from .rows import CommentRow, GradeRow, SubmissionRecord

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


@dataclass(frozen=True)
class PreviousGrading:
    """What `lmhead_graded` says of a submission: its key, its page's key, and the rest."""

    key: str
    page: str
    line: dict[str, Any]


class Store:
    """One assignment's part of the gradebook, in one session. Close it.

    names: first and last names by student, for those whom the gradebook has without a name.
    """

    def __init__(
        self,
        db_url: str,
        course_id: str,
        assignment: str,
        names: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        self.assignment = assignment
        self._people = names or {}
        self._gradebook = Gradebook(db_url, course_id)
        self._db: Session = self._gradebook.db()
        GRADED.create(self._gradebook.engine, checkfirst=True)
        stored = self._gradebook.find_assignment(assignment)
        self._id: str = stored.id
        self._due: datetime | None = stored.duedate
        notebook = self._gradebook.find_notebook(assignment, assignment)
        self._notebook: str = notebook.id
        self.master = Master.from_gradebook(self._gradebook, assignment, assignment)
        graded = [*notebook.grade_cells, *notebook.task_cells]
        answers = [*notebook.solution_cells, *notebook.task_cells]
        self._graded: dict[str, str] = {cell.name: cell.id for cell in graded}
        self._answers: dict[str, str] = {cell.name: cell.id for cell in answers}
        #: Answers that a person marks in words: no machine's points to compare.
        self.written = {cell.grade_id for cell in self.master.cells if cell.person_graded}
        self._most = {cell.name: float(cell.max_score) for cell in graded}
        self._names = {cell.id: cell.name for cell in [*graded, *answers]}
        self._students = set(self._db.scalars(sql.select(_STUDENT.c.id)))
        self._name_students()
        self._db.commit()

    def _name_students(self) -> None:
        """Give those a name who have none: formgrader would call them None, None."""
        nameless = sql.select(_STUDENT.c.id).where(
            _STUDENT.c.first_name.is_(None), _STUDENT.c.last_name.is_(None)
        )
        for student in self._db.scalars(nameless).all():
            if student in self._people:
                change = sql.update(_STUDENT).where(_STUDENT.c.id == student)
                self._db.execute(change.values(self._names_of(student)))

    def _names_of(self, student: str) -> dict[str, str]:
        if student not in self._people:
            return {}
        first, last = self._people[student]
        return {"first_name": first, "last_name": last}

    def close(self) -> None:
        self._gradebook.close()

    def commit(self) -> None:
        self._db.commit()

    def rollback(self) -> None:
        self._db.rollback()

    # -- reading ------------------------------------------------------------------------

    def earlier(self, student: str) -> PreviousGrading | None:
        """What was graded last, or None."""
        names = {"assignment_": self.assignment, "student_": student}
        row = self._db.execute(_EARLIER, names).first()
        return None if row is None else PreviousGrading(row.key, row.page, json.loads(row.line))

    def rows_of(self, student: str) -> SubmissionRecord:
        """The submission as the gradebook has it; with new rows where it has none."""
        names = {"assignment_": self._id, "student_": student}
        row = self._db.execute(_FIND_SUBMITTED, names).first()
        if row is None:
            record = SubmissionRecord(
                student, new_uuid(), new_uuid(), self._due, new=True, new_notebook=True
            )
        else:
            record = SubmissionRecord(
                student, row.id, new_uuid(), self._due, row.timestamp, row.extension
            )
            there = {"submitted_": row.id, "notebook_": self._notebook}
            notebook = self._db.execute(_FIND_NOTEBOOK, there).first()
            record.new_notebook = notebook is None
            if notebook is not None:
                record.notebook, record.penalty = (
                    notebook.id,
                    notebook.late_submission_penalty,
                )
                self._load_rows(record)
        for name in self._graded.keys() - record.grades.keys():
            record.grades[name] = GradeRow(new_uuid(), new=True)
        for name in self._answers.keys() - record.comments.keys():
            record.comments[name] = CommentRow(new_uuid(), new=True)
        return record

    def _load_rows(self, record: SubmissionRecord) -> None:
        mine = {"notebook_": record.notebook}
        for row in self._db.execute(_FIND_GRADES, mine):
            if (name := self._names.get(row.cell_id)) is not None:
                record.grades[name] = GradeRow(
                    row.id,
                    row.auto_score,
                    row.manual_score,
                    row.extra_credit,
                    bool(row.needs_manual_grade),
                )
        for row in self._db.execute(_FIND_COMMENTS, mine):
            if (name := self._names.get(row.cell_id)) is not None:
                record.comments[name] = CommentRow(row.id, row.auto_comment, row.manual_comment)

    def marks(self, record: SubmissionRecord) -> Marks:
        """What stands on the feedback page."""
        penalty = record.penalty or 0.0
        return Marks(
            student=record.student,
            score=record.score - penalty,
            max_score=sum(self._most.values()),
            late_penalty=penalty,
            tasks={
                name: TaskMark(
                    (row.points or 0.0) + (row.extra or 0.0),
                    self._most[name],
                    row.waits,
                    overridden(row.auto, row.manual),
                )
                for name, row in sorted(record.grades.items())
            },
            comments={
                name: row.manual for name, row in sorted(record.comments.items()) if row.manual
            },
        )

    # -- writing ------------------------------------------------------------------------

    def save(self, record: SubmissionRecord) -> None:
        """Write what of a record is new or was changed. Not committed."""
        if record.student not in self._students:
            names = self._names_of(record.student)
            self._db.execute(sql.insert(_STUDENT), {"id": record.student} | names)
            self._students.add(record.student)
        times = {"timestamp": record.timestamp, "extension": record.extension}
        if record.new:
            owner = {
                "id": record.id,
                "assignment_id": self._id,
                "student_id": record.student,
            }
            self._db.execute(_ADD_SUBMITTED, owner | times)
        else:
            self._db.execute(_SAVE_SUBMITTED, {"row": record.id} | times)
        penalty = {"late_submission_penalty": record.penalty}
        if record.new_notebook:
            owner = {"assignment_id": record.id, "notebook_id": self._notebook}
            row = {"id": record.notebook, "flagged": False}
            self._db.execute(_ADD_NOTEBOOK, row | owner | penalty)
        else:
            self._db.execute(_SAVE_NOTEBOOK, {"row": record.notebook} | penalty)
        self._save_rows(record)
        if record.due != self._due:
            self._due = record.due
            mine = _ASSIGNMENT.c.id == self._id
            self._db.execute(sql.update(_ASSIGNMENT).where(mine).values(duedate=self._due))
        record.new = record.new_notebook = False
        rows: list[GradeRow | CommentRow] = [
            *record.grades.values(),
            *record.comments.values(),
        ]
        for each in rows:
            each.new = each.changed = False

    def _save_rows(self, record: SubmissionRecord) -> None:
        grades = [
            (
                self._graded[name],
                row,
                {"auto_score": row.auto, "needs_manual_grade": row.waits},
            )
            for name, row in record.grades.items()
        ]
        comments = [
            (self._answers[name], row, {"auto_comment": row.auto})
            for name, row in record.comments.items()
        ]
        rows: Any
        for rows, add, change in (
            (grades, _ADD_GRADE, _SAVE_GRADE),
            (comments, _ADD_COMMENT, _SAVE_COMMENT),
        ):
            new = [
                {"id": row.id, "notebook_id": record.notebook, "cell_id": cell} | values
                for cell, row, values in rows
                if row.new
            ]
            changed = [
                {"row": row.id} | values for _, row, values in rows if row.changed and not row.new
            ]
            connection = self._db.connection()
            if new:
                connection.execute(add, new)
            if changed:
                connection.execute(change, changed)

    def remember(self, student: str, graded: PreviousGrading, *, known: bool) -> None:
        """Write down what was graded, for the next run. known: it was graded before."""
        names = {"assignment_": self.assignment, "student_": student}
        values = {
            "key": graded.key,
            "page": graded.page,
            "line": json.dumps(graded.line, ensure_ascii=False),
        }
        if known:
            self._db.execute(_SAVE_GRADED, names | values)
        else:
            values |= {"assignment": self.assignment, "student": student}
            self._db.execute(_ADD_GRADED, values)


# Statements are made once: making them costs more than running them.


def _where(table: Any, *columns: tuple[str, str]) -> Any:
    return sql.and_(*(table.c[column] == sql.bindparam(name) for column, name in columns))


def _save(table: Any, *columns: str) -> Any:
    values: Any = {column: sql.bindparam(column) for column in columns}
    return sql.update(table).where(table.c.id == sql.bindparam("row")).values(values)


_PAIR = (("assignment", "assignment_"), ("student", "student_"))
_EARLIER = sql.select(GRADED).where(_where(GRADED, *_PAIR))
_ADD_GRADED = sql.insert(GRADED)
_SAVE_GRADED = (
    sql.update(GRADED)
    .where(_where(GRADED, *_PAIR))
    .values({name: sql.bindparam(name) for name in ("key", "page", "line")})
)
_FIND_SUBMITTED = sql.select(_SUBMITTED).where(
    _where(_SUBMITTED, ("assignment_id", "assignment_"), ("student_id", "student_"))
)
_ADD_SUBMITTED = sql.insert(_SUBMITTED)
_SAVE_SUBMITTED = _save(_SUBMITTED, "timestamp", "extension")
_FIND_NOTEBOOK = sql.select(_NOTEBOOK).where(
    _where(_NOTEBOOK, ("assignment_id", "submitted_"), ("notebook_id", "notebook_"))
)
_ADD_NOTEBOOK = sql.insert(_NOTEBOOK)
_SAVE_NOTEBOOK = _save(_NOTEBOOK, "late_submission_penalty")
_FIND_GRADES = sql.select(_GRADE).where(_where(_GRADE, ("notebook_id", "notebook_")))
_ADD_GRADE = sql.insert(_GRADE)
_SAVE_GRADE = _save(_GRADE, "auto_score", "needs_manual_grade")
_FIND_COMMENTS = sql.select(_COMMENT).where(_where(_COMMENT, ("notebook_id", "notebook_")))
_ADD_COMMENT = sql.insert(_COMMENT)
_SAVE_COMMENT = _save(_COMMENT, "auto_comment")


def is_released(db_url: str, course_id: str, assignment: str) -> bool:
    """Whether the gradebook knows the cells of an assignment."""
    with Gradebook(db_url, course_id) as gradebook:
        try:
            return bool(gradebook.find_assignment(assignment).notebooks)
        except MissingEntry:
            return False


__all__ = ["PreviousGrading", "SubmissionRecord", "Store", "is_released"]

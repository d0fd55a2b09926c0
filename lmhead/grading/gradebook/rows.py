"""One student's submission as the gradebook has it, in plain rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta


@dataclass
class GradeRow:
    """A graded cell's row. waits: for a person."""

    id: str
    auto: float | None = None
    manual: float | None = None
    extra: float | None = None
    waits: bool = True
    new: bool = False
    changed: bool = False

    @property
    def points(self) -> float | None:
        """A person's where there are some, else the machine's."""
        return self.auto if self.manual is None else self.manual


@dataclass
class CommentRow:
    """An answer's row."""

    id: str
    auto: str | None = None
    manual: str | None = None
    new: bool = False
    changed: bool = False


@dataclass
class SubmissionRecord:
    """One student's submission in the gradebook: read with `Store.rows_of`, written with `save`.

    id, notebook: of its rows; new, new_notebook: they are not there yet. timestamp, due: in UTC
    without a zone, as nbgrader has them. extension: of this student. grades and comments: by
    the cell's name.
    """

    student: str
    id: str
    notebook: str
    due: datetime | None
    timestamp: datetime | None = None
    extension: timedelta | None = None
    penalty: float | None = None
    grades: dict[str, GradeRow] = field(default_factory=dict)
    comments: dict[str, CommentRow] = field(default_factory=dict)
    new: bool = False
    new_notebook: bool = False

    @property
    def own_due(self) -> datetime | None:
        """When it was due for this student."""
        return None if self.due is None else self.due + (self.extension or timedelta())

    @property
    def late(self) -> float:
        """Seconds after it was due, at least 0."""
        if self.timestamp is None or self.own_due is None:
            return 0.0
        return max(0.0, (self.timestamp - self.own_due).total_seconds())

    @property
    def score(self) -> float:
        """The points of all cells, before a penalty."""
        return sum((row.points or 0.0) + (row.extra or 0.0) for row in self.grades.values())

    def set_scores(
        self, scores: Mapping[str, float | None], doubtful: set[str], untouched: set[str]
    ) -> None:
        """Set every automatic score; marks and comments given by hand stay.

        scores: by grade id; None where a person has to judge, absent where there is nothing to
        judge (0 points). doubtful: the cells whose answer has changed since a person may have
        marked it. untouched: the answers that are as they were released.
        """
        for name, row in self.grades.items():
            score = scores.get(name, 0.0)
            by_hand = row.manual is not None
            waits = (row.waits or name in doubtful) if by_hand else score is None
            if (row.auto, row.waits) != (score, waits):
                row.auto, row.waits, row.changed = score, waits, True
        for name, comment in self.comments.items():
            said = "No response." if name in untouched else None  # nbgrader's own words
            if comment.auto != said:
                comment.auto, comment.changed = said, True

"""What the gradebook holds of one student's notebook, as a feedback page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...messages import Message


@dataclass(frozen=True)
class TaskMark:
    """One task in the gradebook. waiting: a person has still to give its points. by_hand: a
    person has given other points than the check."""

    points: float
    max_points: float
    waiting: bool = False
    by_hand: bool = False


@dataclass(frozen=True)
class Marks:
    """What the gradebook holds of one student's notebook.

    score: points after the late penalty. late_reason: when it was due, when it came, and the
    rule. tasks and comments: by grade id; a comment is the Markdown that a person typed.
    """

    student: str
    score: float
    max_score: float
    late_penalty: float = 0.0
    late_reason: Message | None = None
    tasks: Mapping[str, TaskMark] = field(default_factory=dict)
    comments: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, notebook: Any, student: str) -> Marks:
        """From nbgrader's `SubmittedNotebook`, within its gradebook's session."""
        penalty = float(notebook.late_submission_penalty or 0.0)
        return cls(
            student=student,
            score=float(notebook.score) - penalty,
            max_score=float(notebook.max_score),
            late_penalty=penalty,
            tasks={
                grade.name: TaskMark(
                    float(grade.score or 0.0),
                    float(grade.max_score),
                    bool(grade.needs_manual_grade),
                    overridden(grade.auto_score, grade.manual_score),
                )
                for grade in notebook.grades
            },
            comments={
                comment.name: str(comment.manual_comment)
                for comment in notebook.comments
                if comment.manual_comment
            },
        )


def overridden(auto: float | None, manual: float | None) -> bool:
    """Whether a person has given other points than the check."""
    return auto is not None and manual is not None and auto != manual

"""`check`: what a learner calls in a notebook, and what the grader calls in its place."""

from __future__ import annotations

from typing import Any, overload

from ..wire.subject import Limits
from .at_home import check_at_home
from .grading import check_graded, current_grading
from .hints import Hint
from .result import Result


@overload
def check(task_id: str, *work: Any, hint: None = None, limits: Limits | None = None) -> Result: ...
@overload
def check(task_id: str, *work: Any, hint: int, limits: Limits | None = None) -> Result | Hint: ...
def check(
    task_id: str, *work: Any, hint: int | None = None, limits: Limits | None = None
) -> Result | Hint:
    """Check the learner's work on a task and say what is right and what is not.

    task_id: ``"<assignment>/<task>"``. work: the learner's values or functions, in the order
    that the exercise states. Fresh numbers are drawn each time. Returns a `Result`, which the
    notebook shows; its `points` are what grading would give for the same work.

    hint: 1, 2, … shows that hint instead, for which no work is needed. There are none while
    grading: the result is the one without it.
    """
    context = current_grading()
    if context is None:
        return check_at_home(task_id, work, hint, limits)
    return check_graded(context, task_id, work, limits)

"""What a check at home and one while grading have in common: work in, a `Result` out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..course import section_url
from ..messages import Message, current_language, listed, say
from ..wire.peer import numpy_defaults
from ..wire.subject import HandleError, PeerLost, Subject, is_a
from .registry import Task
from .result import Part, Result
from .trial import Trial
from .usage_errors import WrongWork


def require_all_work(task: Task, work: Sequence[Any]) -> None:
    """Raise `WrongWork` unless there is a value for each name that the task takes."""
    if len(work) != len(task.takes):
        wanted = listed(task.takes)
        raise WrongWork(say("check/wrong-work", task=task.id, wanted=wanted, count=len(work)))


def judge(task: Task, trial: Trial, work: Sequence[Any]) -> Result:
    """The task's verdict on the work, as the grader sees it: data, and Subjects for functions.

    A function of this package's own is refused. Where the learner's process was lost, the parts
    that were judged before that stay.
    """
    if any(is_solution(item) for item in work):
        return refused(task)
    parts: list[Part] = []
    message = None
    try:
        with numpy_defaults():
            for part in task.function(trial, *work):
                parts.append(part)
    except PeerLost as lost:
        message = say(f"lost/{lost.reason}")
    except HandleError:
        message = say("check/live-object")
    return _result(task, tuple(parts), message)


def is_solution(item: Any) -> bool:
    """Whether this is a function that says it was defined in this package."""
    return is_a(item, Subject) and item.module.split(".")[0] == "lmhead"


def refused(task: Task) -> Result:
    """The verdict on work that is, or leans on, a solution of this package."""
    return _result(task, (), say("check/reference"))


def _result(task: Task, parts: tuple[Part, ...], message: Message | None) -> Result:
    lang = current_language()
    return Result(
        task=task.id,
        max_points=task.points,
        lang=lang,
        parts=parts,
        message=message,
        section=task.section,
        section_url=section_url(lang, task.assignment, task.anchor) if task.section else None,
    )

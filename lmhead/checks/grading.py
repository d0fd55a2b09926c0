"""`check` in a grade cell: seeded numbers, the class's variants, and a report of each result."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..messages import language, say, use_own
from ..wire.subject import HandleError, Limits
from .result import Result
from .usage_errors import CheckedLater
from .variants import NONE, Variants
from .verdict import judge, require_all_work


@dataclass(frozen=True)
class Grading:
    """Set by the grader around a grade cell; absent at home.

    seed: from a task's id to its seed (derived from the class's secret).
    report: is given each result. variants: the course's own, if it has any.
    """

    lang: str
    seed: Callable[[str], int]
    report: Callable[[Result], None]
    limits: Limits = field(default_factory=Limits)
    variants: Variants = NONE


_grading: ContextVar[Grading | None] = ContextVar("lmhead_grading", default=None)


@contextlib.contextmanager
def grading(context: Grading) -> Iterator[None]:
    """Within the block `check` grades: seeded, in the submission's language, reporting."""
    token = _grading.set(context)
    try:
        with language(context.lang):
            yield
    finally:
        _grading.reset(token)


def current_grading() -> Grading | None:
    """That of the block in which this runs; None at home."""
    return _grading.get()


def check_graded(
    context: Grading, task_id: str, work: tuple[Any, ...], limits: Limits | None
) -> Result:
    """The verdict, which is reported too."""
    use_own(context.variants.sentences)
    task = context.variants.find(task_id)
    require_all_work(task, work)
    rng = np.random.default_rng(context.seed(task_id))
    trial = context.variants.trial(task, rng, limits or context.limits)
    try:
        result = judge(task, trial, work)
    except CheckedLater:
        raise
    except Exception as error:
        if task.id not in context.variants.of(task.assignment):
            raise
        # The instructor's own code: an error in it costs no learner a point, a person decides.
        raise HandleError(
            say("check/failed", error=f"{type(error).__name__}: {error}").text()
        ) from error
    context.report(result)
    return result

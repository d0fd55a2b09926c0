"""`check`: what a learner calls in a notebook, and what the grader calls in its place."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, overload

import numpy as np

from ..course import section_url
from ..messages import Message, current_language, language, listed, say, use_own
from ..wire.subject import HandleError, Limits, LocalSession, Missing, PeerLost, Subject, is_a
from .hints import Hint, call_for, count_of, hint_for
from .patience import patience
from .reference import notebook_names, solutions_in, uses_reference
from .registry import CheckedLater, Task, Trial, WrongWork
from .result import Part, Result
from .variant_files import beside
from .variants import NONE, Variants


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
    context = _grading.get()
    variants = beside(Path()) if context is None else context.variants
    use_own(variants.sentences)
    task = variants.find(task_id)
    if hint is not None and context is None:
        return hint_for(task, hint)
    if len(work) != len(task.takes):
        wanted = listed(task.takes)
        raise WrongWork(say("check/wrong-work", task=task.id, wanted=wanted, count=len(work)))
    if context is None:
        seed, limits = secrets.randbits(64), limits or Limits()
        session = LocalSession(limits=limits)
        given = [item for item in work if not is_a(item, Missing)]
        seen = [item if is_a(item, Missing) else session.wrap(item) for item in work]
        mine = any(uses_reference(item) for item in given)
    else:
        seed, limits = context.seed(task_id), limits or context.limits
        seen, mine = list(work), False
    trial = variants.trial(task, np.random.default_rng(seed), limits)
    refused = mine or any(_is_reference(item) for item in seen)
    if refused:
        result = _refused(task)
    elif context is None:
        with patience(limits):
            result = _run(task, trial, seen, variants)
        if any(not is_a(item, Subject) for item in seen):
            result = replace(result, message=result.message or _leaning())
    else:
        result = _run(task, trial, seen, variants)
    if context is not None:
        context.report(result)
    return result


def _leaning() -> Message | None:
    """In a notebook that holds solutions of this package: numbers may come from them."""
    names = solutions_in(notebook_names())
    return say("check/leans-on-package", names=listed(names[:6])) if names else None


def _run(task: Task, trial: Trial, work: list[Any], variants: Variants) -> Result:
    parts: list[Part] = []
    message = None
    try:
        for part in task.function(trial, *work):
            parts.append(part)
    except PeerLost as lost:
        message = say(f"lost/{lost.reason}")
    except HandleError:
        message = say("check/live-object")
    except CheckedLater:
        raise
    except Exception as error:
        if _grading.get() is None or task.id not in variants.of(task.assignment):
            raise
        # The instructor's own code: a fault in it costs nobody a point, a person has to look.
        raise HandleError(
            say("check/failed", error=f"{type(error).__name__}: {error}").text()
        ) from error
    return _result(task, tuple(parts), message)


def _refused(task: Task) -> Result:
    return _result(task, (), say("check/reference"))


def _result(task: Task, parts: tuple[Part, ...], message: Any) -> Result:
    lang = current_language()
    return Result(
        task=task.id,
        max_points=task.points,
        lang=lang,
        parts=parts,
        message=message,
        section=task.section,
        section_url=_section_url(lang, task),
        hint=_first_hint(lang, task),
    )


def _first_hint(lang: str, task: Task) -> str | None:
    """The call that shows it; None while grading, and where the task has no hints."""
    at_home = _grading.get() is None
    return call_for(task.id, 1) if at_home and count_of(task.id, lang) else None


def _section_url(lang: str, task: Task) -> str | None:
    return section_url(lang, task.assignment, task.anchor) if task.section else None


def _is_reference(value: Any) -> bool:
    return is_a(value, Subject) and value.module.split(".")[0] == "lmhead"

"""`check` in a learner's own notebook: fresh numbers each time, hints, nothing reported."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..messages import Message, listed, say, use_own
from ..wire.subject import Limits, LocalSession, Missing, Subject, is_a
from .hints import Hint, call_for, count_of, hint_for
from .registry import Task
from .result import Result
from .solution_use import notebook_names, solutions_in, uses_solution
from .timeout_notice import timeout_notice
from .variant_files import beside
from .verdict import judge, refused, require_all_work


def check_at_home(
    task_id: str, work: tuple[Any, ...], hint: int | None, limits: Limits | None
) -> Result | Hint:
    """The verdict, or the hint that is asked for."""
    variants = beside(Path())
    use_own(variants.sentences)
    task = variants.find(task_id)
    if hint is not None:
        return hint_for(task, hint)
    require_all_work(task, work)
    limits = limits or Limits()
    trial = variants.trial(task, np.random.default_rng(secrets.randbits(64)), limits)
    result = _judged(task, trial, work)
    return replace(result, hint=_first_hint(result.lang, task))


def _judged(task: Task, trial: Any, work: tuple[Any, ...]) -> Result:
    session = LocalSession(limits=trial.limits)
    seen = [item if is_a(item, Missing) else session.wrap(item) for item in work]
    if any(uses_solution(item) for item in work if not is_a(item, Missing)):
        return refused(task)
    with timeout_notice(trial.limits):
        result = judge(task, trial, seen)
    if result.message is None and any(not is_a(item, Subject) for item in seen):
        return replace(result, message=_leans_on_package())
    return result


def _leans_on_package() -> Message | None:
    """In a notebook that holds solutions of this package: numbers may come from them."""
    names = solutions_in(notebook_names())
    return say("check/leans-on-package", names=listed(names[:6])) if names else None


def _first_hint(lang: str, task: Task) -> str | None:
    """The call that shows the task's first hint; None where it has none."""
    return call_for(task.id, 1) if count_of(task.id, lang) else None

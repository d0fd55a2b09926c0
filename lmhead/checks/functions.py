"""Parts that call the learner's function on many cases and compare with the reference.

The structure of the cases is the same at home and at grading; only the numbers are fresh.
When every failing case equals what a known mistake would give, the message names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..wire.subject import Fault, Handle, Limits, Missing, Reply, Subject, TooLargeValue, is_a
from .messages import Message, say
from .result import Part
from .show import kind_of, show
from .values import ROUNDING, Tolerance, as_numbers, not_attempted, right, untouched, wrong

Function = Callable[..., Any]


@dataclass(frozen=True)
class Case:
    """One call. `label` says what is special about it, as text for the learner."""

    args: tuple[Any, ...]
    label: str = ""

    def copy(self) -> tuple[Any, ...]:
        return tuple(item.copy() if isinstance(item, np.ndarray) else item for item in self.args)


def not_callable(part_id: str, points: float, subject: Any, name: str) -> Part | None:
    """The part's verdict when there is no function to call, else None."""
    if untouched(subject):
        return not_attempted(part_id, points, name)
    if not is_a(subject, Subject):
        what = "value/not-attempted" if is_a(subject, Missing) else "function/not-a-function"
        return wrong(part_id, points, say(what, name=name, kind=kind_of(subject)))
    if subject.is_class:
        return wrong(part_id, points, say("function/is-class", name=name))
    return None


def fault_message(fault: Fault, name: str, limits: Limits) -> Message:
    """What the learner's code raised, with its own line."""
    if fault.out_of_time:
        return say("function/out-of-time", name=name, seconds=f"{limits.cpu:g}")
    where = {"line": fault.line or 0, "source": fault.source or ""}
    known = "function/raised-at" if fault.line and fault.source else "function/raised"
    return say(known, name=name, error=fault.kind, text=fault.message, **where)


def difference(value: Any, expected: Any, name: str, tolerance: Tolerance | None) -> Message | None:
    """How a returned value differs from the reference's (an array), or None."""
    if value is None:
        return say("function/returned-none", name=name)
    if is_a(value, Subject):
        return say("function/returned-function", name=name)
    if is_a(value, TooLargeValue):
        return say("function/returned-too-large", name=name, what=value.what)
    target = np.asarray(expected)
    if not is_a(value, np.ndarray):
        got = as_numbers(value) if target.ndim == 0 else None
        if got is None or got.ndim:
            return say("function/wrong-type", name=name, kind=kind_of(value), expected=kind_of(target))
        value = got
    if value.shape != target.shape:
        return say(
            "function/wrong-shape", name=name, got_shape=str(value.shape), expected_shape=str(target.shape)
        )
    if value.dtype.kind not in "iuf" or (target.ndim and value.dtype != target.dtype):
        return say(
            "function/wrong-dtype", name=name, got_dtype=str(value.dtype), expected_dtype=str(target.dtype)
        )
    if np.isnan(value).any() and not np.isnan(target).any():
        return say("function/nan", name=name)
    close = tolerance or ROUNDING[str(target.dtype)]
    if not close.accepts(value.astype(float), target.astype(float)):
        return say("function/wrong-values", name=name)
    return None


def changed_argument(reply: Reply, case: Case) -> int | None:
    """The first argument (from 1) that the call changed in place, or None."""
    for index, (before, after) in enumerate(zip(case.args, reply.args_after, strict=False), start=1):
        if is_a(before, np.ndarray):
            same = (
                is_a(after, np.ndarray)
                and after.dtype == before.dtype
                and np.array_equal(after, before, equal_nan=True)
            )
            if not same:
                return index
    return None


@dataclass(frozen=True)
class _Outcome:
    case: Case
    reply: Reply
    expected: Any
    problem: Message | None


def _same(value: Any, expected: Any, tolerance: Tolerance | None) -> bool:
    return difference(value, expected, "", tolerance) is None


def _mistake(
    outcomes: list[_Outcome], mistakes: Mapping[str, Function], tolerance: Tolerance | None
) -> str | None:
    """The first known mistake that gives the learner's value on every failing case."""
    failing = [item for item in outcomes if item.problem is not None]
    if any(item.reply.fault is not None for item in failing):
        return None
    for name, function in mistakes.items():
        try:
            with np.errstate(all="ignore"):
                alike = all(
                    _same(item.reply.value, function(*item.case.copy()), tolerance) for item in failing
                )
        except Exception:  # a mistake that does not apply to these shapes is not the one
            continue
        if alike:
            return name
    return None


def function_values(
    part_id: str,
    points: float,
    subject: Any,
    cases: Iterable[Case],
    reference: Function,
    *,
    name: str,
    limits: Limits,
    prefix: str,
    mistakes: Mapping[str, Function] | None = None,
    tolerance: Tolerance | None = None,
) -> Part:
    """All or nothing over the cases, smallest first.

    mistakes: misconception id -> a function of the same arguments; its sentence is
    ``<prefix>/<id>``. An argument changed in place is one too (``function/changed-argument``).
    """
    missing = not_callable(part_id, points, subject, name)
    if missing is not None:
        return missing
    outcomes: list[_Outcome] = []
    for case in cases:
        reply = subject.call(case.copy(), limits=limits)
        if reply.fault is not None and reply.fault.kind == "NotImplementedError":
            return not_attempted(part_id, points, name)
        expected = reference(*case.copy())
        if reply.fault is not None:
            problem: Message | None = fault_message(reply.fault, name, limits)
        else:
            problem = difference(reply.value, expected, name, tolerance)
        changed = changed_argument(reply, case)
        if problem is None and changed is not None:
            problem = say("function/changed-argument", name=name, index=changed)
        outcomes.append(_Outcome(case, reply, expected, problem))
        if reply.fault is not None and reply.fault.out_of_time:
            break  # one wait is enough
    failing = [item for item in outcomes if item.problem is not None]
    if not failing:
        return right(part_id, points)
    first = failing[0]
    assert first.problem is not None
    known = _mistake(outcomes, mistakes or {}, tolerance)
    changed_only = first.problem.id == "function/changed-argument"
    message = say(f"{prefix}/{known}", name=name) if known and not changed_only else first.problem
    if not known and first.problem.id == "function/returned-none" and first.reply.stdout:
        message = say("function/printed", name=name)
    return wrong(
        part_id,
        points,
        message,
        misconception="changed-argument" if changed_only else known,
        case=f"{name}({', '.join(show(item) for item in first.case.args)})",
        expected=None if changed_only else first.expected,
        got=None if first.reply.fault is not None or changed_only else first.reply.value,
    )

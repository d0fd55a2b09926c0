"""Parts that look at a value: a number, a list of numbers, a choice.

Type and shape come before numbers, so that a learner hears the first thing that is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..messages import Message, listed, say
from ..wire.subject import Missing, Subject, TooLargeValue, is_a
from .coerce import as_numbers, one_number
from .formatting import describe_type
from .parts import not_attempted, not_run, right, wrong
from .result import Part
from .tolerance import NEARLY, ROUNDING, Array, Tolerance, common_factor, decimals, rounding_of

#: Courses' own tasks import these from here, whatever module has them.
__all__ = [
    "NEARLY",
    "ROUNDING",
    "Array",
    "Mistake",
    "Tolerance",
    "as_numbers",
    "choice",
    "common_factor",
    "decimals",
    "known_mistake",
    "not_attempted",
    "not_run",
    "numbers",
    "problem_with",
    "right",
    "rounding_of",
    "untouched",
    "wrong",
]

#: A known wrong answer: the number(s) that it leads to, or a test of what the learner has.
Mistake = Any


def untouched(value: Any) -> bool:
    """Whether a name was never given a value: undefined, or still the stub's ``...`` or None."""
    return is_a(value, Missing) or value is None or value is ...


def problem_with(value: Any, name: str, shape: tuple[int, ...]) -> Message | None:
    """What is wrong with `value` before its numbers are looked at, or None."""
    if is_a(value, Subject):
        return say("value/is-function", name=name)
    if is_a(value, TooLargeValue):
        return say("value/too-large", name=name, what=value.what)
    array = as_numbers(value)
    if array is None or (array.ndim == 0) != (shape == ()):
        if shape == ():
            return say("value/not-a-number", name=name, kind=describe_type(value))
        return say(
            "value/not-numbers", name=name, kind=describe_type(value), count=int(np.prod(shape))
        )
    if array.shape != shape:
        if array.ndim == len(shape) == 1:
            return say("value/wrong-count", name=name, got=array.size, expected=shape[0])
        return say(
            "value/wrong-shape", name=name, got_shape=str(array.shape), expected_shape=str(shape)
        )
    if np.isnan(array).any():
        return say("value/nan", name=name)
    if np.isinf(array).any():
        return say("value/infinite", name=name)
    return None


def known_mistake(value: Any, mistakes: Mapping[str, Mistake], tolerance: Tolerance) -> str | None:
    """The first known mistake that leads to `value`, whatever its shape, or None."""
    got = as_numbers(value)
    if got is None or not np.isfinite(got).all():
        return None
    got = np.asarray(got, dtype=float)
    for mistake, outcome in mistakes.items():
        if callable(outcome):
            same = bool(outcome(got))
        else:
            target = np.asarray(outcome, dtype=float)
            same = got.shape == target.shape and tolerance.accepts(got, target)
        if same:
            return mistake
    return None


def numbers(
    part_id: str,
    points: float,
    value: Any,
    expected: Any,
    *,
    name: str,
    places: int,
    prefix: str,
    tolerance: Tolerance | None = None,
    mistakes: Mapping[str, Mistake] | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Part:
    """A number or list of numbers that the learner worked out, to so many decimal places.

    mistakes: misconception id -> the number(s) that it leads to, of any shape, or a function
    that tells by the learner's array; its sentence is the message ``<prefix>/<id>``, which may
    name what is in `facts`.

    The expected value is never shown: these numbers cannot be drawn afresh, so whoever saw
    it would need only to type it.
    """
    if untouched(value):
        return not_attempted(part_id, points, say("value/not-attempted", name=name))
    target = np.asarray(expected, dtype=float)
    value = value if target.ndim else one_number(value)
    within = tolerance or decimals(places)
    problem = problem_with(value, name, target.shape)
    got = np.asarray(0.0 if problem else as_numbers(value), dtype=float)
    if problem is None and within.accepts(got, target):
        return right(part_id, points)
    mistake = known_mistake(value, mistakes or {}, within)
    if mistake is not None:
        message = say(f"{prefix}/{mistake}", name=name, **(facts or {}))
    elif problem is not None:
        message = problem
    elif NEARLY.accepts(got, target):
        message = say("value/nearly", name=name, places=places)
    elif target.ndim == 0:
        message = say("value/wrong-number", name=name)
    else:
        off = np.flatnonzero(~within.near(got, target))
        which = listed(index + 1 for index in off)
        message = say("value/wrong-numbers", name=name, which=which, count=int(target.size))
    return wrong(part_id, points, message, misconception=mistake, got=value)


def choice(
    part_id: str,
    points: float,
    value: Any,
    answer: str,
    *,
    name: str,
    replies: Mapping[str, Message],
    normalise: Callable[[str], str] = lambda text: text.strip().upper(),
) -> Part:
    """One letter of several. `replies` has a message for each wrong one."""
    if untouched(value):
        return not_attempted(part_id, points, say("value/not-attempted", name=name))
    options = sorted([*replies, answer])
    chosen = normalise(value) if type(value) in (str, np.str_) else ""
    if chosen == answer:
        return right(part_id, points)
    if chosen not in replies:
        message = say("value/not-an-option", name=name, options=listed(options))
        return wrong(part_id, points, message, got=value)
    reply = replies[chosen]
    return wrong(part_id, points, reply, misconception=reply.id.rsplit("/", 1)[1], got=value)

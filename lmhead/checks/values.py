"""Parts that look at a value: a number, a list of numbers, a choice.

Type and shape come before numbers, so that a learner hears the first thing that is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..wire.subject import Handle, Missing, Subject, TooLargeValue, is_a
from .messages import Message, say
from .result import Part
from .show import kind_of, show

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Tolerance:
    """`got` passes where |got − expected| ≤ absolute + relative · |expected|."""

    absolute: float = 0.0
    relative: float = 0.0

    def accepts(self, got: Array, expected: Array) -> bool:
        """Whether every number is near enough. Infinities must match exactly; NaN never does."""
        with np.errstate(invalid="ignore", over="ignore"):
            near = np.abs(got - expected) <= self.absolute + self.relative * np.abs(expected)
        same = got == expected
        return bool(np.all(np.where(np.isfinite(expected), near, same)))


#: What rounding alone may change, by the dtype of the result. A float has a relative precision
#: of 2**-52 (float64), 2**-23 (float32), 2**-10 (float16); sums over a few dozen terms lose a
#: few dozen of these, and the bounds leave a factor of about a hundred beyond that.
ROUNDING = {
    "float64": Tolerance(1e-12, 1e-10),
    "float32": Tolerance(1e-6, 1e-4),
    "float16": Tolerance(1e-3, 2e-2),
}


def decimals(count: int) -> Tolerance:
    """For numbers that a learner types: right when rounded to so many decimals.

    Half a unit of the last decimal, and a hair for the float that cannot hold the half.
    """
    return Tolerance(absolute=0.5 * 10**-count + 1e-9)


def as_numbers(value: Any) -> Array | None:
    """A real number, or a list, tuple or array of them, as an array; else None. Bools are not."""
    if is_a(value, np.ndarray):
        return value if value.dtype.kind in "iuf" else None
    if type(value) in (list, tuple):
        if not all(_is_numeric(item) for item in value):
            return None
        try:
            array = np.array(value, dtype=float)
        except (ValueError, TypeError, OverflowError):
            return None
        return array
    if _is_number(value):
        return np.asarray(value)
    return None


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) or issubclass(type(value), (np.integer, np.floating))


def _is_numeric(value: Any) -> bool:
    return _is_number(value) or as_numbers(value) is not None


def untouched(value: Any) -> bool:
    """Whether a name was never given a value: undefined, or still the stub's ``...`` or None."""
    return is_a(value, Missing) or value is None or _is_ellipsis(value)


def _is_ellipsis(value: Any) -> bool:
    return is_a(value, Handle) and value.type_name.endswith("ellipsis")


def right(part_id: str, points: float) -> Part:
    return Part(part_id, points, points, "right")


def wrong(
    part_id: str,
    points: float,
    message: Message,
    *,
    misconception: str | None = None,
    case: str | None = None,
    expected: Any = None,
    got: Any = None,
) -> Part:
    return Part(
        part_id,
        0.0,
        points,
        "wrong",
        message,
        misconception,
        case,
        None if expected is None else show(expected),
        None if got is None else show(got),
    )


def not_attempted(part_id: str, points: float, name: str) -> Part:
    return Part(part_id, 0.0, points, "not-attempted", say("value/not-attempted", name=name))


def not_run(part_id: str, points: float, needs: str) -> Part:
    """For a part that makes sense only once another is right."""
    return Part(part_id, 0.0, points, "not-run", say("value/needs", needs=needs))


def problem_with(value: Any, name: str, shape: tuple[int, ...]) -> Message | None:
    """What is wrong with `value` before its numbers are looked at, or None."""
    if is_a(value, Subject):
        return say("value/is-function", name=name)
    if is_a(value, TooLargeValue):
        return say("value/too-large", name=name, what=value.what)
    array = as_numbers(value)
    if array is None:
        wanted = "value/not-a-number" if shape == () else "value/not-numbers"
        return say(wanted, name=name, kind=kind_of(value), count=shape[0] if shape else 1)
    if array.shape != shape:
        # A one-element list where a number is asked (or the reverse) says so too.
        return say(
            "value/wrong-shape", name=name, got_shape=str(array.shape), expected_shape=str(shape)
        )
    if np.isnan(array).any():
        return say("value/nan", name=name)
    return None


def numbers(
    part_id: str,
    points: float,
    value: Any,
    expected: Any,
    *,
    name: str,
    tolerance: Tolerance,
    mistakes: Mapping[str, Any] | None = None,
    prefix: str,
    reveal: bool = False,
) -> Part:
    """A number or list of numbers that the learner worked out.

    mistakes: misconception id -> the number(s) that it leads to; its sentence is the message
    ``<prefix>/<id>``. reveal: whether the message may show the expected value; for numbers that
    cannot be drawn afresh it may not, or trying twice would earn the points.
    """
    if untouched(value):
        return not_attempted(part_id, points, name)
    target = np.asarray(expected, dtype=float)
    problem = problem_with(value, name, target.shape)
    if problem is not None:
        return wrong(part_id, points, problem, got=value)
    got = np.asarray(as_numbers(value), dtype=float)
    if tolerance.accepts(got, target):
        return right(part_id, points)
    for mistake, outcome in (mistakes or {}).items():
        if tolerance.accepts(got, np.asarray(outcome, dtype=float)):
            return wrong(
                part_id, points, say(f"{prefix}/{mistake}", name=name), misconception=mistake, got=value
            )
    off = np.abs(got - target) > tolerance.absolute + tolerance.relative * np.abs(target)
    message = (
        say("value/wrong-number", name=name)
        if target.ndim == 0
        else say("value/wrong-numbers", name=name, wrong=int(off.sum()), count=int(target.size))
    )
    return wrong(part_id, points, message, got=value, expected=expected if reveal else None)


def choice(
    part_id: str,
    points: float,
    value: Any,
    answer: str,
    *,
    name: str,
    options: tuple[str, ...],
    prefix: str,
    normalise: Callable[[str], str] = lambda text: text.strip().upper(),
) -> Part:
    """One letter of several. Each wrong option has the sentence ``<prefix>/<option>``."""
    if untouched(value):
        return not_attempted(part_id, points, name)
    if type(value) is not str or normalise(value) not in options:
        return wrong(
            part_id, points, say("value/not-an-option", name=name, options=", ".join(options)), got=value
        )
    chosen = normalise(value)
    if chosen == answer:
        return right(part_id, points)
    return wrong(part_id, points, say(f"{prefix}/{chosen.lower()}", name=name), misconception=chosen.lower(), got=value)

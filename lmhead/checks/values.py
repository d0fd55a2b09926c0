"""Parts that look at a value: a number, a list of numbers, a choice.

Type and shape come before numbers, so that a learner hears the first thing that is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..messages import Message, listed, say
from ..wire.subject import Missing, Subject, TooLargeValue, is_a
from .result import Part
from .show import kind_of, show

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Tolerance:
    """`got` passes where |got − expected| ≤ absolute + relative · |expected|."""

    absolute: float = 0.0
    relative: float = 0.0

    def near(self, got: Array, expected: Array) -> Array:
        """Which numbers are near enough. Infinities must match exactly; NaN never does."""
        with np.errstate(invalid="ignore", over="ignore"):
            near = np.abs(got - expected) <= self.absolute + self.relative * np.abs(expected)
        passes: Array = np.where(np.isfinite(expected), near, got == expected)
        return passes

    def accepts(self, got: Array, expected: Array) -> bool:
        """Whether every number is near enough."""
        return bool(np.all(self.near(got, expected)))


#: What rounding alone may change, by the dtype of the result. A float has a relative precision
#: of 2**-52 (float64), 2**-23 (float32), 2**-10 (float16); a sum over thirty terms may lose thirty
#: of these, 7e-15, 4e-6 and 3e-2. The bounds leave room for other ways to calculate: a factor of
#: ten thousand, thirty, and (in half precision, where sums are made in a wider type) none.
ROUNDING = {
    "float64": Tolerance(1e-12, 1e-10),
    "float32": Tolerance(1e-6, 1e-4),
    "float16": Tolerance(1e-3, 2e-2),
}


def rounding_of(target: Array) -> Tolerance:
    """What rounding alone may change in numbers of this dtype; whole numbers are exact."""
    return ROUNDING.get(str(target.dtype), Tolerance())


def decimals(count: int) -> Tolerance:
    """For numbers that a learner types: right when rounded to so many decimals.

    Half a unit of the last decimal, and a hair for the float that cannot hold the half.
    """
    return Tolerance(absolute=0.5 * 10**-count + 1e-9)


#: Too far off to be right and too near to be a mistake in kind: rounded too early, or to
#: fewer decimals than asked. Half a unit of the second decimal, or half a percent.
NEARLY = Tolerance(absolute=5e-3 + 1e-9, relative=5e-3)

#: A known wrong answer: the number(s) that it leads to, or a test of what the learner has.
Mistake = Any


def as_numbers(value: Any) -> Array | None:
    """A real number, or a list, tuple or array of them, as an array; else None. Bools are not."""
    if type(value) is np.ndarray:
        return value if value.dtype.kind in "iuf" else None
    if type(value) in (list, tuple):
        if _many(value):  # no task asks for so many, and each costs the grader's time
            return None
        items = [as_numbers(item) for item in value]
        rows = [item for item in items if item is not None]
        if len(rows) < len(items) or len({row.shape for row in rows}) > 1:
            return None
        return np.array(rows, dtype=float)
    if type(value) is int:
        return np.asarray(_float(value))
    if issubclass(type(value), (float, np.integer, np.floating)):
        return np.asarray(value)
    return None


def _many(value: list[Any] | tuple[Any, ...], most: int = 10_000) -> bool:
    """Whether a list holds more than `most` items, counting those of lists in it."""
    count, stack = 0, [value]
    while stack and count <= most:
        items = stack.pop()
        count += len(items)
        stack += [item for item in items if type(item) in (list, tuple)]
    return count > most


def _float(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def common_factor(got: Sequence[Array], expected: Sequence[Array]) -> float | None:
    """The one number that leads from every expected array to what is there instead, or None.

    Rounding may take a thousandth. 1 is no such number: there is then nothing to tell.
    """
    here = np.concatenate([np.ravel(array) for array in got]).astype(float)
    due = np.concatenate([np.ravel(array) for array in expected]).astype(float)
    if not (due @ due > 0 and np.isfinite(here).all()):
        return None
    factor = float(here @ due / (due @ due))
    fits = Tolerance(1e-3 * float(np.abs(here).max())).accepts(factor * due, here)
    return factor if fits and abs(factor) > 1e-6 and abs(factor - 1) > 1e-2 else None


def untouched(value: Any) -> bool:
    """Whether a name was never given a value: undefined, or still the stub's ``...`` or None."""
    return is_a(value, Missing) or value is None or value is ...


def right(part_id: str, points: float, message: Message | None = None) -> Part:
    """Full points; a message where there is something to add."""
    return Part(part_id, points, points, "right", message)


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
    """No points, and why."""
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


def not_attempted(part_id: str, points: float, message: Message) -> Part:
    """Nothing is there to be judged."""
    return Part(part_id, 0.0, points, "not-attempted", message)


def not_run(part_id: str, points: float, message: Message) -> Part:
    """For a part that makes sense only once another is right: one fault is reported once."""
    return Part(part_id, 0.0, points, "not-run", message)


def problem_with(value: Any, name: str, shape: tuple[int, ...]) -> Message | None:
    """What is wrong with `value` before its numbers are looked at, or None."""
    if is_a(value, Subject):
        return say("value/is-function", name=name)
    if is_a(value, TooLargeValue):
        return say("value/too-large", name=name, what=value.what)
    array = as_numbers(value)
    if array is None or (array.ndim == 0) != (shape == ()):
        if shape == ():
            return say("value/not-a-number", name=name, kind=kind_of(value))
        return say("value/not-numbers", name=name, kind=kind_of(value), count=int(np.prod(shape)))
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

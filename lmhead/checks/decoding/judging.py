"""Judging functions that return an id, a few ids, or an array, against a reference.

What `functions` does for arrays of floats, for values of the kinds that decoding has: a word's
id is an int, a pair or a text is a row of ints, and several mistakes of code may be one mistake
in thought.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...wire.subject import Fault, Limits, RemoteIterator, Subject, TooLargeValue, is_a
from ..functions import Case, Function, Outcome, call_all, difference, fault_message, not_callable
from ..messages import Message, say
from ..result import Part
from ..show import kind_of, show_call
from ..values import Array, Tolerance, as_numbers, not_attempted, not_run, right, wrong

PREFIX = "04-decoding"

#: What is judged is the rule, not the last digits; single precision is right on ordinary numbers.
WITHIN = Tolerance(absolute=1e-6, relative=1e-4)

#: What is wrong with a returned value, given what the reference returned; None if nothing.
Problem = Callable[[Any, Any], Message | None]
#: A known mistake as a function of the same arguments, or several that are one mistake.
Mistake = Function | tuple[Function, ...]


@dataclass(frozen=True)
class Asked:
    """The function that a part is about: how it is called, and where its messages are."""

    name: str
    signature: str
    task: str
    limits: Limits
    show: Callable[[str, tuple[Any, ...]], str] = show_call

    @property
    def prefix(self) -> str:
        return f"{PREFIX}/{self.task}"


def call(subject: Any, cases: Iterable[Case], reference: Function, asked: Asked) -> list[Outcome]:
    """What the learner's function does with each case, and what the reference does."""
    return call_all(subject, cases, reference, asked.limits)


def judge(
    part_id: str,
    points: float,
    outcomes: Sequence[Outcome],
    problem: Problem,
    asked: Asked,
    mistakes: Mapping[str, Mistake] | None = None,
) -> Part:
    """All or nothing over the cases; the first failing one is shown.

    mistakes: misconception id -> what it does; named when every failing case equals it.
    """
    failing: list[tuple[Outcome, Message]] = []
    for item in outcomes:
        fault = item.reply.fault
        if fault is not None and fault.kind == "NotImplementedError":
            return not_attempted(part_id, points, say("function/not-attempted", name=asked.name))
        if fault is not None:
            message: Message | None = fault_message(
                fault, asked.name, asked.limits, asked.signature
            )
        else:
            message = problem(item.reply.value, item.expected)
        if message is not None:
            failing.append((item, message))
    if not failing:
        return right(part_id, points)
    first, message = failing[0]
    known = _known(outcomes, [item for item, _ in failing], mistakes or {})
    if known is not None:
        message = say(f"{asked.prefix}/{known}", name=asked.name)
    elif message.id == "function/returned-none" and first.reply.stdout:
        message = say("function/printed", name=asked.name)
    return wrong(
        part_id,
        points,
        message,
        misconception=known,
        case=asked.show(asked.name, first.case.args),
        expected=first.expected,
        got=None if first.reply.fault is not None else first.reply.value,
    )


def rest_after(part: Part, rest: Mapping[str, float], asked: Asked) -> list[Part]:
    """The verdicts of the parts that make sense only once `part` is right."""
    if part.status == "not-attempted" and part.message is not None:
        return [not_attempted(key, points, part.message) for key, points in rest.items()]
    message = say("function/needs-values", name=asked.name)
    return [not_run(key, points, message) for key, points in rest.items()]


def missing(part_id: str, points: float, subject: Any, name: str) -> Part | None:
    """The part's verdict where there is no function to call."""
    return not_callable(part_id, points, subject, name)


def _known(
    outcomes: Sequence[Outcome], failing: Sequence[Outcome], mistakes: Mapping[str, Mistake]
) -> str | None:
    """The mistake that does the same everywhere; else the first that does where the answer fails.

    Two mistakes may agree on every failing case. The one that is made is right where the
    answer is right.
    """
    for items in (outcomes, failing):
        for name, mistake in mistakes.items():
            for function in mistake if isinstance(mistake, tuple) else (mistake,):
                if all(_equals(item, function) for item in items):
                    return name
    return None


def _equals(item: Outcome, mistake: Function) -> bool:
    """Whether the mistake does the same with this case: the same values, or the same error."""
    fault: Fault | None = item.reply.fault
    try:
        with np.errstate(all="ignore"):
            outcome = mistake(*item.case.copy())
    except Exception as error:
        # numpy's text names shapes and indices, so an equal text is the same wrong operation.
        return fault is not None and (fault.kind, fault.message) == (
            type(error).__name__,
            str(error),
        )
    return fault is None and same(item.reply.value, outcome)


def same(value: Any, target: Any) -> bool:
    """Whether two values hold the same numbers in the same shape; nan equals nan."""
    if value is None or target is None:
        return value is target
    got, wanted = as_numbers(value), as_numbers(target)
    if got is None or wanted is None or got.shape != wanted.shape:
        return False
    close: bool = np.allclose(
        got.astype(float), wanted.astype(float), WITHIN.relative, WITHIN.absolute, equal_nan=True
    )
    return close


# -- what is wrong with a value, by its kind --------------------------------------------------


def no_value(value: Any, name: str) -> Message | None:
    """What makes a value none that can be looked at."""
    if value is None:
        return say("function/returned-none", name=name)
    if is_a(value, Subject):
        return say("function/returned-function", name=name)
    if is_a(value, RemoteIterator):
        return say("function/returned-iterator", name=name, kind=kind_of(value))
    if is_a(value, TooLargeValue):
        return say("function/returned-too-large", name=name, what=value.what)
    return None


def as_id(value: Any) -> int | None:
    """A whole number as an int: Python's or numpy's, and an array that is one number."""
    if type(value) is int or issubclass(type(value), np.integer):
        return int(value)
    if type(value) is np.ndarray and value.shape == () and value.dtype.kind in "iu":
        return int(value)
    return None


def as_ids(value: Any) -> list[int] | None:
    """A list, a tuple or a one-dimensional array of whole numbers, as a list."""
    if type(value) is np.ndarray:
        return [int(item) for item in value] if value.ndim == 1 and value.dtype.kind in "iu" else (
            [] if value.shape == (0,) else None
        )  # fmt: skip
    if type(value) not in (list, tuple):
        return None
    items = [as_id(item) for item in value]
    return (
        None
        if any(item is None for item in items)
        else [item for item in items if item is not None]
    )


def id_problem(name: str) -> Problem:
    """For functions that return the id of a word."""

    def problem(value: Any, expected: Any) -> Message | None:
        unreadable = no_value(value, name)
        if unreadable is not None:
            return unreadable
        got = as_id(value)
        if got is None:
            return say("function/wrong-type", name=name, kind=kind_of(value), expected="int")
        return None if got == expected else say(f"{PREFIX}/common/other-word", name=name)

    return problem


def ids_problem(name: str, message: str) -> Problem:
    """For functions that return several ids in a row; `message` is for wrong ones."""

    def problem(value: Any, expected: Any) -> Message | None:
        unreadable = no_value(value, name)
        if unreadable is not None:
            return unreadable
        got = as_ids(value)
        if got is None:
            return say(f"{PREFIX}/common/not-ids", name=name, kind=kind_of(value))
        return None if got == list(expected) else say(message, name=name)

    return problem


def array_problem(name: str, tolerance: Tolerance = WITHIN) -> Problem:
    """For functions that return floats: an array, or lists of the same shape."""

    def problem(value: Any, expected: Any) -> Message | None:
        if type(value) in (list, tuple):
            numbers = as_numbers(value)
            value = value if numbers is None else numbers
        return difference(value, expected, name, tolerance, dtype=False)

    return problem


# -- fresh numbers ------------------------------------------------------------------------------


def quarters(rng: np.random.Generator, size: int, span: int = 12) -> Array:
    """Logits, all different: quarters from −3 to 3, exact in every float and short to read."""
    return rng.permutation(np.arange(-span, span + 1))[:size] / 4


def dyadic(rng: np.random.Generator, positive: int, zeros: Sequence[int] = ()) -> Array:
    """Shares that are sixteenths, so that their cumulative sums are exact.

    positive: how many words have a share; zeros: at which places of the result 0 is put in.
    """
    cuts = np.sort(rng.choice(np.arange(1, 16), positive - 1, replace=False))
    shares = np.diff(np.concatenate([[0], cuts, [16]])) / 16
    for place in zeros:
        shares = np.insert(shares, place, 0.0)
    return shares

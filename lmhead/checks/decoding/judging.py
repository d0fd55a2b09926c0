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

from ...wire.subject import Limits
from ..functions import (
    Case,
    Function,
    Outcome,
    Problem,
    Why,
    call_all,
    function_values,
    not_callable,
)
from ..functions import (
    Mistake as Mistake,
)
from ..messages import Message, say
from ..result import Part
from ..returned import difference
from ..returned import no_value as no_value
from ..show import kind_of, show_call
from ..values import Array, Tolerance, as_numbers, not_attempted, not_run

PREFIX = "04-decoding"

#: What is judged is the rule, not the last digits; single precision is right on ordinary numbers.
WITHIN = Tolerance(absolute=1e-6, relative=1e-4)


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
    why: Why | None = None,
) -> Part:
    """All or nothing over the cases; the first failing one is shown.

    mistakes: misconception id -> what it does; named when every failing case equals it.
    why: which property the values break, where no mistake is named.
    """
    return function_values(
        part_id,
        points,
        outcomes,
        name=asked.name,
        signature=asked.signature,
        limits=asked.limits,
        prefix=asked.prefix,
        mistakes=mistakes,
        tolerance=WITHIN,
        problem=problem,
        why=why,
        shown=asked.show,
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


# -- what is wrong with a value, by its kind --------------------------------------------------


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
        if value.ndim != 1 or (value.size and value.dtype.kind not in "iu"):
            return None
        ids: list[int] = value.tolist()
        return ids
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

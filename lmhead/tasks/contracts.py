"""The form of a contract, and the usual rules for when two outcomes are the same."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from lmhead.wire.peer import time_limit

Array = np.ndarray[Any, np.dtype[Any]]
Arguments = tuple[Any, ...]
Cases = Callable[[np.random.Generator], Iterator[Arguments]]


@dataclass(frozen=True)
class Outcome:
    """What a call did. error: the built-in class of what was raised; after: the arguments then."""

    value: Any
    error: str | None
    after: Arguments

    def __str__(self) -> str:
        return self.error or " ".join(repr(self.value).split())[:200]


Same = Callable[[Arguments, Outcome, Outcome], bool]


@dataclass(frozen=True)
class Contract:
    """cases: arguments that the text allows, some hundreds; same: whether two outcomes are the
    same as far as the text goes; through: what is called in place of the learner's object, which
    it is given first (a driver)."""

    cases: Cases
    same: Same
    through: Callable[..., Any] | None = None

    def of(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """What is called with a case's arguments."""
        return work if self.through is None else partial(self.through, work)


@dataclass(frozen=True)
class ValueContract:
    """names: what the learner gives; right: whether these values are what the text asks for.

    apart: how far a number must be moved to be another one for the text (0: by anything).
    """

    names: tuple[str, ...]
    right: Callable[[dict[str, Any]], bool]
    apart: float = 0.0


def outcome(function: Callable[..., Any], arguments: Arguments, cpu: float = 0.5) -> Outcome:
    """Call a function on its own copy of the arguments."""
    mine = copy.deepcopy(arguments)
    try:
        with time_limit(cpu, 20.0), np.errstate(all="ignore"):
            return Outcome(function(*mine), None, mine)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a learner's function may raise anything
        base = next(kind for kind in type(error).__mro__ if kind.__module__ == "builtins")
        return Outcome(None, base.__name__ if base is not BaseException else "stopped", mine)


def as_array(value: Any) -> Array | None:
    """A number, or an array, list or tuple of numbers or truths, as an array; else None."""
    if not isinstance(value, (bool, int, float, np.generic, np.ndarray, list, tuple)):
        return None
    try:
        array = np.asarray(value)
    except Exception:
        return None
    return array if array.dtype.kind in "biuf" else None


def numbers(
    absolute: float = 1e-6,
    relative: float = 1e-4,
    *,
    dtype: bool = False,
    kept: bool = False,
    integers: bool = False,
    lists: bool = True,
) -> Same:
    """The same numbers in the same shape, in an array.

    dtype: whether the text asks for a floating type; kept: whether for arguments that stay what
    they were; integers: whether for whole numbers; lists: whether lists will do for an array, as
    they do by the course's rule (`lmhead.checks.coerce`).
    """

    def same(arguments: Arguments, one: Outcome, two: Outcome) -> bool:
        if one.error or two.error:
            return one.error == two.error
        if kept and not all(map(unchanged, one.after, two.after)):
            return False
        a, b = as_array(one.value), as_array(two.value)
        if a is None or b is None or a.shape != b.shape:
            return False
        if a.ndim and not lists and not isinstance(two.value, np.ndarray):
            return False
        if integers and not all(np.array_equal(each, np.floor(each)) for each in (a, b)):
            return False
        # A list has no type of its own.
        if dtype and isinstance(two.value, np.ndarray) and a.dtype != b.dtype:
            return False
        a, b = a.astype(float), b.astype(float)
        with np.errstate(invalid="ignore"):
            near = np.abs(a - b) <= absolute + relative * np.abs(a)
        return bool(np.all(near | (a == b) | (np.isnan(a) & np.isnan(b))))

    return same


def unchanged(before: Any, after: Any) -> bool:
    """Whether two arguments are the same in type and content."""
    if isinstance(before, np.ndarray):
        return (
            isinstance(after, np.ndarray)
            and before.dtype == after.dtype
            and np.array_equal(before, after, equal_nan=before.dtype.kind == "f")
        )
    return type(before) is type(after) and (callable(before) or before == after)


EXACT = numbers(0.0, 0.0)
IDS = numbers(0.0, 0.0, integers=True, lists=True)


def layouts(rng: np.random.Generator, array: Array) -> Array:
    """The array in some dtype and memory order, now and then."""
    if rng.random() < 0.25:
        array = array.astype(np.float32)
    if array.ndim > 1 and rng.random() < 0.25:
        array = np.asfortranarray(array)
    return array


def close(got: Any, expected: Any, within: float) -> bool:
    """Whether numbers have the expected shape and are near enough."""
    array = as_array(got)
    if array is None or array.dtype.kind == "b" or array.shape != np.shape(expected):
        return False
    return bool(np.all(np.abs(array - np.asarray(expected)) <= within + 1e-9))

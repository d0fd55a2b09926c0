"""What a call returned, against what the reference returns: the first thing that is wrong.

Whether it can be looked at at all comes first, then its type, its shape, its dtype, its numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..messages import Message, say
from ..wire.subject import RemoteIterator, Subject, TooLargeValue, is_a
from .coerce import as_numbers, one_number
from .formatting import describe_type
from .tolerance import Array, Tolerance, rounding_of


def no_value(value: Any, name: str) -> Message | None:
    """What makes a returned value none that can be looked at."""
    if value is None:
        return say("function/returned-none", name=name)
    if is_a(value, Subject):
        return say("function/returned-function", name=name)
    if is_a(value, RemoteIterator):
        return say("function/returned-iterator", name=name, kind=describe_type(value))
    if is_a(value, TooLargeValue):
        return say("function/returned-too-large", name=name, what=value.what)
    return None


def difference(
    value: Any, expected: Any, name: str, tolerance: Tolerance | None = None, *, dtype: bool = True
) -> Message | None:
    """How a returned value differs from the reference's (an array or one number), or None.

    One number may be Python's, numpy's, or an array without axes. dtype: whether another
    floating dtype is a difference; of one number, whether a float is where an integer is due.
    """
    unreadable = no_value(value, name)
    if unreadable is not None:
        return unreadable
    target = np.asarray(expected)
    if not target.ndim:
        return _other_number(value, target, name, tolerance, dtype)
    numbers = as_numbers(value)
    value = value if numbers is None else numbers
    if type(value) is not np.ndarray or value.dtype.kind not in "iuf":
        return say(
            "function/wrong-type",
            name=name,
            kind=describe_type(value),
            expected=f"np.array(…), shape {target.shape}",
        )
    if not value.ndim:
        return say("function/one-number", name=name, expected_shape=str(target.shape))
    if value.shape != target.shape:
        return say(
            "function/wrong-shape",
            name=name,
            got_shape=str(value.shape),
            expected_shape=str(target.shape),
        )
    close = tolerance or rounding_of(target)
    # Where no dtype is asked for, whole numbers that are right are right: the sum of nothing is 0.
    within = value.dtype.kind == "f" or close.of(value, target).accepts(
        value.astype(float), target.astype(float)
    )
    if value.dtype != target.dtype and (dtype or not within):
        return say(
            "function/wrong-dtype",
            name=name,
            got_dtype=str(value.dtype),
            expected_dtype=str(target.dtype),
        )
    return _other_values(value, target, name, tolerance, "function/wrong-values")


def _other_number(
    value: Any, target: Array, name: str, tolerance: Tolerance | None, dtype: bool
) -> Message | None:
    got = as_numbers(value)
    if got is None or got.ndim:
        return say("function/not-a-number", name=name, kind=describe_type(value))
    if dtype and target.dtype.kind in "iu" and not _is_whole(value):
        return say("function/wrong-type", name=name, kind=describe_type(value), expected="int")
    return _other_values(got, target, name, tolerance, "function/wrong-number")


def _is_whole(value: Any) -> bool:
    """Whether a number is of a type for whole numbers."""
    return type(value) is int or np.asarray(value).dtype.kind in "iu"


def _other_values(
    got: Array, target: Array, name: str, tolerance: Tolerance | None, message: str
) -> Message | None:
    if np.isnan(got).any() and not np.isnan(target).any():
        return say("function/nan", name=name)
    close = (tolerance or rounding_of(target)).of(got, target)
    if not close.accepts(got.astype(float), target.astype(float)):
        return say(message, name=name)
    return None


def same_values(value: Any, target: Any, tolerance: Tolerance) -> bool:
    """Whether two values hold the same numbers in the same shape; nan equals nan.

    A number, an array, or lists of numbers; None equals None.
    """
    if value is None or target is None:
        return value is target
    got, wanted = as_numbers(value), as_numbers(target)
    if got is None or wanted is None:
        return False
    wanted = wanted if got.ndim else one_number(wanted)  # as what was returned has been read
    if got.shape != wanted.shape:
        return False
    tolerance = tolerance.of(got, wanted)
    got, wanted = got.astype(float), wanted.astype(float)
    nans = np.isnan(got)
    if not np.array_equal(nans, np.isnan(wanted)):
        return False
    return tolerance.accepts(np.where(nans, 0.0, got), np.where(nans, 0.0, wanted))


def array_or_lists(name: str, tolerance: Tolerance) -> Callable[[Any, Any], Message | None]:
    """What is wrong with floats of any dtype, as an array or as lists of the same shape."""
    return lambda value, expected: difference(value, expected, name, tolerance, dtype=False)

"""What a returned value is read as, for tasks that ask for numbers and not for a type."""

from __future__ import annotations

from typing import Any

import numpy as np

from .values import as_numbers


def floats(value: Any, expected: Any) -> Any:
    """Numbers, lists of numbers and arrays of truths, as arrays of floats.

    What is none of these stays as it is, to be named by the part that judges it.
    """
    if type(value) is np.ndarray and value.dtype.kind == "b":
        return value.astype(float)
    if type(value) is int and abs(value) < 2**63:
        return np.asarray(value)  # a count is shown to the unit
    numbers = as_numbers(value)
    return value if numbers is None else np.asarray(numbers, dtype=float)


def whole_numbers(value: Any, expected: Any) -> Any:
    """Where an array of integers is expected: a list of them, and an array of another integer
    type or of truths, as int64. One number where an array is expected, as an array without axes:
    its shape is then what differs.
    """
    target = np.asarray(expected)
    if not target.ndim:
        return value
    if issubclass(type(value), (float, np.floating)) or _is_integer(value):
        return np.asarray(value)
    if target.dtype.kind != "i":
        return value
    if type(value) is np.ndarray:
        return value.astype(np.int64) if value.dtype.kind in "iub" else value
    if type(value) in (list, tuple) and all(_is_integer(entry) for entry in value):
        return np.array([int(entry) for entry in value], dtype=np.int64)
    return value


def _is_integer(value: Any) -> bool:
    return type(value) is int or issubclass(type(value), np.integer)

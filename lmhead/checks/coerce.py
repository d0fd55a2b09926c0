"""What a learner's value is read as, where numbers are asked for and not a type."""

from __future__ import annotations

from typing import Any

import numpy as np

from .tolerance import Array


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

"""What counts as right, for every task of the course: the one place where it is decided.

*Numbers.* A number is an int, a float or a scalar of numpy's; a fraction, a decimal and a tensor of
one number are read as such on the learner's side (`lmhead.wire.peer`). An array that holds one
number is that number. True and False are not numbers, and neither is text nor a complex number.

*Several.* An array, or lists or tuples of numbers to any depth, so long as `np.asarray` makes them
one array: no ragged rows. A tensor, a masked array (by its data), a range, a subclass of an array
and what `map`, `filter`, `zip` or `reversed` gives are read so too. An array of truths that a
function returns is read as zeros and ones. A set has no order, a dict and a generator have no
place for a number: these are not.

*Whole numbers*, such as ids, may be floats that hold them: 3.0 is 3, and 3.5 is not an id.

*Shape.* The one that is asked for, and no other: (1, V) is not (V,), and one number is no array.

*How exact.* `tolerance`: what is judged is the rule, so rounding is free, also that of a
calculation in single precision. Whole numbers are exact, and so is what a task calls exact: a
masked word's probability is 0, and the larger of two scores is larger by however little.

*Besides values* a task judges only what its text gives points for: the floating type of the
result (that of the array that was passed in; lists have none, and lose nothing), the caller's
arrays and lists as they were before, a generator used as passed, errors raised with a reason.

What follows correctly from an earlier number that is wrong counts (`03-by-hand/chain`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..wire.subject import RemoteIterator, is_a
from .tolerance import Array

#: No task asks for so many numbers in lists, and each costs the grader's time.
MOST = 20_000
#: What gives its items one after the other and has nothing of its own to run.
_LAZY = {
    f"builtins.{name}"
    for name in ("map", "filter", "zip", "reversed", "list_reverseiterator", "list_iterator")
}


def as_numbers(value: Any) -> Array | None:
    """A real number, or a list, tuple or array of them, as an array; else None. Bools are not."""
    if type(value) is np.ndarray:
        return value if value.dtype.kind in "iuf" else None
    if type(value) in (list, tuple):
        if _many(value):
            return None
        if value and set(map(type, value)) <= {int, float}:
            return np.array([_float(item) for item in value])
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


def one_number(value: Any) -> Any:
    """Where one number is asked for: an array that holds one, without its axes."""
    return value.reshape(()) if type(value) is np.ndarray and value.size == 1 else value


def accepted(value: Any, expected: Any) -> Any:
    """What a function returned, read by the rule above, given what the reference returns.

    An array where numbers are expected and are there, with the dtype that it has or, where lists
    were returned, the expected one. What the rule does not accept stays as it is, to be named by
    the part that judges it.
    """
    target = np.asarray(expected)
    if target.dtype.kind not in "iuf":
        return value
    listed = type(value) in (list, tuple)
    if type(value) is np.ndarray and value.dtype.kind == "b" and value.ndim:
        numbers: Array | None = value.astype(np.int64 if target.dtype.kind in "iu" else float)
    elif type(value) is int and abs(value) < 2**63:
        numbers = np.asarray(value)  # a count is shown to the unit
    else:
        numbers = as_numbers(value)
    if numbers is None:
        return value
    if not target.ndim and not listed:
        numbers = one_number(numbers)
    if target.dtype.kind in "iu":
        return _whole(numbers)
    if listed:
        return numbers.astype(target.dtype) if _finer(target, numbers) else numbers
    return numbers


def _finer(target: Array, numbers: Array) -> bool:
    """Whether a dtype is one that lists would have been turned into: they hold no dtype."""
    return bool(target.dtype.kind == "f" and numbers.dtype.kind == "f")


def _whole(numbers: Array) -> Array:
    """Whole numbers as int64, of whatever type they were; other numbers as they are."""
    if numbers.dtype.kind in "iu":
        return numbers.astype(np.int64) if numbers.ndim else numbers
    with np.errstate(invalid="ignore"):
        exact = bool(np.all((np.abs(numbers) < 2**53) & (numbers == np.round(numbers))))
    return numbers.astype(np.int64) if exact else numbers


def finished(value: Any) -> Any:
    """What `map` and the like give, as the list of its items; anything else as it is."""
    if not is_a(value, RemoteIterator) or value.type_name not in _LAZY:
        return value
    items, ended, fault = value.take(MOST)
    return items if ended and fault is None else value


def _many(value: list[Any] | tuple[Any, ...], most: int = MOST) -> bool:
    """Whether a list holds more than `most` items, counting those of lists in it."""
    count, stack = 0, [value]
    while stack and count <= most:
        items = stack.pop()
        count += len(items)
        stack += [item for item in items if type(item) in (list, tuple)]
    return count > most


def _float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")

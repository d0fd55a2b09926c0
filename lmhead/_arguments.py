"""Reads the arguments of the reference functions, or says in a sentence what is wrong with one.

Each function takes the argument's name for its message and returns an array that the
caller must not write to: it may be the caller's own.
"""

from contextlib import suppress
from operator import index
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.floating[Any]]
IntArray = NDArray[np.integer[Any]]


def as_array(name: str, value: ArrayLike) -> NDArray[Any]:
    try:
        return np.asarray(value)
    except (TypeError, ValueError, RuntimeError) as error:
        reason = str(error).rstrip(".")
        raise ValueError(f"{name} cannot be read as an array of numbers: {reason}.") from None


def as_numbers(name: str, value: ArrayLike) -> FloatArray:
    """Floats keep their type, integers become float64, anything else is refused."""
    array = as_array(name, value)
    if array.dtype.kind in "biu":
        return array.astype(np.float64)
    if array.dtype.kind != "f":
        raise ValueError(
            f"{name} has dtype {array.dtype} and shape {array.shape}; real numbers were expected."
        )
    return array


def as_finite(name: str, value: ArrayLike) -> FloatArray:
    array = as_numbers(name, value)
    if not np.isfinite(array).all():
        raise ValueError(
            f"{name} {_first(array, ~np.isfinite(array))}; finite numbers were expected."
        )
    return array


def as_table(name: str, value: ArrayLike) -> FloatArray:
    """A table (V, d) of finite numbers with at least one row."""
    table = as_finite(name, value)
    if table.ndim != 2:
        raise ValueError(
            f"{name} has shape {table.shape}; (V, d) was expected, one row for each word."
        )
    if table.shape[0] == 0:
        raise ValueError(f"{name} has shape {table.shape}: its vocabulary is empty.")
    return table


def as_head(h: ArrayLike, w_out: ArrayLike, name: str = "w_out") -> tuple[FloatArray, FloatArray]:
    """A hidden vector (..., d) and an output matrix (V, d), its name given, that fit each other."""
    hidden, matrix = as_finite("h", h), as_table(name, w_out)
    if hidden.ndim == 0:
        raise ValueError("h has shape (), one number; a vector (..., d) was expected.")
    if hidden.shape[-1] != matrix.shape[1]:
        raise ValueError(
            f"h has shape {hidden.shape} and {name} {matrix.shape}: the last dimension of h, "
            f"{hidden.shape[-1]}, must be the d of {name}, {matrix.shape[1]}."
        )
    return hidden, matrix


def as_scores(z: ArrayLike, axis: int = -1) -> FloatArray:
    """Scores with a vocabulary along ``axis``: no NaN, no +inf, no row of -inf alone."""
    scores = as_numbers("z", z)
    if scores.ndim == 0:
        raise ValueError("z has shape (), one number; a vector of scores (..., V) was expected.")
    _check_axis(axis, scores)
    if scores.shape[axis] == 0:
        raise ValueError(f"z has shape {scores.shape}: its vocabulary, axis {axis}, is empty.")
    unusable = np.isnan(scores) | (scores == np.inf)
    if unusable.any():
        raise ValueError(
            f"z {_first(scores, unusable)}; finite scores were expected, or -inf for a masked word."
        )
    masked = (scores == -np.inf).all(axis=axis)
    if masked.any():
        where = f"the row at index {_index(masked)} is" if scores.ndim > 1 else "every score is"
        raise ValueError(
            f"z has shape {scores.shape} and {where} -inf: no word is left to take a share. "
            "At least one score of a row must be finite."
        )
    return scores


def as_target(target: ArrayLike, scores: FloatArray, name: str = "target") -> IntArray:
    """One integer index of the right word for each row of ``scores`` (..., V)."""
    expected, size = scores.shape[:-1], scores.shape[-1]
    array = as_array(name, target)
    if array.size == 0:  # numpy reads an empty list as floats
        array = array.astype(np.intp)
    if array.dtype.kind not in "iu":
        raise ValueError(
            f"{name} has dtype {array.dtype} and shape {array.shape}; integers were expected, "
            "the index of the right word."
        )
    if array.shape != expected:
        raise ValueError(
            f"{name} has shape {array.shape}; z has shape {scores.shape}, so {expected} was "
            "expected, one index for each row of scores."
        )
    outside = (array < 0) | (array >= size)
    if outside.any():
        raise ValueError(
            f"{name} {_first(array, outside)}; an index from 0 to {size - 1} was expected, "
            f"since z has a vocabulary of {size}."
        )
    return array.astype(np.intp)


def as_ids(name: str, value: ArrayLike, size: int) -> IntArray:
    """Ids of words of a vocabulary of ``size``, of any shape."""
    array = as_array(name, value)
    if array.size == 0:  # numpy reads an empty list as floats
        array = array.astype(np.intp)
    if array.dtype.kind not in "iu":
        raise ValueError(
            f"{name} has dtype {array.dtype} and shape {array.shape}; integers were expected, "
            "the ids of words."
        )
    outside = (array < 0) | (array >= size)
    if outside.any():
        raise ValueError(
            f"{name} {_first(array, outside)}; an id from 0 to {size - 1} was expected, since "
            f"there are {size} words."
        )
    return array.astype(np.intp)


def as_number(name: str, value: float) -> float:
    """One finite number."""
    number = as_array(name, value)
    if number.shape != () or number.dtype.kind not in "iuf" or not np.isfinite(number):
        raise ValueError(f"{name} is {value!r}; one finite number was expected.")
    return float(number)


def as_count(name: str, value: SupportsIndex, lowest: int, highest: int | None = None) -> int:
    """A whole number within bounds that are both allowed."""
    number: int | None = None
    if not isinstance(value, bool | np.bool_):
        with suppress(TypeError):
            number = index(value)
    if number is None or number < lowest or (highest is not None and number > highest):
        bounds = f"of at least {lowest}" if highest is None else f"from {lowest} to {highest}"
        raise ValueError(f"{name} is {value!r}; an integer {bounds} was expected.")
    return number


def as_temperature(temperature: float, dtype: np.dtype[Any]) -> np.floating[Any]:
    """A positive, finite temperature as a scalar of ``dtype``, the type it will divide."""
    number = as_array("temperature", temperature)
    usable = number.shape == () and number.dtype.kind in "iuf"
    with np.errstate(over="ignore", under="ignore"):
        value: np.floating[Any] = dtype.type(number[()] if usable else np.nan)
    if not 0 < value < np.inf:
        raise ValueError(
            f"temperature is {temperature!r}; one finite number above 0 was expected, "
            f"in the range of {dtype}. For the limit 0 take the largest score."
        )
    return value


def _check_axis(axis: int, array: FloatArray) -> None:
    try:
        inside = -array.ndim <= index(axis) < array.ndim
    except TypeError:
        inside = False
    if not inside:
        raise ValueError(
            f"axis is {axis!r}; z has shape {array.shape}, so an integer from {-array.ndim} to "
            f"{array.ndim - 1} was expected."
        )


def _index(mask: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.argwhere(mask)[0])


def _first(array: NDArray[Any], mask: NDArray[np.bool_]) -> str:
    """Says which value of an array is the first that the mask marks, and where it is."""
    at = _index(mask)
    where = f" at index {at}" if at else ""
    return f"has shape {array.shape} and holds {array[at]}{where}"

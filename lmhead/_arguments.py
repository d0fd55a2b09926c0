"""Reads the arguments of the reference functions, or says in a sentence what is wrong with one.

Each function takes the argument's name for its message and returns an array that the
caller must not write to: it may be the caller's own.
"""

import sys
from contextlib import suppress
from operator import index
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.floating[Any]]
IntArray = NDArray[np.integer[Any]]


def as_array(name: str, value: ArrayLike) -> NDArray[Any]:
    """What numpy reads, and bfloat16, which numpy does not have, as float32.

    A masked array is refused: numpy would compute with the numbers under its mask.
    """
    if _has_masked(value):
        what = f"is a masked array of shape {np.shape(value)}"
        raise ValueError(
            f"{name} {'holds masked values' if isinstance(value, list | tuple) else what}; numbers "
            "without a mask were expected, such as filled(...) makes of a masked array."
        )
    if str(getattr(value, "dtype", None)) == "torch.bfloat16":
        value = value.float()  # type: ignore[union-attr]
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, RuntimeError, OverflowError) as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise ValueError(f"{name} cannot be read as an array of numbers: {reason}.") from None
    if array.dtype.name == "bfloat16":  # of the package ml_dtypes, which JAX uses
        array = array.astype(np.float32)
    return array


def _has_masked(value: Any, depth: int = 0) -> bool:
    """Whether a value, or one in a list of lists, is a masked array with something masked."""
    module = sys.modules.get("numpy.ma")  # not loaded means that no masked array exists
    if module is None:
        return False
    if isinstance(value, module.MaskedArray):
        return bool(module.is_masked(value))
    nested = isinstance(value, list | tuple) and depth < 32  # lists may hold themselves
    return nested and any(_has_masked(item, depth + 1) for item in value)


def shown(value: object) -> str:
    """A value for a sentence: on one line, and short."""
    if isinstance(value, np.ndarray) and value.ndim:
        return f"an array of shape {value.shape}"
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


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
    """A table (V, d) of finite numbers, with at least one row and at least one column."""
    table = as_finite(name, value)
    if table.ndim != 2:
        raise ValueError(
            f"{name} has shape {table.shape}; (V, d) was expected, one row for each word."
        )
    if table.shape[0] == 0:
        raise ValueError(f"{name} has shape {table.shape}: its vocabulary is empty.")
    if table.shape[1] == 0:
        raise ValueError(
            f"{name} has shape {table.shape}: its rows hold no numbers; (V, d) with a d of at "
            "least 1 was expected."
        )
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


def as_scores(z: ArrayLike, axis: int = -1) -> NDArray[Any]:
    """Scores with a vocabulary along ``axis``: no NaN, no +inf, no row of -inf alone.

    Integers stay integers: those beyond 2**53 would lose digits as floats.
    """
    scores = as_array("z", z)
    if scores.dtype.kind == "b":
        scores = scores.astype(np.uint8)
    if scores.dtype.kind not in "iu":
        scores = as_numbers("z", scores)
    if scores.ndim == 0:
        raise ValueError("z has shape (), one number; a vector of scores (..., V) was expected.")
    _check_axis(axis, scores)
    if scores.shape[axis] == 0:
        raise ValueError(f"z has shape {scores.shape}: its vocabulary, axis {axis}, is empty.")
    if scores.dtype.kind in "iu":
        return scores
    unusable = np.isnan(scores) | (scores == np.inf)
    if unusable.any():
        raise ValueError(
            f"z {_first(scores, unusable)}; finite scores were expected, or -inf for a masked word."
        )
    masked = (scores == -np.inf).all(axis=axis)
    if masked.any():
        where = f"the row at index {_index(masked)} is" if scores.ndim > 1 else "every score is"
        raise ValueError(
            f"z has shape {scores.shape} and {where} -inf: no word is left to have a probability. "
            "At least one score of a row must be finite."
        )
    return scores


def as_target(target: ArrayLike, scores: NDArray[Any], name: str = "target") -> IntArray:
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
        raise ValueError(f"{name} is {shown(value)}; one finite number was expected.")
    return float(number)


def as_count(name: str, value: SupportsIndex, lowest: int, highest: int | None = None) -> int:
    """A whole number within bounds that are both allowed."""
    number: int | None = None
    if not isinstance(value, bool | np.bool_):
        with suppress(TypeError):
            number = index(value)
    if number is None or number < lowest or (highest is not None and number > highest):
        bounds = f"of at least {lowest}" if highest is None else f"from {lowest} to {highest}"
        raise ValueError(f"{name} is {shown(value)}; an integer {bounds} was expected.")
    return number


def as_temperature(temperature: float, dtype: np.dtype[Any]) -> float:
    """A positive, finite temperature, within the range of ``dtype``."""
    number = as_array("temperature", temperature)
    usable = number.shape == () and number.dtype.kind in "iuf"
    value = float(number[()]) if usable else np.nan
    with np.errstate(over="ignore", under="ignore"):
        usable = 0 < dtype.type(value) < np.inf
    if not usable:
        raise ValueError(
            f"temperature is {shown(temperature)}; one finite number above 0 was expected, "
            f"in the range of {dtype}. For the limit 0 take the largest score."
        )
    return value


def _check_axis(axis: int, array: NDArray[Any]) -> None:
    inside = False
    if not isinstance(axis, bool | np.bool_):
        with suppress(TypeError):
            inside = -array.ndim <= index(axis) < array.ndim
    if not inside:
        raise ValueError(
            f"axis is {shown(axis)}; z has shape {array.shape}, so an integer from {-array.ndim} "
            f"to {array.ndim - 1} was expected."
        )


def _index(mask: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.argwhere(mask)[0])


def _first(array: NDArray[Any], mask: NDArray[np.bool_]) -> str:
    """Says which value of an array is the first that the mask marks, and where it is."""
    at = _index(mask)
    where = f" at index {at}" if at else ""
    return f"has shape {array.shape} and holds {array[at]}{where}"

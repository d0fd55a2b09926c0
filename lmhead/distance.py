"""Chapter 01: one table, read two ways: a word's row, and the rows nearest to a vector.

Shapes are written in trailing comments: ``d`` is the length of a row and of a hidden
vector, ``V`` the number of words, ``...`` any batch shape, the empty one included.

A score is a dot product, and nearest means the highest score: length counts, as it does
in a model's head. ``cosine`` is the comparison by direction alone.

Arguments that hold numbers may be lists or anything else that numpy reads, and none is
changed. float16, float32 and float64 keep their type; integers become float64, and
bfloat16 becomes float32. Sums are taken in float64. What cannot be computed raises
``ValueError`` with a sentence that names the argument.
"""

import numpy as np
from numpy.typing import ArrayLike

from lmhead._arguments import FloatArray, IntArray, as_count, as_head, as_ids, as_table
from lmhead._dot_products import dot_products, rounded, wide_dot_products, widened

__all__ = ["one_hot", "look_up", "scores", "cosine", "nearest_rows"]


def one_hot(ids: ArrayLike, size: int) -> FloatArray:
    """A 1 at the place of each word and 0 elsewhere: what turns look-up into a product.

    Parameters
    ----------
    ids : array_like of int, shape (...)
        Ids of words, from 0 to V - 1.
    size : int
        The number of words, V.

    Returns
    -------
    numpy.ndarray of float64, shape (..., V)
        Rows such that ``one_hot(ids, V) @ table`` is ``look_up(table, ids)``.

    Raises
    ------
    ValueError
        For an id that is not an integer from 0 to V - 1, and for no words.

    Examples
    --------
    >>> one_hot([2, 0], 3).tolist()
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    size = as_count("size", size, lowest=1)
    places = as_ids("ids", ids, size)  # (...)
    rows: FloatArray = (places[..., None] == np.arange(size)).astype(np.float64)
    return rows  # (..., V)


def look_up(table: ArrayLike, ids: ArrayLike) -> FloatArray:
    """The row of each word: how a word goes into a model.

    Parameters
    ----------
    table : array_like, shape (V, d)
        One row a word.
    ids : array_like of int, shape (...)
        Ids of words, from 0 to V - 1.

    Returns
    -------
    numpy.ndarray, shape (..., d)
        A copy of the rows.

    Raises
    ------
    ValueError
        For an id that is not an integer from 0 to V - 1, so that -1 is not the last word, and
        for a table that is empty or holds numbers that are not finite.

    Examples
    --------
    >>> look_up([[1, 0, 1], [1, 0, 0], [0, 1, 1]], [2, 2]).tolist()
    [[0.0, 1.0, 1.0], [0.0, 1.0, 1.0]]
    """
    table = as_table("table", table)
    return table[as_ids("ids", ids, len(table))]  # (..., d)


def scores(h: ArrayLike, table: ArrayLike) -> FloatArray:
    """Compare hidden vectors with every row at once: one dot product a row.

    Parameters
    ----------
    h : array_like, shape (..., d)
        Hidden vectors.
    table : array_like, shape (V, d)
        One row a word.

    Returns
    -------
    numpy.ndarray, shape (..., V)
        The scores: any real numbers without a unit. They are what ``lmhead.softmax.logits``
        computes.

    Raises
    ------
    ValueError
        For numbers that are not finite, for a ``d`` that differs between the two or is 0, for
        an empty table, and for scores too large for their type.

    Examples
    --------
    >>> scores([1, 0, 1], [[1, 0, 1], [1, 0, 0], [0, 1, 1]]).tolist()
    [2.0, 1.0, 1.0]
    """
    return dot_products(*as_head(h, table, name="table"), name="table")


def cosine(h: ArrayLike, table: ArrayLike) -> FloatArray:
    """Compare directions: the dot product divided by both lengths.

    Parameters
    ----------
    h : array_like, shape (..., d)
        Hidden vectors.
    table : array_like, shape (V, d)
        One row a word.

    Returns
    -------
    numpy.ndarray, shape (..., V)
        The cosine of the angle between ``h`` and each row, from -1, opposite, to 1, the same
        direction; no unit.

    Raises
    ------
    ValueError
        As ``scores`` does, and for a vector of length 0, which has no direction.

    Examples
    --------
    >>> cosine([1, 0], [[3, 0], [0, 2], [-5, 0]]).tolist()
    [1.0, 0.0, -1.0]
    """
    h, table = as_head(h, table, name="table")
    for name, vectors in (("h", h), ("table", table)):
        if not vectors.any(axis=-1).all():
            raise ValueError(
                f"{name} of shape {vectors.shape} holds a vector of zeros only; it has no "
                "direction, so its cosine with another is not defined."
            )
    cosines = dot_products(_directions(h), _directions(table), name="table")  # (..., V)
    clipped: FloatArray = np.clip(cosines, -1, 1).astype(np.result_type(h, table), copy=False)
    return clipped


def nearest_rows(h: ArrayLike, table: ArrayLike, k: int) -> IntArray:
    """The ids of the ``k`` rows with the highest scores, the highest first.

    Parameters
    ----------
    h : array_like, shape (..., d)
        Hidden vectors.
    table : array_like, shape (V, d)
        One row a word.
    k : int
        How many rows, from 1 to V.

    Returns
    -------
    numpy.ndarray of int, shape (..., k)
        The ids. Of rows with equal scores the one with the lower id comes first. Scores are
        compared before they are rounded to the type of the arguments.

    Raises
    ------
    ValueError
        As ``scores`` does, and for a ``k`` that is not from 1 to V.

    Examples
    --------
    >>> nearest_rows([1, 0, 1], [[1, 0, 0], [1, 0, 1], [0, 1, 1]], 2).tolist()
    [1, 0]
    """
    h, table = as_head(h, table, name="table")
    k = as_count("k", k, lowest=1, highest=len(table))
    z = wide_dot_products(h, table)  # (..., V), since rounded scores may be equal
    rounded(z, h, table, name="table")  # raises the errors of `scores`
    # A stable sort keeps equal scores in the order of their ids.
    return np.argsort(-z, axis=-1, kind="stable")[..., :k]  # (..., k)


def _directions(vectors: FloatArray) -> FloatArray:
    """Vectors of length 1, (..., d), also where squares of their numbers leave the floats."""
    wide = widened(vectors)
    with np.errstate(under="ignore"):
        scaled = wide / np.abs(wide).max(axis=-1, keepdims=True)  # the largest is 1
        unit: FloatArray = scaled / np.linalg.norm(scaled, axis=-1, keepdims=True)
    return unit

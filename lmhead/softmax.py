"""Chapter 02: from a hidden vector to scores, to probabilities, to the loss of the correct word.

Shapes are written in trailing comments: ``d`` is the length of a hidden vector, ``V``
the number of words in the vocabulary, ``...`` any batch shape, the empty one included.

Arguments that hold numbers may be lists or anything else that numpy reads, and none is
changed. float16, float32 and float64 keep their type; integers become float64, and
bfloat16 becomes float32. All is computed in float64 and rounded once. What cannot be
computed raises ``ValueError`` with a sentence that names the argument.

References
----------
O. Press and L. Wolf, Using the Output Embedding to Improve Language Models (2017),
arXiv 1608.05859, section 2: the logits and the loss.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lmhead._arguments import (
    FloatArray,
    as_head,
    as_numbers,
    as_scores,
    as_target,
    as_temperature,
)
from lmhead._dot_products import dot_products

__all__ = [
    "logits",
    "softmax",
    "log_softmax",
    "cross_entropy",
    "cross_entropy_slope",
    "perplexity",
]


def logits(h: ArrayLike, w_out: ArrayLike) -> FloatArray:
    """Score every word of the vocabulary: z = W_out h, one dot product a word.

    Parameters
    ----------
    h : array_like, shape (..., d)
        Hidden vectors.
    w_out : array_like, shape (V, d)
        The output matrix, one row a word.

    Returns
    -------
    numpy.ndarray, shape (..., V)
        The scores z: any real numbers without a unit, which need not sum to anything.

    Raises
    ------
    ValueError
        For numbers that are not finite, for a ``d`` that differs between the two or is 0,
        for an empty vocabulary, and for scores too large for their type.

    Examples
    --------
    >>> logits([1, 0, 1], [[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0]]).tolist()
    [2.0, 1.0, 1.0, 0.0]
    """
    return dot_products(*as_head(h, w_out), name="w_out")


@np.errstate(over="ignore", under="ignore")
def softmax(z: ArrayLike, *, temperature: float = 1.0, axis: int = -1) -> FloatArray:
    """Turn scores into probabilities: p_k = exp(z_k / T) / sum_j exp(z_j / T).

    Parameters
    ----------
    z : array_like, shape (..., V)
        Scores, -inf for a masked word.
    temperature : float, default 1.0
        T > 0, no unit. Below 1 it sharpens the distribution, above 1 it flattens it.
    axis : int, default -1
        The axis along which the vocabulary lies.

    Returns
    -------
    numpy.ndarray, shape of z
        The probabilities p, from 0 to 1, which sum to 1 along ``axis``. That of a masked word is
        exactly 0.

    Raises
    ------
    ValueError
        For NaN, +inf, a row that is -inf throughout, an empty vocabulary, and a temperature
        that is not a finite number above 0.

    Notes
    -----
    The largest score is subtracted from all of them first. That leaves the probabilities as they
    were, and no exponential can overflow.

    Examples
    --------
    >>> softmax([2, 1, 1, 0]).round(3).tolist()
    [0.534, 0.197, 0.197, 0.072]
    >>> softmax([2, 1, 1, 0], temperature=0.5).round(3).tolist()
    [0.776, 0.105, 0.105, 0.014]
    """
    z = as_scores(z, axis)  # (..., V)
    below = _below_maximum(z, temperature, axis)  # (..., V), the largest is 0
    powers = np.exp(below, out=below)  # (..., V), the largest is 1
    powers /= powers.sum(axis=-1, keepdims=True)
    return _laid_out(powers, z, axis)


@np.errstate(over="ignore", under="ignore")
def log_softmax(z: ArrayLike, *, temperature: float = 1.0, axis: int = -1) -> FloatArray:
    """The natural logarithm of ``softmax``, also where a probability is too small for a float.

    Parameters
    ----------
    z : array_like, shape (..., V)
        Scores, -inf for a masked word.
    temperature : float, default 1.0
        T > 0, no unit.
    axis : int, default -1
        The axis along which the vocabulary lies.

    Returns
    -------
    numpy.ndarray, shape of z
        ln p in nats: at most 0, and -inf for a masked word.

    Raises
    ------
    ValueError
        As ``softmax`` does.

    Examples
    --------
    >>> log_softmax([0, -1000]).tolist()
    [0.0, -1000.0]
    >>> softmax([0, -1000]).tolist()
    [1.0, 0.0]
    """
    z = as_scores(z, axis)  # (..., V)
    return _laid_out(wide_log_softmax(z, temperature, axis), z, axis)


@np.errstate(over="ignore", under="ignore")
def cross_entropy(z: ArrayLike, target: ArrayLike) -> FloatArray:
    """The loss of each row of scores: -ln of the probability that the correct word gets.

    Parameters
    ----------
    z : array_like, shape (..., V)
        Scores, -inf for a masked word.
    target : array_like of int, shape (...)
        The index of the correct word of each row, from 0 to V - 1.

    Returns
    -------
    numpy.ndarray, shape (...)
        The losses in nats, a numpy scalar when z is one row. The loss is 0 when the correct word
        has probability 1 and +inf when it is masked.

    Raises
    ------
    ValueError
        As ``softmax`` does, and for a target that is not an integer from 0 to V - 1 for each
        row.

    Examples
    --------
    >>> cross_entropy([[2, 1, 1, 0], [2, 1, 1, 0]], [0, 3]).round(3).tolist()
    [0.627, 2.627]
    """
    z = as_scores(z)  # (..., V)
    target = as_target(target, z)  # (...)
    log_p = np.take_along_axis(wide_log_softmax(z), target[..., None], axis=-1)  # (..., 1)
    losses: FloatArray = 0 - log_p[..., 0]  # not -log_p, which would make -0.0 of a loss of 0
    return losses.astype(_float_type(z))[()]


@np.errstate(over="ignore", under="ignore")
def cross_entropy_slope(z: ArrayLike, target: ArrayLike) -> FloatArray:
    """The gradient of each loss with respect to its scores: p - onehot(target).

    Parameters
    ----------
    z : array_like, shape (..., V)
        Scores, -inf for a masked word.
    target : array_like of int, shape (...)
        The index of the correct word of each row, from 0 to V - 1.

    Returns
    -------
    numpy.ndarray, shape (..., V)
        Slopes in nats a unit of score: from -1 to 0 on the correct word, from 0 to 1 on every
        other one, summing to 0 along the last axis.

    Raises
    ------
    ValueError
        As ``cross_entropy`` does.

    Examples
    --------
    >>> cross_entropy_slope([2, 1, 1, 0], 3).round(3).tolist()
    [0.534, 0.197, 0.197, -0.928]
    """
    z = as_scores(z)  # (..., V)
    target = as_target(target, z)  # (...)
    below = _below_maximum(z, 1.0, -1)  # (..., V)
    powers = np.exp(below, out=below)
    total = powers.sum(axis=-1, keepdims=True)  # (..., 1)
    # p - 1 of the correct word is minus the sum of the others: subtracting 1 would lose digits.
    right = target[..., None]  # (..., 1)
    np.put_along_axis(powers, right, 0, axis=-1)
    np.put_along_axis(powers, right, 0 - powers.sum(axis=-1, keepdims=True), axis=-1)
    powers /= total
    return _laid_out(powers, z)


def perplexity(losses: ArrayLike) -> float:
    """The exponential of the mean loss: V equally likely words have perplexity V.

    Parameters
    ----------
    losses : array_like, any shape with at least one number
        -ln of each correct word's probability, in nats.

    Returns
    -------
    float
        The perplexity, at least 1 and without a unit; +inf when a correct word had probability 0 at
        all.

    Raises
    ------
    ValueError
        For no losses, for NaN or -inf among them, and for a loss below 0 by more than rounding
        explains.

    Examples
    --------
    >>> round(perplexity(cross_entropy([0, 0, 0, 0], 2)), 9)
    4.0
    """
    losses = as_numbers("losses", losses)
    if losses.size == 0:
        raise ValueError(f"losses has shape {losses.shape}; at least one loss was expected.")
    if np.isnan(losses).any() or (losses == -np.inf).any():
        raise ValueError(
            f"losses has shape {losses.shape} and holds NaN or -inf; each loss must be "
            "-ln of a probability, in nats."
        )
    # Rounding may make a loss slightly negative where the correct word's probability is nearly 1.
    lowest = losses.min()
    if lowest < -max(1e-4, 8 * float(np.finfo(losses.dtype).eps)):
        raise ValueError(
            f"losses has shape {losses.shape} and holds {lowest}; each loss must be -ln of a "
            "probability, in nats, and so at least 0."
        )
    with np.errstate(over="ignore", under="ignore"):
        return float(np.exp(losses.mean(dtype=np.float64)))


@np.errstate(over="ignore", under="ignore")
def wide_log_softmax(z: NDArray[Any], temperature: float = 1.0, axis: int = -1) -> FloatArray:
    """``log_softmax`` of scores that were read, not rounded to their type.

    In at least float64, with the vocabulary moved to the last axis.
    """
    below = _below_maximum(z, temperature, axis)  # (..., V)
    below -= np.log(np.exp(below).sum(axis=-1, keepdims=True))
    return below


def _below_maximum(z: NDArray[Any], temperature: float, axis: int) -> FloatArray:
    """(z - max z) / T in a new array, in at least float64, the vocabulary along its last axis.

    Subtracting the same number from every score leaves the probabilities as they were, and the
    exponential of a number that is at most 0 cannot overflow. The division comes second,
    since z / T alone may overflow. The last axis is the fast one, whatever the order of z in
    memory: along another, numpy adds one number after another and loses digits.
    """
    kind = _float_type(z)
    t = as_temperature(temperature, np.result_type(kind, np.float32))
    rows = np.moveaxis(z, axis, -1)  # (..., V)
    peak = rows.max(axis=-1, keepdims=True)  # (..., 1)
    if rows.dtype.kind in "iu":  # the difference of two integers is exact modulo 2**64
        lead = peak.astype(np.uint64) - rows.astype(np.uint64, order="C")
        below: FloatArray = (0 - lead.astype(np.float64)) / t
        return below
    below = rows.astype(np.result_type(kind, np.float64), order="C")
    limits = np.finfo(below.dtype)
    if not (peak > limits.max * limits.eps / 8).any():
        below -= peak
        below /= t
        return below
    # The difference of two very large scores may overflow; that of their halves does not.
    half = np.where(peak > limits.max * limits.eps / 8, 0.5, 1.0).astype(below.dtype)
    below *= half
    below -= peak * half
    below /= t
    below /= half
    return below


def _float_type(z: NDArray[Any]) -> np.dtype[Any]:
    """The type of what is computed from scores: their own, float64 for integers."""
    return np.dtype(np.float64) if z.dtype.kind in "iu" else z.dtype


def _laid_out(values: FloatArray, z: NDArray[Any], axis: int = -1) -> FloatArray:
    """Values with the vocabulary last as z has it, in its type and its order in memory."""
    result: FloatArray = np.empty_like(z, dtype=_float_type(z))
    np.moveaxis(result, axis, -1)[...] = values
    return result

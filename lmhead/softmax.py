"""Chapter 02: from a hidden vector to scores, to shares, to the loss of the right word.

Shapes are written in trailing comments: ``d`` is the length of a hidden vector, ``V``
the number of words in the vocabulary, ``...`` any batch shape, the empty one included.

Arguments that hold numbers may be lists or anything else that numpy reads, and none is
changed. float16, float32 and float64 keep their type; integers become float64. What
cannot be computed raises ``ValueError`` and says which argument is to blame.

Source: the logits and the loss are those of Press and Wolf, Using the Output Embedding
to Improve Language Models (arXiv 1608.05859), section 2.
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

    h: hidden vectors, (..., d).  w_out: the output matrix, (V, d), one row a word.
    Returns z, (..., V): any real numbers, which need not sum to anything.

    Raises ValueError for numbers that are not finite, for a ``d`` that differs between
    the two, for an empty vocabulary, and for scores too large for their type.
    """
    return dot_products(*as_head(h, w_out), name="w_out")


@np.errstate(over="ignore", under="ignore")
def softmax(z: ArrayLike, *, temperature: float = 1.0, axis: int = -1) -> FloatArray:
    """Turn scores into shares: p_k = exp(z_k / T) / sum_j exp(z_j / T).

    z: scores, (..., V), -inf for a masked word.  temperature: T > 0, no unit; below 1
    sharpens, above 1 flattens.  axis: where the vocabulary lies.
    Returns p of z's shape: shares from 0 to 1 that sum to 1 along ``axis``. The share of a
    masked word is exactly 0.

    Raises ValueError for NaN, +inf, a row that is -inf throughout, an empty vocabulary,
    and a temperature that is not a finite number above 0.
    """
    z = as_scores(z, axis)  # (..., V)
    below = _below_maximum(z, temperature, axis)  # (..., V), the largest is 0
    powers = np.exp(below, out=below)  # (..., V), the largest is 1
    powers /= powers.sum(axis=-1, keepdims=True)
    return _laid_out(powers, z, axis)


@np.errstate(over="ignore", under="ignore")
def log_softmax(z: ArrayLike, *, temperature: float = 1.0, axis: int = -1) -> FloatArray:
    """The natural logarithm of ``softmax``, also where a share is too small for a float.

    Arguments and errors are those of ``softmax``. Returns ln p of z's shape: at most 0,
    and -inf for a masked word.
    """
    z = as_scores(z, axis)  # (..., V)
    return _laid_out(wide_log_softmax(z, temperature, axis), z, axis)


@np.errstate(over="ignore", under="ignore")
def cross_entropy(z: ArrayLike, target: ArrayLike) -> FloatArray:
    """The loss of each row of scores: -ln of the share that the right word gets.

    z: scores, (..., V).  target: index of the right word, integers of shape (...).
    Returns the losses in nats, shape (...), a numpy scalar when z is one row. The loss is
    0 when the right word has the whole share and +inf when it is masked.

    Raises ValueError as ``softmax`` does, and for a target that is not an integer from
    0 to V - 1 for each row.
    """
    z = as_scores(z)  # (..., V)
    target = as_target(target, z)  # (...)
    log_p = np.take_along_axis(wide_log_softmax(z), target[..., None], axis=-1)  # (..., 1)
    losses: FloatArray = 0 - log_p[..., 0]  # not -log_p, which would make -0.0 of a loss of 0
    return losses.astype(_float_type(z))[()]


@np.errstate(over="ignore", under="ignore")
def cross_entropy_slope(z: ArrayLike, target: ArrayLike) -> FloatArray:
    """How fast each loss grows with each score: p - onehot(target).

    Arguments and errors are those of ``cross_entropy``.
    Returns slopes in nats a unit of score, (..., V): from -1 to 0 on the right word, from
    0 to 1 on every other one, summing to 0 along the last axis.
    """
    z = as_scores(z)  # (..., V)
    target = as_target(target, z)  # (...)
    below = _below_maximum(z, 1.0, -1)  # (..., V)
    powers = np.exp(below, out=below)
    total = powers.sum(axis=-1, keepdims=True)  # (..., 1)
    # p - 1 of the right word, which others leave it: a difference loses the digits of a p near 1.
    right = target[..., None]  # (..., 1)
    np.put_along_axis(powers, right, 0, axis=-1)
    np.put_along_axis(powers, right, 0 - powers.sum(axis=-1, keepdims=True), axis=-1)
    powers /= total
    return _laid_out(powers, z)


def perplexity(losses: ArrayLike) -> float:
    """The exponential of the mean loss: V equally likely words have perplexity V.

    losses: -ln of each right word's share, in nats, any shape with at least one number.
    Returns a number without a unit, +inf when a right word had no share at all.

    Raises ValueError for no losses, and for NaN or -inf among them.
    """
    losses = as_numbers("losses", losses)
    if losses.size == 0:
        raise ValueError(f"losses has shape {losses.shape}; at least one loss was expected.")
    if np.isnan(losses).any() or (losses == -np.inf).any():
        raise ValueError(
            f"losses has shape {losses.shape} and holds NaN or -inf; each loss must be "
            "-ln of a share, in nats."
        )
    # Some formulas give a little less than 0 by rounding, where the right word has all.
    lowest = losses.min()
    if lowest < -max(1e-4, 8 * float(np.finfo(losses.dtype).eps)):
        raise ValueError(
            f"losses has shape {losses.shape} and holds {lowest}; each loss must be -ln of a "
            "share, in nats, and so at least 0."
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

    Subtracting the same number from every score leaves the shares as they were, and the
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
    # A score far above 0 less one far below may lie beyond the floats: halves do not.
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

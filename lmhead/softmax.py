"""Chapter 02: from a hidden vector to scores, to shares, to the loss of the right word.

Shapes are written in trailing comments: ``d`` is the length of a hidden vector, ``V``
the number of words in the vocabulary, ``...`` any batch shape, the empty one included.

Arguments that hold numbers may be lists or anything else that numpy reads, and none is
changed. float16, float32 and float64 keep their type; integers become float64. What
cannot be computed raises ``ValueError`` and says which argument is to blame.

Source: the logits and the loss are those of Press and Wolf, Using the Output Embedding
to Improve Language Models (arXiv 1608.05859), section 2.
"""

import numpy as np
from numpy.typing import ArrayLike

from lmhead._arguments import (
    FloatArray,
    as_head,
    as_numbers,
    as_scores,
    as_target,
    as_temperature,
)
from lmhead._products import dot_products, widened

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
    powers = np.exp(_below_maximum(z, temperature, axis))  # (..., V), the largest is 1
    shares: FloatArray = powers / powers.sum(axis=axis, keepdims=True)
    return shares.astype(z.dtype, copy=False)


@np.errstate(over="ignore", under="ignore")
def log_softmax(z: ArrayLike, *, temperature: float = 1.0, axis: int = -1) -> FloatArray:
    """The natural logarithm of ``softmax``, also where a share is too small for a float.

    Arguments and errors are those of ``softmax``. Returns ln p of z's shape: at most 0,
    and -inf for a masked word.
    """
    z = as_scores(z, axis)  # (..., V)
    below = _below_maximum(z, temperature, axis)  # (..., V), the largest is 0
    total = np.exp(below).sum(axis=axis, keepdims=True)  # (..., 1), from 1 to V
    log_p: FloatArray = below - np.log(total)
    return log_p.astype(z.dtype, copy=False)


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
    log_p = np.take_along_axis(log_softmax(z), target[..., None], axis=-1)  # (..., 1)
    losses: FloatArray = 0 - log_p[..., 0]  # not -log_p, which would make -0.0 of a loss of 0
    return losses


def cross_entropy_slope(z: ArrayLike, target: ArrayLike) -> FloatArray:
    """How fast each loss grows with each score: p - onehot(target).

    Arguments and errors are those of ``cross_entropy``.
    Returns slopes in nats a unit of score, (..., V): from -1 to 0 on the right word, from
    0 to 1 on every other one, summing to 0 along the last axis.
    """
    z = as_scores(z)  # (..., V)
    target = as_target(target, z)  # (...)
    onehot = np.arange(z.shape[-1]) == target[..., None]  # (..., V)
    slopes: FloatArray = softmax(z) - onehot.astype(z.dtype)
    return slopes


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
    with np.errstate(over="ignore", under="ignore"):
        return float(np.exp(losses.mean(dtype=np.float64)))


def _below_maximum(z: FloatArray, temperature: float, axis: int) -> FloatArray:
    """(z - max z) / T, of z's shape.

    Subtracting the same number from every score leaves the shares as they were, and the
    exponential of a number that is at most 0 cannot overflow. The division comes second,
    since z / T alone may overflow.
    """
    wide = widened(z)
    below = wide - wide.max(axis=axis, keepdims=True)
    scaled: FloatArray = below / as_temperature(temperature, below.dtype)
    return scaled

"""Chapter 03: four words, three dimensions, every intermediate number.

The example is that of the article the course follows: 猫 (cat), 狗 (dog), 鱼 (fish) and
跑 (run), whose rows make up ``W_OUT``, and the hidden vector ``H`` = [1, 0, 1] at the
position whose next word is asked for. Only ``W_OUT`` and ``H`` are given; the rest
is computed from them. The arrays cannot be written to.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from lmhead._arguments import FloatArray, as_head, as_number, as_target, shown
from lmhead._dot_products import widened
from lmhead.softmax import cross_entropy, cross_entropy_slope, logits, softmax

__all__ = [
    "WORDS",
    "GLOSSES",
    "W_OUT",
    "H",
    "LOGITS",
    "EXPONENTIALS",
    "TOTAL",
    "PROBABILITIES",
    "LOSSES",
    "Prediction",
    "SgdStep",
    "sgd_step",
]

Parameter = Literal["z", "W_out", "h"]


def _fixed(values: ArrayLike) -> FloatArray:
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return array


WORDS = ("猫", "狗", "鱼", "跑")
GLOSSES = ("cat", "dog", "fish", "run")

W_OUT = _fixed([[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0]])  # (V, d) = (4, 3)
H = _fixed([1, 0, 1])  # (d,) = (3,)

LOGITS = _fixed(logits(H, W_OUT))  # (4,): 2, 1, 1, 0
EXPONENTIALS = _fixed(np.exp(LOGITS))  # (4,)
TOTAL = float(EXPONENTIALS.sum())
PROBABILITIES = _fixed(softmax(LOGITS))  # (4,)
# The loss in nats if the right word is 猫, 狗, 鱼 or 跑.
LOSSES = _fixed([cross_entropy(LOGITS, word) for word in range(len(WORDS))])  # (4,)


@dataclass(frozen=True)
class Prediction:
    """What the head computes at one position, before or after a step.

    Attributes
    ----------
    logits : numpy.ndarray, shape (V,)
        The scores of the words.
    probabilities : numpy.ndarray, shape (V,)
        Their softmax.
    loss : float
        -ln of the right word's probability, in nats.
    """

    logits: FloatArray
    probabilities: FloatArray
    loss: float


@dataclass(frozen=True)
class SgdStep:
    """One step on one parameter: the right word's index, and the head before and after.

    Attributes
    ----------
    parameter : {"z", "W_out", "h"}
        What was changed.
    right : int
        The index of the right word.
    rate : float
        The learning rate.
    before, after : Prediction
        The head before and after the step.
    h : numpy.ndarray, shape (d,)
        The hidden vector after the step.
    w_out : numpy.ndarray, shape (V, d)
        The output matrix after the step. A step on ``z`` leaves both as they were: it changes
        the logits themselves.
    """

    parameter: Parameter
    right: int
    rate: float
    before: Prediction
    after: Prediction
    h: FloatArray
    w_out: FloatArray


def sgd_step(
    parameter: Parameter,
    right: int | str,
    rate: float = 1.0,
    h: ArrayLike = H,
    w_out: ArrayLike = W_OUT,
) -> SgdStep:
    """Take one step of plain SGD on the loss -ln p(right), on one parameter alone.

    Parameters
    ----------
    parameter : {"z", "W_out", "h"}
        "z", the logits as if they were free numbers; "W_out", the output matrix; or "h", the
        hidden vector. The other two stay fixed (z follows from what changed).
    right : int or str
        The right word, as its index from 0 to V - 1, or as one of ``WORDS`` or ``GLOSSES``.
    rate : float, default 1.0
        The learning rate, what a slope is multiplied by; finite.
    h : array_like, shape (d,)
        One hidden vector.
    w_out : array_like, shape (V, d)
        The output matrix.

    Returns
    -------
    SgdStep
        The head before and after. The step is rounded once, to the type of what it changes.

    Raises
    ------
    ValueError
        For another parameter, for a word that is not there, for a rate that is not finite or
        too large for the type, and as ``lmhead.softmax.logits`` does.

    Notes
    -----
    The slope on z is p - onehot(right). By the chain rule, with z = W_out h, the slope on
    W_out is its outer product with h, and the slope on h its product with W_out.

    Examples
    --------
    >>> step = sgd_step("z", "run")
    >>> step.after.logits.round(3).tolist()
    [1.466, 0.803, 0.803, 0.928]
    >>> round(step.before.loss, 3), round(step.after.loss, 3)
    (2.627, 1.499)
    """
    if not isinstance(parameter, str) or parameter not in get_args(Parameter):
        raise ValueError(f'parameter is {shown(parameter)}; "z", "W_out" or "h" was expected.')
    h, w_out = as_head(h, w_out)
    if h.ndim != 1:
        raise ValueError(f"h has shape {h.shape}; one hidden vector, (d,), was expected.")
    z = logits(h, w_out)  # (V,)
    index, rate = _right_index(right, z), as_number("rate", rate)

    slope = cross_entropy_slope(widened(z), index)  # (V,)
    z_after, h_after, w_out_after = z, h.copy(), w_out.copy()
    if parameter == "z":
        z_after = _stepped(z, rate, slope)
    elif parameter == "W_out":
        w_out_after = _stepped(w_out, rate, np.outer(slope, widened(h)))  # (V, d)
        z_after = logits(h, w_out_after)
    else:
        h_after = _stepped(h, rate, slope @ widened(w_out))  # (d,)
        z_after = logits(h_after, w_out)
    before, after = _predict(z, index), _predict(z_after, index)
    return SgdStep(parameter, index, rate, before, after, h_after, w_out_after)


def _stepped(values: FloatArray, rate: float, slope: FloatArray) -> FloatArray:
    """The values less rate · slope, rounded once, to their own type."""
    with np.errstate(all="ignore"):
        after = (widened(values) - rate * slope).astype(values.dtype)
    if not np.isfinite(after).all():
        raise ValueError(
            f"rate is {rate}, and a step of that size on numbers of shape {values.shape} leaves "
            f"the range of {values.dtype}; a smaller rate was expected."
        )
    return after


def _predict(z: FloatArray, right: int) -> Prediction:
    return Prediction(z, softmax(z), float(cross_entropy(widened(z), right)))


def _right_index(right: int | str, z: FloatArray) -> int:
    if isinstance(right, str):
        for names in (WORDS, GLOSSES):
            if right in names:
                return names.index(right)
        raise ValueError(
            f"right is {shown(right)}; one of {', '.join(WORDS)} or its index was expected."
        )
    return int(as_target(right, z, name="right"))

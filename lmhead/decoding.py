"""Chapter 04: from a distribution to a word, and from words to a text.

``V`` is the number of words in the vocabulary, ``...`` any batch shape, the empty one
included. A word is named by its id, an integer from 0 to V - 1.

Temperature is an argument of ``lmhead.softmax.softmax``: it changes the probabilities that are
drawn from, and nothing here.

Arguments that hold numbers may be lists or anything else that numpy reads, and none is
changed. What cannot be computed raises ``ValueError`` with a sentence that names the
argument.
"""

from __future__ import annotations  # np.random is then loaded by the first draw alone

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from lmhead._arguments import (
    FloatArray,
    IntArray,
    as_array,
    as_count,
    as_ids,
    as_numbers,
    as_scores,
    shown,
)
from lmhead.four_words import LOGITS
from lmhead.softmax import wide_log_softmax

__all__ = [
    "greedy",
    "intervals",
    "pick",
    "sample",
    "generate",
    "sequence_log_probability",
    "SECOND_SHARES",
    "two_words",
]

Step = Callable[[list[int]], ArrayLike]
Choose = Callable[[ArrayLike], SupportsIndex]


def greedy(z: ArrayLike) -> IntArray:
    """The word with the highest score. Softmax keeps the order, so it is not needed.

    Parameters
    ----------
    z : array_like, shape (..., V)
        Logits, -inf for a masked word; probabilities serve as well.

    Returns
    -------
    numpy.ndarray of int, shape (...)
        The ids, a numpy integer when z is one row. Of words with equal scores it is the one
        with the lowest id.

    Raises
    ------
    ValueError
        For NaN, whose place ``numpy.argmax`` would return, for +inf, for a row that is -inf
        throughout, and for an empty vocabulary.

    Examples
    --------
    >>> greedy([[2, 1, 1, 0], [0, 3, 3, 1]]).tolist()
    [0, 1]
    """
    best: IntArray = as_scores(z).argmax(axis=-1)
    return best


def intervals(p: ArrayLike) -> FloatArray:
    """Cut the line from 0 to 1 into one interval a word, each as long as the word's probability.

    Parameters
    ----------
    p : array_like, shape (V,)
        Probabilities, from 0 to 1 with sum 1 but for rounding: that of their type, and that of a
        library which divided them by a sum in float32.

    Returns
    -------
    numpy.ndarray of float64, shape (V, 2)
        Row k is [start, end), the start included and the end not. The first start is exactly 0
        and the last end exactly 1, also where the probabilities' sum is not; each start is the end
        before it. A word of probability 0 has an empty interval.

    Raises
    ------
    ValueError
        For probabilities that are not one row, for one that is NaN or negative, and for a sum that
        is not 1.

    Examples
    --------
    >>> intervals([0.5, 0, 0.25, 0.25]).tolist()
    [[0.0, 0.5], [0.5, 0.5], [0.5, 0.75], [0.75, 1.0]]
    """
    ends = _ends(p)  # (V,)
    return np.stack([np.concatenate([[0.0], ends[:-1]]), ends], axis=1)  # (V, 2)


def pick(p: ArrayLike, u: ArrayLike) -> IntArray:
    """The word whose interval a number falls into.

    Parameters
    ----------
    p : array_like, shape (V,)
        Probabilities, as for ``intervals``.
    u : array_like, any shape
        Numbers from 0 up to but not including 1.

    Returns
    -------
    numpy.ndarray of int, shape of u
        The ids, a numpy integer when u is one number. Where one interval ends and the next
        starts, the word that starts there is picked, so a word of probability 0 is never picked.

    Raises
    ------
    ValueError
        As ``intervals`` does, and for a ``u`` that is NaN or outside [0, 1).

    Examples
    --------
    >>> pick([0.5, 0, 0.25, 0.25], [0, 0.49, 0.5, 0.99]).tolist()
    [0, 0, 2, 3]
    """
    ends = _ends(p)  # (V,)
    u = as_numbers("u", u)  # (...)
    if not ((u >= 0) & (u < 1)).all():
        raise ValueError(
            f"u has shape {u.shape} and holds a number outside [0, 1); numbers from 0 up to but "
            "not including 1 were expected."
        )
    # The first word whose end lies above u. The last end is 1, so u must stay below 1, also
    # where a longer float is rounded.
    below_1 = np.minimum(u.astype(np.float64), np.nextafter(1, 0))
    found: IntArray = np.searchsorted(ends, below_1, side="right")
    return found


def sample(
    p: ArrayLike, rng: np.random.Generator, size: int | tuple[int, ...] | None = None
) -> IntArray:
    """Draw words by their probabilities: random numbers, and the intervals they fall into.

    Parameters
    ----------
    p : array_like, shape (V,)
        Probabilities, as for ``intervals``.
    rng : numpy.random.Generator
        Where the random numbers come from; each draw takes one.
    size : int, tuple of int or None, default None
        How many draws, or their shape; None for one.

    Returns
    -------
    numpy.ndarray of int, of the shape that ``size`` gives
        The ids, a numpy integer when ``size`` is None.

    Raises
    ------
    ValueError
        As ``intervals`` does, for an ``rng`` that is no generator, and for a ``size`` that is
        neither an integer of at least 0 nor a tuple of them.

    Examples
    --------
    >>> import numpy as np
    >>> sample([0.5, 0, 0.25, 0.25], np.random.default_rng(0), 8).tolist()
    [2, 0, 0, 0, 3, 3, 2, 2]
    """
    if not isinstance(rng, np.random.Generator):
        raise ValueError(
            f"rng is {shown(rng)}; a generator was expected, such as np.random.default_rng(0)."
        )
    _ends(p)  # check p first, so that an error draws no number from the generator
    return pick(p, rng.random(_draws(size)))


def generate(
    step: Step, prompt: Sequence[int], choose: Choose, steps: int, stop: int | None = None
) -> list[int]:
    """Continue a text: logits for the next word, choose one, append it, and again.

    Parameters
    ----------
    step : callable
        Takes all ids so far, a list of int, and returns the logits at the last position, (V,).
    prompt : sequence of int
        The ids to begin with. Whether there may be none is up to ``step``.
    choose : callable
        Takes the logits, (V,), and returns the id of the next word, as ``greedy`` does.
    steps : int
        How many words to write at most.
    stop : int or None, default None
        The id of a word that ends the text when it is chosen; it is part of the text.

    Returns
    -------
    list of int
        All ids, those of the prompt first. ``prompt`` is left as it was.

    Raises
    ------
    ValueError
        For a ``steps`` that is not an integer of at least 0, for a prompt that is no list of
        ids, for logits of another shape, and for a choice that is not an id of the vocabulary.

    Examples
    --------
    >>> generate(lambda ids: [0, ids[-1], 1.5], [1], greedy, 3)
    [1, 2, 1, 2]
    """
    steps = as_count("steps", steps, lowest=0)
    if stop is not None:
        stop = as_count("stop", stop, lowest=0)
    ids = _ids("prompt", prompt)
    _check_callable("step", step)
    _check_callable("choose", choose)
    for _ in range(steps):
        z = step(list(ids))  # a copy, which step may change
        last = _words(z) - 1
        word = as_count("what choose returned", choose(z), lowest=0, highest=last)
        ids.append(word)
        if word == stop:
            break
    return ids


def sequence_log_probability(step: Step, ids: Sequence[int], start: int = 0) -> float:
    """The natural logarithm of the probability that a text continues as it does.

    Parameters
    ----------
    step : callable
        As for ``generate``.
    ids : sequence of int, length T
        The whole text.
    start : int, default 0
        How many ids at the beginning are given, from 0 to T. Each id after them adds the
        logarithm of its probability, given all before it.

    Returns
    -------
    float
        The log-probability in nats, at most 0; -inf where a word has probability 0. Its terms are
        not rounded to the type of the logits.

    Raises
    ------
    ValueError
        For a ``start`` that is not from 0 to T, for an id outside the vocabulary, and for
        logits that ``lmhead.softmax.log_softmax`` refuses.

    Examples
    --------
    >>> import math
    >>> log_p = sequence_log_probability(lambda ids: [0, 0, 0, 0], [2, 1, 3])
    >>> round(math.exp(log_p), 6)  # a quarter for each of three words
    0.015625
    """
    text = _ids("ids", ids)
    _check_callable("step", step)
    logs = []
    for t in range(as_count("start", start, lowest=0, highest=len(text)), len(text)):
        z = step(text[:t])
        word = as_count(f"ids[{t}]", text[t], lowest=0, highest=_words(z) - 1)
        logs.append(float(wide_log_softmax(as_scores(z))[word]))  # not rounded to z's type
    return math.fsum(logs)


# A model of two words on which greedy does not find the most probable pair. The first
# word has the logits, and so the probabilities, of chapter 03; row k holds the probabilities of the
# second word after word k.
SECOND_SHARES = np.array(
    [
        [0.20, 0.25, 0.25, 0.30],  # after 猫: nothing stands out
        [0.02, 0.02, 0.06, 0.90],  # after 狗: 跑, nearly always
        [0.10, 0.20, 0.30, 0.40],  # after 鱼
        [0.40, 0.30, 0.20, 0.10],  # after 跑
    ]
)
SECOND_SHARES.flags.writeable = False


def two_words(ids: Sequence[int]) -> FloatArray:
    """The ``step`` of a model of two words: logits of the first, or of the second after it.

    Parameters
    ----------
    ids : sequence of int
        No id, or one, from 0 to 3.

    Returns
    -------
    numpy.ndarray, shape (4,)
        The logits: ``lmhead.four_words.LOGITS``, or the logarithms of a row of
        ``SECOND_SHARES``.

    Raises
    ------
    ValueError
        For other ids.

    Examples
    --------
    >>> two_words([]).tolist()
    [2.0, 1.0, 1.0, 0.0]
    >>> generate(two_words, [], greedy, 2)
    [0, 3]
    """
    if len(ids) > 1:
        raise ValueError(f"ids has {len(ids)} words; this model writes two, so 0 or 1 are before.")
    if len(ids) == 0:
        return LOGITS.copy()
    z: FloatArray = np.log(SECOND_SHARES[as_ids("ids", ids[0], len(SECOND_SHARES))])
    return z


def _ends(p: ArrayLike) -> FloatArray:
    """Where the interval of each word ends, (V,): cumulative sums, the last exactly 1."""
    probs = as_numbers("p", p)
    if probs.ndim != 1 or probs.size == 0:
        raise ValueError(
            f"p has shape {probs.shape}; one row of probabilities, (V,), of at least one word was "
            "expected."
        )
    if not (probs >= 0).all():
        at = int((~(probs >= 0)).argmax())
        raise ValueError(
            f"p of shape {probs.shape} holds NaN or a negative number, {probs[at]} at index "
            f"({at},); probabilities were expected, as softmax makes them of logits."
        )
    with np.errstate(over="ignore"):
        ends: FloatArray = np.cumsum(probs, dtype=np.float64)  # (V,)
    if not abs(ends[-1] - 1) <= _slack(probs, float(abs(ends[-1] - 1))):
        # Eight digits, so that a refused sum is never printed as 1.
        raise ValueError(
            f"p of shape {probs.shape} has the sum {ends[-1]:.8g}; probabilities sum to 1."
        )
    # Division makes the last end 1 and keeps equal ends equal. Setting only the last end to 1
    # would give an interval to a last word whose probability is 0.
    ends /= ends[-1]
    return ends


#: Where float32 adds V numbers one after another, their sum may be off by this much for each.
FLOAT32_SUM = 2.0**-24


def _slack(probs: FloatArray, error: float) -> float:
    """How far from 1 the sum of probabilities may lie by rounding, if that explains an ``error``.

    Each probability is rounded to its type: by a fraction of itself, or by the smallest step. In
    float32 and narrower types they were divided by a sum that a library may have taken in
    float32, as torch does, one number after another: its error grows with their number.
    """
    limits, count = np.finfo(probs.dtype), probs.size
    slack = max(1e-6, 8 * float(limits.eps) + count * float(limits.smallest_subnormal))
    if probs.dtype.itemsize <= 4:
        slack += count * FLOAT32_SUM
    if error <= slack:
        return slack
    # The numbers may have been rounded to a narrower type than the one that holds them:
    # bfloat16, which numpy lacks, or the type of a tensor before its tolist().
    if probs.dtype != np.float16 and (_as_bfloat16(probs) == probs).all():
        slack = max(slack, 2.0**-9 + count * FLOAT32_SUM)
    for dtype in (np.float16, np.float32):
        narrow = np.finfo(dtype)
        with np.errstate(over="ignore", under="ignore"):
            fits = (probs.astype(dtype) == probs).all()
        if fits:
            step = float(narrow.eps) + count * float(narrow.smallest_subnormal)
            slack = max(slack, step / 2 + count * FLOAT32_SUM)
    return slack


def _as_bfloat16(probs: FloatArray) -> FloatArray:
    """Numbers cut to the 8 digits of two that bfloat16 has: the first half of a float32."""
    with np.errstate(over="ignore", under="ignore"):
        bits = probs.astype(np.float32).view(np.uint32)
    cut: FloatArray = (bits & np.uint32(0xFFFF0000)).view(np.float32)
    return cut


def _draws(size: Any) -> int | tuple[int, ...] | None:
    """How many draws, or their shape, as ``sample`` takes them."""
    if size is None:
        return None
    if not isinstance(size, list | tuple):
        return as_count("size", size, lowest=0)
    return tuple(as_count("a number of size", side, lowest=0) for side in size)


def _ids(name: str, ids: Iterable[SupportsIndex]) -> list[int]:
    """The ids of a text as a list of integers."""
    try:
        words = list(ids)
    except TypeError:
        raise ValueError(f"{name} is {shown(ids)}; a list of ids was expected.") from None
    return [as_count(f"an id of {name}", word, lowest=0) for word in words]


def _check_callable(name: str, function: object) -> None:
    if not callable(function):
        raise ValueError(f"{name} is {shown(function)}; a function was expected.")


def _words(z: ArrayLike) -> int:
    """The number of words, V, that a step returned logits for."""
    shape: tuple[int, ...] = as_array("step's logits", z).shape
    if len(shape) != 1:
        raise ValueError(
            f"step returned logits of shape {shape}; those of the last position, (V,), were "
            "expected."
        )
    return shape[0]

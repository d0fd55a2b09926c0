"""The share that lies outside the k largest, at each position of a text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import Case, Function
from lmhead.checks.tolerance import Array
from lmhead.softmax import softmax

from ..rows import WITHIN, scores

PREFIX = "02-logits-softmax/tail"


def outside(z: Array, k: int) -> Array:
    """What all but the k largest shares of each row add up to: z (T, V) -> (T,).

    Summed from the small shares, so that a tail of 1e-20 is not lost in 1 minus something.
    """
    ordered = np.sort(softmax(z), axis=-1)  # (T, V), the smallest first
    tails: Array = ordered[:, : z.shape[-1] - k].sum(axis=-1)  # (T,)
    return tails


def _different(rng: np.random.Generator, rows: int, words: int) -> Array:
    """Rows without two equal scores, in no order."""
    return np.array([rng.permutation(np.arange(words) * 0.75 - 1.25) for _ in range(rows)])


def _inner(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((_different(rng, 1, 4), 2))
    yield Case((_different(rng, 2, 5), 1))
    yield Case((_different(rng, 3, 5), 3))
    square = _different(rng, 4, 4)
    square[0] *= 2
    yield Case((square, 3))
    # Two words tie for the k-th place: one is inside and one outside, whichever.
    tied = np.array([[2.0, 1.0, 1.0, 0.0], [0.5, -1.0, 0.5, -2.0]])
    yield Case((tied[:, rng.permutation(4)], 2))
    yield Case((scores(rng, 2, 60), int(rng.integers(5, 20))))


def _ends(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((_different(rng, 2, 4), 0))
    yield Case((_different(rng, 2, 4), 4))


# -- known mistakes ------------------------------------------------------------------------


def _ordered(z: Array) -> Array:
    """Shares of each row, the largest first."""
    ordered: Array = -np.sort(-softmax(z), axis=-1)
    return ordered


def _below_kth(z: Array, k: int) -> Array:
    p, ordered = softmax(z), _ordered(z)
    kept: Array = np.where(p < ordered[:, k - 1 : k], p, 0).sum(axis=-1)
    return kept


def _raw(z: Array, k: int) -> Array:
    tails: Array = -np.sort(-z, axis=-1)[:, k:].sum(axis=-1)
    return tails


def _cut_by_minus(z: Array, k: int) -> Array:
    tails: Array = np.sort(softmax(z), axis=-1)[:, :-k].sum(axis=-1)
    return tails


def _whole(z: Array, k: int) -> Array:
    powers = np.exp(z - z.max())
    tails: Array = -np.sort(-powers / powers.sum(), axis=-1)[:, k:].sum(axis=-1)
    return tails


MISTAKES: dict[str, Function] = {
    "top-share": lambda z, k: 1 - outside(z, k),
    "vocabulary-order": lambda z, k: softmax(z)[:, k:].sum(axis=-1),
    "vocabulary-order:last": lambda z, k: softmax(z)[:, :-k].sum(axis=-1),
    "lowest-left-out": lambda z, k: np.sort(softmax(z), axis=-1)[:, k:].sum(axis=-1),
    "one-too-many": lambda z, k: _ordered(z)[:, k + 1 :].sum(axis=-1),
    "one-too-few": lambda z, k: _ordered(z)[:, k - 1 :].sum(axis=-1),
    "ties-dropped": _below_kth,
    "next-alone": lambda z, k: _ordered(z)[:, k],
    "logits-added": _raw,
    "not-divided": lambda z, k: np.exp(z).sum(-1) * outside(z, k),
    "counted": lambda z, k: np.full(len(z), 1 - k / z.shape[-1]),
    "list-of-shares": lambda z, k: _ordered(z)[:, k:],
    "percent": lambda z, k: 100 * outside(z, k),
    "whole-array": _whole,
    "mean": lambda z, k: _ordered(z)[:, k:].mean(axis=-1),
}

END_MISTAKES: dict[str, Function] = {
    "minus-zero": _cut_by_minus,
}


# -- what is asked -------------------------------------------------------------------------

TAIL = FunctionTask(
    "tail",
    ("z", "k"),
    PREFIX,
    outside,
    (Values("values", 2, _inner, MISTAKES), Values("ends", 1, _ends, END_MISTAKES)),
    tolerance=WITHIN,
)

register(TAIL, section="02-tails")

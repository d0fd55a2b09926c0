"""Greedy: the word with the largest logit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import Case, Mistake
from lmhead.checks.random_numbers import HAIR, distinct_quarters
from lmhead.checks.tolerance import ROUNDING, Array
from lmhead.decoding import greedy as reference
from lmhead.four_words import LOGITS

from ..word_ids import id_problem

NAME = "greedy"
PREFIX = "04-decoding/greedy"


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((LOGITS,))  # the chapter's
    yield Case((distinct_quarters(rng, 6),))
    yield Case((_not_first(rng, -np.arange(1.0, 7.0)),))  # all below 0
    yield Case((np.insert(distinct_quarters(rng, 4), 2, -9.0),))  # the largest in size is negative
    yield Case((np.insert(distinct_quarters(rng, 4), 1, 9.0),))  # and here it is positive
    for start in (0, 1):  # word 0 among them or not: a loop may begin with it and go backwards
        low, high = rng.choice(np.arange(start, 6), 2, replace=False)
        tied = distinct_quarters(rng, 6)
        tied[[low, high]] = 4.0
        yield Case((tied,))
    # Ties behind lower words, and many: there numpy's default sort does not keep the order.
    yield Case((np.append(distinct_quarters(rng, 4), [4.0, 4.0]),))
    yield Case((np.append(distinct_quarters(rng, 10), np.full(10, 4.0)),))
    # No tie, but nearly one, and the later word leads.
    yield Case((np.insert(distinct_quarters(rng, 4) - 4.0, (1, 3), [0.0, HAIR]),))
    # e to the power of these overflows, or is 0 for all of them.
    yield Case((np.array([999.0, -1000.0, 1000.0]),))
    yield Case((_not_first(rng, np.array([-1000.0, -1001.0, -1003.0])),))
    masked = distinct_quarters(rng, 5)
    masked[int(rng.integers(5))] = -np.inf  # a word that a mask has taken out
    yield Case((masked,))
    yield Case((distinct_quarters(rng, 7).astype(np.float32),))
    yield Case((np.array([-2.5]),))  # one word


def _not_first(rng: np.random.Generator, z: Array) -> Array:
    """The same logits in another order, the largest not at the beginning."""
    mixed: Array = rng.permutation(z)
    return np.roll(mixed, 1) if mixed[0] == mixed.max() else mixed


def _softmax(z: Array) -> Array:
    e = np.exp(z)
    shares: Array = e / e.sum()
    return shares


def _from_zero(z: Array) -> int:
    best, largest = 0, 0.0
    for k, score in enumerate(z):
        if score > largest:
            best, largest = k, float(score)
    return best


def _backwards(z: Array) -> int:
    """A loop from the end that begins with word 0 as the best."""
    best = 0
    for k in reversed(range(len(z))):
        if z[k] > z[best]:
            best = k
    return best


MISTAKES: dict[str, Mistake] = {
    "last-of-tied": (lambda z: len(z) - 1 - int(np.argmax(z[::-1])), _backwards),
    "unstable": (lambda z: int(np.argsort(-z)[0]), lambda z: int(np.argsort(z)[-1])),
    "all-of-tied": lambda z: np.flatnonzero(z == z.max()),
    "size-not-sign": lambda z: int(np.argmax(np.abs(z))),
    "smallest": lambda z: int(np.argmin(z)),
    "value-returned": lambda z: z.max(),
    "share-returned": lambda z: _softmax(z - z.max()).max(),
    "from-zero": _from_zero,
    "exponentials": (
        lambda z: int(np.argmax(_softmax(z))),
        lambda z: int(np.argmax(np.exp(z))),
        # nan and infinity are larger than nothing in a loop.
        lambda z: max(range(len(z)), key=_softmax(z).__getitem__),
        lambda z: int(np.argsort(_softmax(z))[-1]),
    ),
    "rounded": (
        *(lambda z, n=n: int(np.argmax(np.round(z, n))) for n in range(12)),
        lambda z: int(np.argmax(np.nan_to_num(z).astype(int))),
        lambda z: int(np.flatnonzero(np.isclose(z, z.max()))[0]),
    ),
    "counted-from-1": lambda z: int(np.argmax(z)) + 1,
    "onehot": lambda z: (np.arange(len(z)) == np.argmax(z)).astype(float),
}


# -- what is asked ------------------------------------------------------------------------------

GREEDY = FunctionTask(
    NAME,
    ("z",),
    PREFIX,
    reference,
    (Values("word", 1, _cases, MISTAKES),),
    tolerance=ROUNDING["float32"],
    problem=id_problem(NAME),
)

register(GREEDY, section="04-greedy")

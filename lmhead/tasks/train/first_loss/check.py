"""The loss of a model that has learned nothing, and the vocabulary from it."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import Case, Mistake
from lmhead.checks.tolerance import Tolerance

PREFIX = "06-train/first-loss"

#: Four decimals would do for reading a run; six leave no room for another formula.
NATS = Tolerance(absolute=1e-6)
#: A whole number, or a float that holds one: e to the power of the loss lies a hair beside it.
WHOLE = Tolerance()

#: In float64, e to the power of the logarithm lies a hair below the first three, above
#: the others.
EDGES = (1000, 5, 128_256, 50_257, 10, 3, 10_000)


def first(vocabulary: int) -> float:
    """The loss, in nats."""
    return math.log(vocabulary)


def words(loss: float) -> int:
    """The number of words."""
    return round(math.exp(loss))


# -- known mistakes, as functions of the same arguments -------------------------------------

LOSSES: dict[str, Mistake] = {
    "bits": lambda V: math.log2(V),
    "decimal-logarithm": lambda V: math.log10(V),
    "minus": lambda V: -math.log(V),
    "share": lambda V: 1 / V,
    "summed": lambda V: V * math.log(V),
    "one-off": (
        lambda V: math.log(V - 1),
        lambda V: np.log(np.float64(V - 1)),
        lambda V: math.log(V + 1),
    ),
    "vocabulary-returned": lambda V: V,
}

VOCABULARIES: dict[str, Mistake] = {
    "not-rounded": (
        lambda loss: math.exp(loss),
        lambda loss: np.exp(np.float64(loss)),
        lambda loss: math.e**loss,
        lambda loss: 1 / math.exp(-loss),
    ),
    # numpy's exponential and math's may lie on either side of a whole number.
    "cut-off": tuple(
        lambda loss, cut=cut, exp=exp: cut(exp(loss))
        for exp in (math.exp, np.exp)
        for cut in (math.floor, math.ceil)
    ),
    "from-bits": (lambda loss: round(2**loss), lambda loss: 2**loss),
    "from-decimal": (lambda loss: round(10**loss), lambda loss: 10**loss),
    "share-of-a-word": lambda loss: math.exp(-loss),
    "logarithm-again": (
        lambda loss: np.log(np.float64(loss)),
        lambda loss: math.log(loss),
        lambda loss: round(math.log(loss)),
    ),
    "one-word-more": lambda loss: round(math.exp(loss)) + 1,
}


# -- what is asked --------------------------------------------------------------------------


def _sizes(rng: np.random.Generator) -> Iterator[Case]:
    for size in (50257, 2, *(int(size) for size in rng.integers(3, 200_000, 4)), 1):
        yield Case((size,))


def _losses(rng: np.random.Generator) -> Iterator[Case]:
    for size in (*EDGES, *(int(size) for size in rng.integers(3, 200_000, 4)), 1):
        yield Case((math.log(size),))


FIRST_LOSS = FunctionTask(
    "first_loss",
    ("vocabulary",),
    PREFIX,
    first,
    (Values("loss", 1, _sizes, LOSSES),),
    tolerance=NATS,
)
VOCABULARY_OF = FunctionTask(
    "vocabulary_of",
    ("loss",),
    PREFIX,
    words,
    (Values("vocabulary", 1, _losses, VOCABULARIES),),
    tolerance=WHOLE,
)

register(FIRST_LOSS, VOCABULARY_OF, section="06-first-loss")

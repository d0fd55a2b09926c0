"""The scores of all rows, at one position and at several, written by the learner."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import Case, Function
from lmhead.checks.random_numbers import nonzero
from lmhead.checks.tolerance import ROUNDING, Array
from lmhead.distance import cosine, scores
from lmhead.softmax import softmax

PREFIX = "01-distance/all-scores"

#: What is judged is the rule, not its last digits: float32 inside is as good.
WITHIN = ROUNDING["float32"]


def reference(h: Array, table: Array) -> Array:
    """The scores: (V,) for h of shape (d,), (T, V) for (T, d)."""
    return scores(h, table)


def _one(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((nonzero(rng, 2), nonzero(rng, 4, 2)))
    yield Case((nonzero(rng, 3), nonzero(rng, 3, 3)))  # square: a transpose fits
    yield Case((nonzero(rng, 4), nonzero(rng, 2, 4)))  # d > V
    yield Case((rng.integers(2, 5, 3), nonzero(rng, 5, 3)))
    yield Case((nonzero(rng, 3), nonzero(rng, 1, 3)))  # one row
    yield Case((nonzero(rng, 1), nonzero(rng, 4, 1)))  # one dimension
    yield Case((nonzero(rng, 2), nonzero(rng, 2, 5).T))  # not contiguous
    yield Case((nonzero(rng, 3).astype(np.float32), nonzero(rng, 4, 3).astype(np.float32)))


def _many(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((nonzero(rng, 3, 2), nonzero(rng, 4, 2)))
    yield Case((nonzero(rng, 1, 3), nonzero(rng, 4, 3)))  # one position, still a row of its own
    yield Case((nonzero(rng, 4, 2), nonzero(rng, 4, 2)))  # T = V
    yield Case((nonzero(rng, 3, 3), nonzero(rng, 3, 3)))  # all sizes equal: any transpose fits
    yield Case((nonzero(rng, 2, 4), nonzero(rng, 1, 4)))  # one row
    yield Case((rng.integers(2, 5, (2, 3)), nonzero(rng, 5, 3)))
    yield Case((nonzero(rng, 5, 2).astype(np.float32), nonzero(rng, 3, 2).astype(np.float32)))


# -- known mistakes, as functions of the same arguments -------------------------------------


def _lengths(vectors: Array) -> Array:
    lengths: Array = np.linalg.norm(vectors, axis=-1)
    return lengths


def _distances(h: Array, table: Array) -> Array:
    return _lengths(h[..., None, :] - table)


COMMON: dict[str, Function] = {
    "cosine": cosine,
    "by-row-length": lambda h, table: (h @ table.T) / _lengths(table),
    "distance": _distances,
    "distance-negative": lambda h, table: -_distances(h, table),
    "shares": lambda h, table: softmax(scores(h, table)),
    "sorted": lambda h, table: -np.sort(-(h @ table.T), axis=-1),
    "best-only": lambda h, table: (h @ table.T).max(axis=-1),
    "best-id": lambda h, table: (h @ table.T).argmax(axis=-1),
}

ONE: dict[str, Function] = {
    "columns": lambda h, table: table.T @ h,
    "columns-too": lambda h, table: h @ table,
    "not-added": lambda h, table: table * h,
    "all-added": lambda h, table: (table * h).sum(),
    "several-only": lambda h, table: np.array([table @ position for position in h]),
    **COMMON,
}

MANY: dict[str, Function] = {
    "one-position-only": lambda h, table: table @ h,
    "not-transposed": lambda h, table: h @ table,
    "turned-round": lambda h, table: table @ h.T,
    "last-position": lambda h, table: h[-1] @ table.T,
    "first-position": lambda h, table: h[0] @ table.T,
    "mean-position": lambda h, table: h.mean(axis=0) @ table.T,
    "positions-added": lambda h, table: h.sum(axis=0) @ table.T,
    "flat": lambda h, table: (h @ table.T).ravel(),
    **COMMON,
}


# -- what is asked --------------------------------------------------------------------------

ALL_SCORES = FunctionTask(
    "all_scores",
    ("h", "table"),
    PREFIX,
    reference,
    (Values("one", 2, _one, ONE), Values("many", 2, _many, MANY)),
    tolerance=WITHIN,
    independent=True,
)

# The parts are judged apart: who wrote only one of them has its points.
register(ALL_SCORES, section="01-scores")

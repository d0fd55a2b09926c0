"""The rows with the highest scores, found by a function that the learner writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from lmhead.checks.function_task import FunctionTask, Values, counted, register
from lmhead.checks.functions import CallOutcome, Case, Function, Mistake
from lmhead.checks.random_numbers import HAIR, nonzero
from lmhead.checks.tolerance import Array, Tolerance
from lmhead.distance import nearest_rows
from lmhead.messages import Message, say

PREFIX = "01-distance/nearest"
NAME = "nearest"

#: Every case has numbers that a float holds exactly, so that ties are ties; an id must be the
#: expected one.
EXACT = Tolerance()


def reference(h: Array, table: Array, k: int) -> Array:
    """The ids of the k highest scores, highest first, (k,)."""
    return nearest_rows(h, table, k).astype(np.int64)


# -- cases ---------------------------------------------------------------------------------


def _table(rng: np.random.Generator, h: Array, scores: Array) -> Array:
    """Rows with exactly these scores: a free first number, the last one makes the score.

    h has 1, 2 or −2 in its last place, so that the division is exact.
    """
    free = rng.integers(-3, 4, (len(scores), len(h) - 1)) / 2
    last = (scores - free @ h[:-1]) / h[-1]
    return np.column_stack([free, last])


def _distinct(rng: np.random.Generator) -> Iterator[Case]:
    # A long row that leads, and a shorter one that points exactly along h.
    yield Case((np.array([2.0, 1.0]), np.array([[2.0, 1.0], [3.0, 0.0], [0.0, 2.0]]), 2))
    yield Case((np.array([1.0, 1.0]), np.array([[-3.0, 1.0], [2.0, 1.0], [0.5, 0.0]]), 1))
    for size, k in ((5, 3), (6, 6), (4, 1), (7, 4)):
        h = np.append(nonzero(rng, 2), rng.choice([-2.0, 1.0, 2.0]))
        scores = rng.permutation(np.arange(size) * 1.5 - size / 2)
        yield Case((h, _table(rng, h, scores), k))
    yield Case((nonzero(rng, 2), nonzero(rng, 1, 2), 1))  # one row
    h = np.array([0.5, 1.0])
    # An order that is not its own inverse, so that ranks are no ids.
    yield Case((h, _table(rng, h, np.array([1.0, 3.0, 2.0])), 3))
    h = np.append(nonzero(rng, 1), 1.0)
    low = rng.permutation(np.arange(5) - 6.0)  # every score is negative
    yield Case((h, _table(rng, h, low), 3))
    single = _table(rng, h, rng.permutation(np.arange(4.0))).astype(np.float32)
    yield Case((h.astype(np.float32), single, 2))
    h = rng.choice([-2.0, 1.0, 2.0], 1)
    near = np.array([-HAIR, -1.0, 0.0, 0.25, HAIR])  # of near scores the last wins
    yield Case((h, near[:, None] / h, 4))
    # Of few, numpy's partition sorts those that it chooses by the way.
    h = np.append(nonzero(rng, 1), rng.choice([-2.0, 1.0, 2.0]))
    yield Case((h, _table(rng, h, rng.permutation(1000) / 4.0), 400))


def _tied(rng: np.random.Generator) -> Iterator[Case]:
    def case(scores: list[float] | Array, k: int) -> Case:
        h = np.append(nonzero(rng, 1), rng.choice([-2.0, 1.0, 2.0]))
        return Case((h, _table(rng, h, np.asarray(scores, dtype=float)), k))

    yield case([1, 3, 3], 1)  # two share the first place
    yield case([3, 0, 3, 1], 2)
    yield case([2, 2, 2, 2], 3)
    yield case([5, 1, 4, 1, 1], 3)  # the last place is shared by more than fit
    yield case([0, -1, 0, -1], 4)
    yield Case((np.array([0.0, 0.0]), nonzero(rng, 4, 2), 2))  # h = 0: all scores are 0
    # Many rows and few scores: a sort that is not stable mixes equal ones only when there
    # are more than a handful.
    yield case(rng.integers(0, 3, 120), 40)


# -- known mistakes ------------------------------------------------------------------------


def _cosines(h: Array, table: Array) -> Array:
    cosines: Array = (table @ h) / (np.linalg.norm(table, axis=1) * np.linalg.norm(h))
    return cosines


def _first(scores: Array, k: int) -> Array:
    return np.argsort(-scores, kind="stable")[:k]


MISTAKES: dict[str, Mistake] = {
    "cosine": lambda h, table, k: _first(_cosines(h, table), k),
    "distance": lambda h, table, k: _first(-np.linalg.norm(table - h, axis=1), k),
    "farthest": lambda h, table, k: np.argsort(table @ h)[:k],
    "lowest-first": lambda h, table, k: np.argsort(table @ h)[-k:],
    "by-size": lambda h, table, k: _first(np.abs(table @ h), k),
    "longest": lambda h, table, k: _first(np.linalg.norm(table, axis=1), k),
    "scores-returned": lambda h, table, k: np.sort(table @ h)[::-1][:k],
    "rows-returned": lambda h, table, k: table[_first(table @ h, k)],
    "by-id": lambda h, table, k: np.sort(_first(table @ h, k)),
    "ranks": lambda h, table, k: np.argsort(np.argsort(-(table @ h)))[:k],
    "all-ids": lambda h, table, k: _first(table @ h, len(table)),
    "one-only": lambda h, table, k: np.argmax(table @ h),
    "kth-only": lambda h, table, k: _first(table @ h, k)[-1],
    "from-one": lambda h, table, k: _first(table @ h, k) + 1,
    "rounded": (
        *(lambda h, table, k, n=n: _first(np.round(table @ h, n), k) for n in range(12)),
        lambda h, table, k: _first((table @ h).astype(int), k),
        lambda h, table, k: np.argsort(-(table @ h).astype(int))[:k],
        *(
            lambda h, table, k, tiny=tiny, kind=kind: np.argsort(
                tiny * np.arange(len(table)) - table @ h, kind=kind
            )[:k]
            for kind in ("stable", None)
            for tiny in (1e-3, 1e-6, 1e-9, 1e-12)
        ),
    ),
}


def _all_tied(h: Array, table: Array, k: int) -> Array:
    scores = table @ h
    order = _first(scores, len(scores))
    chosen: Array = order[scores[order] >= scores[order[k - 1]]]
    return chosen


TIE_MISTAKES: dict[str, Function] = {
    "highest-id": lambda h, table, k: np.argsort(table @ h, kind="stable")[::-1][:k],
    "unstable": lambda h, table, k: np.argsort(-(table @ h))[:k],
    "unstable-reversed": lambda h, table, k: np.argsort(table @ h)[::-1][:k],
    "more-than-k": _all_tied,
    "length-decides": lambda h, table, k: np.lexsort(
        (-np.linalg.norm(table, axis=1), -(table @ h))
    )[:k],
    "cosine-decides": lambda h, table, k: np.lexsort(
        (-np.nan_to_num(_cosines(h, table)), -(table @ h))
    )[:k],
}


# -- what is asked -------------------------------------------------------------------------


def _only_the_order(failing: Sequence[CallOutcome]) -> tuple[CallOutcome, Message] | None:
    """Whether every failing case has the right ids, and only their order is wrong."""
    if all(np.array_equal(np.sort(item.reply.value), np.sort(item.expected)) for item in failing):
        return failing[0], say(f"{PREFIX}/not-sorted", name=NAME)
    return None


NEAREST = FunctionTask(
    NAME,
    ("h", "table", "k"),
    PREFIX,
    reference,
    (
        Values("values", 2, _distinct, MISTAKES, _only_the_order, review=counted("not-sorted")),
        Values("ties", 2, _tied, TIE_MISTAKES),
    ),
    tolerance=EXACT,
    dtype=True,
    needs=say(f"{PREFIX}/needs-values", name=NAME),
)

register(NEAREST, section="01-length")

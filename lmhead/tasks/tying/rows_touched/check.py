"""How many contributions the slope of each row has: at the entrance, at the exit, and tied."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import Case, Function
from lmhead.checks.tolerance import Array, Tolerance

PREFIX = "05-tying/rows-touched"
NAME = "contributions"
TABLES = ("entrance", "exit", "tied")
EXACT = Tolerance(absolute=1e-9)


def reference(read: Array, right: Array, vocabulary: int, table: str) -> Array:
    """The counts (V,), as floats."""
    entrance = np.bincount(read, minlength=vocabulary).astype(float)
    exit_ = np.full(vocabulary, float(len(right)))
    counts: Array = {"entrance": entrance, "exit": exit_, "tied": entrance + exit_}[table]
    return counts


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    """Batches in which a word is read twice, one is only right, and one does not occur."""
    for count in (7, 9):
        a, b, c, *_ = (int(k) for k in rng.permutation(count))
        read, right = np.array([a, b, a, b, a]), np.array([b, a, b, a, c])
        for table in TABLES:
            yield Case((read, right, count, table))
    single = int(rng.integers(3))
    for table in TABLES:
        yield Case((np.array([single]), np.array([(single + 1) % 3]), 3, table))


# -- known mistakes, as functions of the same arguments -------------------------------------


def _by_table(entrance: Function, exit_: Function, tied: Function | None = None) -> Function:
    """A mistake from what it makes of the two uses; tied is their sum unless it says else."""

    def mistake(read: Array, right: Array, vocabulary: int, table: str) -> Array:
        one, other = entrance(read, right, vocabulary), exit_(read, right, vocabulary)
        both = one + other if tied is None else tied(one, other)
        chosen: Array = {"entrance": one, "exit": other, "tied": both}[table]
        return chosen

    return mistake


def _counts(read: Array, right: Array, V: int) -> Array:
    return reference(read, right, V, "entrance")


def _every(read: Array, right: Array, V: int) -> Array:
    return reference(read, right, V, "exit")


def _rights(read: Array, right: Array, V: int) -> Array:
    return reference(right, right, V, "entrance")


MISTAKES: dict[str, Function] = {
    "right-words-at-exit": _by_table(_counts, _rights),
    "right-words-at-entrance": _by_table(_rights, _every),
    "read-and-right": _by_table(lambda r, y, V: _counts(r, y, V) + _rights(r, y, V), _every),
    "repeats-lost": _by_table(lambda r, y, V: np.minimum(_counts(r, y, V), 1), _every),
    "once-at-exit": _by_table(_counts, lambda r, y, V: np.ones(V)),
    "right-left-out": _by_table(_counts, lambda r, y, V: _every(r, y, V) - _rights(r, y, V)),
    "tied-exit-alone": _by_table(_counts, _every, lambda one, other: other),
    "tied-entrance-alone": _by_table(_counts, _every, lambda one, other: one),
    "whether-not-how-many": lambda r, y, V, table: np.minimum(reference(r, y, V, table), 1),
    "row-numbers": lambda r, y, V, table: np.flatnonzero(reference(r, y, V, table)),
    "rows-counted": lambda r, y, V, table: np.count_nonzero(reference(r, y, V, table)),
}


# -- what is asked --------------------------------------------------------------------------

CONTRIBUTIONS = FunctionTask(
    NAME,
    ("read", "right", "vocabulary", "table"),
    PREFIX,
    reference,
    (Values("counts", 2, _cases, MISTAKES),),
    tolerance=EXACT,
)

register(CONTRIBUTIONS, section="05-rare")

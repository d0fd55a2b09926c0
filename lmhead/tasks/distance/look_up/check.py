"""Look-up as a product, and back: one-hot lists of ids, and the id of a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import Case, Function
from lmhead.checks.random_numbers import nonzero
from lmhead.checks.tolerance import Array, Tolerance
from lmhead.distance import one_hot as lists_of

PREFIX = "01-distance/look-up"

#: Every case has numbers that a float holds exactly, so that ties are ties; an id must be the
#: expected one.
EXACT = Tolerance()


def one_hot_reference(ids: Array, size: int) -> Array:
    """One list an id, (T, size): 1 at the id's place and 0 elsewhere."""
    return lists_of(ids, size).astype(np.int64)


def row_id_reference(row: Array, table: Array) -> Array:
    """The lowest id whose row is equal, ()."""
    return np.asarray(np.flatnonzero((table == row).all(axis=1))[0])


# -- one_hot -------------------------------------------------------------------------------


def _ids(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((np.array([2, 0]), 4))
    yield Case((rng.permutation(3), 3))  # as many as there are words: a transpose fits
    repeated = int(rng.integers(1, 4))
    yield Case((np.array([repeated, 0, repeated]), 5))  # the same word twice
    yield Case((np.array([0, 4]), 5))  # the first word and the last
    yield Case((np.array([int(rng.integers(6))]), 6))  # one token
    yield Case((rng.integers(0, 2, 5), 2))  # more tokens than words
    yield Case((np.array([0, 0]), 1))  # one word


def _one_list(ids: Array, size: int) -> Array:
    onehot = np.zeros(size)
    onehot[ids] = 1
    return onehot


def _id_in_place(ids: Array, size: int) -> Array:
    return one_hot_reference(ids, size) * ids[:, None]


def _every_row(ids: Array, size: int) -> Array:
    onehot = np.zeros((len(ids), size))
    onehot[:, ids] = 1
    return onehot


ONE_HOT_MISTAKES: dict[str, Function] = {
    "transposed": lambda ids, size: one_hot_reference(ids, size).T,
    "from-one": lambda ids, size: np.roll(one_hot_reference(ids, size), -1, axis=1),
    "one-list": _one_list,
    "id-in-place": _id_in_place,
    "ids-returned": lambda ids, size: ids,
    "own-width": lambda ids, size: one_hot_reference(ids, int(ids.max()) + 1),
    "first-only": lambda ids, size: one_hot_reference(ids[:1], size)[0],
    "all-but-one": lambda ids, size: 1 - one_hot_reference(ids, size),
    "identity": lambda ids, size: np.eye(size),
    "every-row": _every_row,
}


# -- row_id --------------------------------------------------------------------------------


def _rows(rng: np.random.Generator) -> Iterator[Case]:
    table = np.array([[2.0, 1.0], [3.0, 0.0], [0.0, 2.0], [-1.0, 1.0]])  # the chapter's
    for k in range(4):
        yield Case((table[k].copy(), table))
    short = nonzero(rng, 3)
    # A row twice as long, and one of the same length, in front of the row in question.
    table = np.stack([2 * short, -short, short, short[[1, 2, 0]]])
    yield Case((short.copy(), table))
    # And a shorter one in front.
    yield Case((2 * short, np.stack([short, -short, 2 * short])))
    # Rows that share their first number, their last, or all numbers in another order.
    a, b, c = rng.permutation([-2.0, 0.5, 1.5])
    table = np.array([[a, c, b], [b, a, c], [a, b, b], [a, b, c], [c, b, c]])
    yield Case((table[3].copy(), table))
    # Equal rows: the lowest id.
    table = nonzero(rng, 5, 2) + np.array([0.0, 16.0])
    table[3] = table[1]
    yield Case((table[1].copy(), table))
    yield Case((np.zeros(2), np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])))
    table = nonzero(rng, 3, 1) * np.array([[1.0], [4.0], [16.0]])  # one dimension
    k = int(rng.integers(3))
    yield Case((table[k].copy(), table))
    yield Case((np.array([1.5, -2.0]), np.array([[1.5, -2.0]])))  # one row


def _largest_cosine(row: Array, table: Array) -> Any:
    lengths = np.linalg.norm(table, axis=1) * np.linalg.norm(row)
    return np.argmax(np.nan_to_num(table @ row / lengths))


ROW_ID_MISTAKES: dict[str, Function] = {
    "largest-product": lambda row, table: np.argmax(table @ row),
    "cosine": _largest_cosine,
    "any-number": lambda row, table: (table == row).any(axis=1).argmax(),
    "first-number": lambda row, table: (table[:, 0] == row[0]).argmax(),
    "same-sum": lambda row, table: np.abs(table.sum(axis=1) - row.sum()).argmin(),
    "same-length": lambda row, table: np.abs((table**2).sum(axis=1) - (row**2).sum()).argmin(),
    "last-match": lambda row, table: np.flatnonzero((table == row).all(axis=1))[-1],
    "all-matches": lambda row, table: np.flatnonzero((table == row).all(axis=1)),
    "one-hot-returned": lambda row, table: (table == row).all(axis=1).astype(int),
    "from-one": lambda row, table: row_id_reference(row, table) + 1,
    "farthest": lambda row, table: np.linalg.norm(table - row, axis=1).argmax(),
}


# -- what is asked -------------------------------------------------------------------------

ONE_HOT = FunctionTask(
    "one_hot",
    ("ids", "size"),
    PREFIX,
    one_hot_reference,
    (Values("one-hot", 2, _ids, ONE_HOT_MISTAKES),),
    tolerance=EXACT,
)
ROW_ID = FunctionTask(
    "row_id",
    ("row", "table"),
    PREFIX,
    row_id_reference,
    (Values("row-id", 2, _rows, ROW_ID_MISTAKES),),
    tolerance=EXACT,
    dtype=True,
)

# The second leads back. It is not scoring: the row with the highest score may be another.
register(ONE_HOT, ROW_ID, section="01-look-up")

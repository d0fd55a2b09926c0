"""A table whose scores stay what they were when h is turned, made by the learner's function."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import Case, Function
from lmhead.checks.random_numbers import nonzero
from lmhead.checks.tolerance import ROUNDING, Array

PREFIX = "01-distance/rotate"

#: What is judged is the rule, not its last digits: float32 inside is as good.
WITHIN = ROUNDING["float32"]


def reference(table: Array, turn: Array) -> Array:
    """Row k turned: turn @ w_k, which is row k of table @ turn.T."""
    turned: Array = table @ turn.T
    return turned


def in_plane(degrees: float) -> Array:
    """The rotation by an angle, counter-clockwise, (2, 2)."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[c, -s], [s, c]])


def in_space(rng: np.random.Generator, d: int) -> Array:
    """A rotation in d dimensions, (d, d): turns in the planes of neighbouring places, in a row.

    Each by an angle well away from the right ones, so that no turn is its own inverse.
    """
    turn = np.eye(d)
    for i in range(d):
        j = (i + 1) % d
        step = np.eye(d)
        angle = float(rng.uniform(20, 70))
        step[np.ix_([i, j], [i, j])] = in_plane(angle)
        turn = step @ turn
    return turn


#: A rotation with short numbers, from the triangle with sides 3, 4 and 5.
THREE_FOUR_FIVE = np.array([[0.6, -0.8], [0.8, 0.6]])


def _plane(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((nonzero(rng, 3, 2), THREE_FOUR_FIVE))
    yield Case((nonzero(rng, 4, 2), np.array([[0.0, -1.0], [1.0, 0.0]])))  # the chapter's
    square = nonzero(rng, 2, 2)  # a transpose fits
    square[1, 1] = -square[0, 0]  # and is no multiple of a rotation, which would commute
    yield Case((square, THREE_FOUR_FIVE.T))
    yield Case((nonzero(rng, 1, 2), in_plane(float(rng.uniform(20, 70)))))
    yield Case((nonzero(rng, 5, 2), in_plane(float(rng.uniform(100, 160)))))


def _space(rng: np.random.Generator) -> Iterator[Case]:
    # Every place moves on by one: a rotation whose numbers are 0 and 1.
    yield Case((nonzero(rng, 2, 3), np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])))
    yield Case((nonzero(rng, 4, 3), in_space(rng, 3)))
    yield Case((nonzero(rng, 3, 3), in_space(rng, 3)))  # square
    yield Case((nonzero(rng, 2, 5), in_space(rng, 5)))  # d > V
    yield Case((nonzero(rng, 6, 4).astype(np.float32), in_space(rng, 4).astype(np.float32)))


MISTAKES: dict[str, Function] = {
    "other-way": lambda table, turn: table @ turn,
    "from-the-left": lambda table, turn: turn @ table,
    "from-the-left-back": lambda table, turn: turn.T @ table,
    "unchanged": lambda table, turn: table,
    "turned-twice": lambda table, turn: table @ turn.T @ turn.T,
    "columns": lambda table, turn: turn @ table.T,
    "turn-returned": lambda table, turn: turn,
    "turn-back-returned": lambda table, turn: turn.T,
    "place-by-place": lambda table, turn: table * turn,
    "quarter-turn": lambda table, turn: np.column_stack([-table[:, 1], table[:, 0]]),
    "first-row": lambda table, turn: turn @ table[0],
}


# -- what is asked --------------------------------------------------------------------------

TURNED_TABLE = FunctionTask(
    "turned_table",
    ("table", "turn"),
    PREFIX,
    reference,
    (Values("plane", 1, _plane, MISTAKES), Values("space", 2, _space, MISTAKES)),
    tolerance=WITHIN,
    independent=True,
)

register(TURNED_TABLE, section="01-turn")

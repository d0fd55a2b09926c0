"""The most probable two words, which taking the best word twice may miss."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import Case, Mistake
from lmhead.checks.tolerance import ROUNDING, Array

from ..word_ids import ids_problem

NAME = "two_steps"
PREFIX = "04-decoding/two-steps"

Rule = Callable[[Array, Array], tuple[int, int]]


def reference(first: Array, second: Array) -> tuple[int, int]:
    """The most probable pair; the lowest ids where several are."""
    i, j = np.unravel_index(np.argmax(first[:, None] * second), second.shape)
    return int(i), int(j)


def _greedy(first: Array, second: Array) -> tuple[int, int]:
    i = int(np.argmax(first))
    return i, int(np.argmax(second[i]))


def _largest(table: Array) -> tuple[int, int]:
    i, j = np.unravel_index(np.argmax(table), table.shape)
    return int(i), int(j)


#: Wrong rules that give a pair, as the right one does.
AS_PAIR: dict[str, Rule] = {
    "greedy": _greedy,
    "second-alone": lambda first, second: _largest(second),
    "added": lambda first, second: _largest(first[:, None] + second),
    "each-alone": lambda first, second: (
        int(np.argmax(first)),
        int(np.argmax(first @ second)),
    ),
    "rows-and-columns": lambda first, second: _largest(first * second),
}
#: Those, and two that nobody is told about: one word counts more than the other.
RULES: dict[str, Rule] = {
    **AS_PAIR,
    "first-heavier": lambda first, second: _largest(first[:, None] ** 1.4 * second),
    "second-heavier": lambda first, second: _largest(first[:, None] * second**1.4),
}


def _rows(rng: np.random.Generator, shape: tuple[int, ...], count: int, most: int) -> Array:
    """Shares in hundredths, (*shape, count): exact to read, one large, as a model is often sure."""
    top = rng.integers(100 // count + 2, most, size=(*shape, 1))
    rest = np.floor(rng.dirichlet(np.full(count - 1, 2.0), shape) * (100 - top)).astype(int)
    rest[..., :1] += 100 - top - rest.sum(axis=-1, keepdims=True)
    shares: Array = rng.permuted(np.concatenate([top, rest], axis=-1), axis=-1) / 100
    return shares


def _lead(shares: Array) -> Array:
    """By how much the largest number of each row leads the next, (...)."""
    ranked = np.sort(shares, axis=-1)
    lead: Array = ranked[..., -1] - ranked[..., -2]
    return lead


def _tables(
    rng: np.random.Generator,
    count: int,
    *,
    greedy_misses: bool | None = None,
    apart: tuple[str, ...] = (),
    at: tuple[int, int] | None = None,
) -> Case:
    """Tables on which no two pairs are near a tie.

    apart: wrong rules that give different pairs here, and none the right one.
    at: where the right pair is to be.
    """
    while True:
        firsts = _rows(rng, (8,), count, 60)  # (8, V): eight tries at once
        seconds = _rows(rng, (8, count), count, 96)  # (8, V, V)
        products = (firsts[:, :, None] * seconds).reshape(8, -1)
        lead = np.minimum(np.minimum(_lead(products), _lead(firsts)), _lead(seconds).min(axis=1))
        for k in np.flatnonzero(lead >= 0.01):
            first, second = firsts[k], seconds[k]
            if at is not None:
                first, second = _moved(first, second, at)
            right = reference(first, second)
            pairs = {RULES[rule](first, second) for rule in apart} | {right}
            if len(pairs) == len(apart) + 1 and greedy_misses in (
                None,
                _greedy(first, second) != right,
            ):
                return Case((first, second))


def _moved(first: Array, second: Array, at: tuple[int, int]) -> tuple[Array, Array]:
    """The same tables with the words numbered so that the right pair is at the place `at`."""
    orders = []
    for here, there in zip(reference(first, second), at, strict=True):
        order = np.arange(len(first))
        order[[here, there]] = order[[there, here]]
        orders.append(order)
    return first[orders[0]], second[orders[0]][:, orders[1]]


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    # In two corners, so that a loop has to go to both ends of both.
    yield _tables(rng, 3, greedy_misses=True, apart=("first-heavier",), at=(2, 0))
    yield _tables(rng, 3, greedy_misses=False, apart=("second-heavier",), at=(0, 2))
    yield _tables(rng, 4, apart=("second-alone", "added"))
    yield _tables(rng, 4, apart=("greedy", "each-alone"))
    yield _tables(rng, 5, apart=("second-alone", "rows-and-columns"))
    yield Case((np.array([1.0]), np.array([[1.0]])))  # one word


MISTAKES: dict[str, Mistake] = {
    **AS_PAIR,
    "order-turned": lambda first, second: reference(first, second)[::-1],
    "flat": lambda first, second: int(np.argmax(first[:, None] * second)),
    "probability-returned": lambda first, second: float((first[:, None] * second).max()),
    "only-second": lambda first, second: reference(first, second)[1],
    "only-first": lambda first, second: reference(first, second)[0],
}


# -- what is asked ------------------------------------------------------------------------------

TWO_STEPS = FunctionTask(
    NAME,
    ("first", "second"),
    PREFIX,
    reference,
    (Values("pair", 2, _cases, MISTAKES),),
    tolerance=ROUNDING["float32"],
    problem=ids_problem(NAME, f"{PREFIX}/other-pair"),
)

register(TWO_STEPS, section="04-sentence")

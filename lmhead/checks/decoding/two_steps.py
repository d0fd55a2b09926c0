"""The most probable two words, which taking the best word twice may miss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..functions import Case
from ..registry import Trial, task
from ..result import Part
from ..values import Array
from .judging import Asked, Mistake, call, ids_problem, judge, missing

NAME = "two_steps"
TASK = "04-decoding/two-steps"


@task(
    TASK,
    points=2,
    takes=(NAME,),
    section="04-sentence",
    cases=lambda: {"pair": reference},
)
def two_steps(trial: Trial, two_steps: Any) -> Iterator[Part]:
    """The ids (i, j) for which first[i] · second[i, j] is largest."""
    nothing = missing("pair", 2, two_steps, NAME)
    if nothing is not None:
        yield nothing
        return
    asked = Asked(NAME, f"{NAME}(first, second)", "two-steps", trial.limits)
    outcomes = call(two_steps, trial.cases("pair", _cases(trial.rng)), reference, asked)
    problem = ids_problem(NAME, "04-decoding/two-steps/other-pair")
    yield judge("pair", 2, outcomes, problem, asked, MISTAKES)


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


def _row(rng: np.random.Generator, count: int, most: int) -> Array:
    """Shares in hundredths, exact to read, one of them large: a model is often sure."""
    top = int(rng.integers(100 // count + 2, most))
    rest = np.floor(rng.dirichlet(np.full(count - 1, 2.0)) * (100 - top)).astype(int)
    rest[0] += 100 - top - rest.sum()
    row: Array = np.insert(rest, rng.integers(count), top) / 100
    return row


def _tables(
    rng: np.random.Generator,
    count: int,
    *,
    greedy_misses: bool | None = None,
    apart: tuple[str, str] | None = None,
) -> Case:
    """Tables on which no two pairs are near a tie.

    apart: two wrong rules that give two different pairs here, and neither the right one.
    """
    while True:
        first = _row(rng, count, 60)
        second = np.array([_row(rng, count, 96) for _ in range(count)])
        ranked = [np.sort((first[:, None] * second).ravel()), np.sort(first), *np.sort(second)]
        if min(row[-1] - row[-2] for row in ranked) < 0.01:
            continue
        right = reference(first, second)
        pairs = {AS_PAIR[rule](first, second) for rule in apart or ()} | {right}
        if len(pairs) == (3 if apart else 1) and greedy_misses in (
            None,
            _greedy(first, second) != right,
        ):
            return Case((first, second))


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    yield _tables(rng, 3, greedy_misses=True)
    yield _tables(rng, 3, greedy_misses=False)
    yield _tables(rng, 4, apart=("second-alone", "added"))
    yield _tables(rng, 4, apart=("greedy", "each-alone"))
    yield _tables(rng, 5, apart=("second-alone", "rows-and-columns"))
    yield Case((np.array([1.0]), np.array([[1.0]])))  # one word


#: Wrong rules that give a pair, as the right one does.
AS_PAIR: dict[str, Callable[[Array, Array], tuple[int, int]]] = {
    "greedy": _greedy,
    "second-alone": lambda first, second: _largest(second),
    "added": lambda first, second: _largest(first[:, None] + second),
    "each-alone": lambda first, second: (
        int(np.argmax(first)),
        int(np.argmax(first @ second)),
    ),
    "rows-and-columns": lambda first, second: _largest(first * second),
}
MISTAKES: dict[str, Mistake] = {
    **AS_PAIR,
    "order-turned": lambda first, second: reference(first, second)[::-1],
    "flat": lambda first, second: int(np.argmax(first[:, None] * second)),
    "probability-returned": lambda first, second: float((first[:, None] * second).max()),
    "only-second": lambda first, second: reference(first, second)[1],
    "only-first": lambda first, second: reference(first, second)[0],
}

"""How many parameters a model of GPT-2's kind has, and what part of them tying removes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lmhead.checks.function_task import FunctionTask, Values
from lmhead.checks.functions import Case, Function
from lmhead.checks.registry import task
from lmhead.checks.result import Part
from lmhead.checks.tolerance import Tolerance
from lmhead.checks.trial import Trial
from lmhead.tying import Shape, account

PREFIX = "05-tying/accounts"
SHAPE = ("vocabulary", "width", "blocks", "context")

#: Counts are exact; a float that holds one is as good.
TO_THE_UNIT = Tolerance(absolute=0.25)
#: A part is a quotient of two counts: rounding alone, also that of single precision.
FRACTION = Tolerance(relative=5e-7)

#: vocabulary, width, blocks, context of GPT-2 small, medium, large and XL.
GPT2 = ((50257, 768, 12, 1024), (50257, 1024, 24, 1024), (50257, 1280, 36, 1024),
        (50257, 1600, 48, 1024))  # fmt: skip


def _shapes(rng: np.random.Generator) -> Iterator[tuple[int, int, int, int]]:
    """GPT-2's sizes, and shapes whose numbers cannot be taken for one another."""
    yield from GPT2
    for _ in range(3):
        vocabulary, width = int(rng.integers(300, 900)), int(rng.integers(4, 40))
        yield vocabulary, width, int(rng.integers(2, 9)), int(rng.integers(50, 200))
    yield 5, 1, 1, 7  # a block of one number a row


def count(V: int, d: int, blocks: int, context: int, tied: bool) -> int:
    """The parameters of the model; its blocks are four widths wide inside, as GPT-2's."""
    shape = Shape(V, d, blocks, feed_forward=4 * d, positions=context, tied=tied)
    return account(shape).total


def part_removed(V: int, d: int, blocks: int, context: int) -> float:
    """One table as a part of the untied model."""
    return V * d / count(V, d, blocks, context, False)


# -- known mistakes, as functions of the same arguments -------------------------------------

MISTAKES: dict[str, Function] = {
    "positions-forgotten": lambda V, d, n, t, tied: count(V, d, n, t, tied) - t * d,
    "table-twice": lambda V, d, n, t, tied: count(V, d, n, t, False),
    "tied-ignored": lambda V, d, n, t, tied: count(V, d, n, t, True),
    "tied-reversed": lambda V, d, n, t, tied: count(V, d, n, t, not tied),
    "last-norm-forgotten": lambda V, d, n, t, tied: count(V, d, n, t, tied) - 2 * d,
    "one-block": lambda V, d, n, t, tied: count(V, d, 1, t, tied),
    "biases-forgotten": lambda V, d, n, t, tied: count(V, d, n, t, tied) - 13 * n * d,
    "block-norms-forgotten": lambda V, d, n, t, tied: count(V, d, n, t, tied) - 4 * n * d,
    "untied-bias": lambda V, d, n, t, tied: count(V, d, n, t, tied) + (0 if tied else V),
    "head-bias": lambda V, d, n, t, tied: count(V, d, n, t, tied) + V,
    "tables-alone": lambda V, d, n, t, tied: V * d if tied else 2 * V * d,
    "blocks-alone": lambda V, d, n, t, tied: n * (12 * d * d + 13 * d),
    "in-millions": lambda V, d, n, t, tied: count(V, d, n, t, tied) / 1e6,
}

PARTS: dict[str, Function] = {
    "of-tied": lambda V, d, n, t: V * d / count(V, d, n, t, True),
    "half": lambda V, d, n, t: 0.5,
    "percent": lambda V, d, n, t: 100 * part_removed(V, d, n, t),
    "percent-of-tied": lambda V, d, n, t: 100 * V * d / count(V, d, n, t, True),
    "count-returned": lambda V, d, n, t: V * d,
    "part-left": lambda V, d, n, t: 1 - part_removed(V, d, n, t),
    "both-tables": lambda V, d, n, t: 2 * part_removed(V, d, n, t),
    "difference-of-both": lambda V, d, n, t: (
        (count(V, d, n, t, True) - count(V, d, n, t, False)) / count(V, d, n, t, False)
    ),
}


# -- what is asked --------------------------------------------------------------------------


def _parameters(shapes: list[tuple[int, int, int, int]]) -> FunctionTask:
    cases = [Case((*shape, tied)) for shape in shapes for tied in (True, False)]
    return FunctionTask(
        "parameters",
        (*SHAPE, "tied"),
        PREFIX,
        count,
        (Values("parameters", 2, lambda _: cases, MISTAKES),),
        tolerance=TO_THE_UNIT,
    )


def _removed(shapes: list[tuple[int, int, int, int]]) -> FunctionTask:
    cases = [Case(shape) for shape in shapes]
    return FunctionTask(
        "removed",
        SHAPE,
        PREFIX,
        part_removed,
        (Values("removed", 2, lambda _: cases, PARTS),),
        tolerance=FRACTION,
    )


@task(
    PREFIX,
    points=4,
    takes=("parameters", "removed"),
    section="05-accounts",
    cases=lambda: {"parameters": count, "removed": part_removed},
)
def accounts(trial: Trial, parameters: Any, removed: Any) -> Iterator[Part]:
    """The number of parameters, tied or not (2); the part of the untied model removed (2)."""
    shapes = list(_shapes(trial.rng))
    yield from _parameters(shapes).check(trial, parameters)
    yield from _removed(shapes).check(trial, removed)

"""Tries out what a `variants.py` declares, so that its faults are found before grading."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import numpy as np

from ..wire.codec import Encoder, Json, TooLarge, WireError
from ..wire.subject import Limits, Missing
from .functions import Case
from .registry import Task
from .result import Part
from .trial import Trial

MOST_CASES = 100  # of one part; each is a call of every learner's function
_PART_ID = re.compile(r"[a-z0-9-]+")  # as result.schema.json has it


class VariantProblem(Exception):
    """A `variants.py` that cannot be used. Its text is a sentence with the line."""


def drawn_cases(draw: Callable[[np.random.Generator], Any], rng: np.random.Generator) -> list[Case]:
    """The calls that an instructor's function yields; one argument may stand without a tuple."""
    yielded = draw(rng)
    if not hasattr(yielded, "__iter__"):
        raise VariantProblem(f"{_name(draw)} gives no cases: it has to yield the arguments of each")
    items = list(islice(yielded, MOST_CASES + 1))
    if not items:
        raise VariantProblem(f"{_name(draw)} yields no case")
    if len(items) > MOST_CASES:
        raise VariantProblem(f"{_name(draw)} yields more than {MOST_CASES} cases")
    return [Case(item if isinstance(item, tuple) else (item,)) for item in items]


def try_cases(task: Task, part: str, draw: Callable[[np.random.Generator], Any]) -> None:
    """Draw the cases for a few seeds and have the reference answer them.

    Raises `VariantProblem` for a case that is not plain data or that the reference refuses,
    and for numbers that do not come from the given generator.
    """
    for seed in range(3):
        cases = drawn_cases(draw, np.random.default_rng(seed))
        sent = [_sent(draw, number, case) for number, case in enumerate(cases, 1)]
        again = drawn_cases(draw, np.random.default_rng(seed))
        if sent != [_sent(draw, number, case) for number, case in enumerate(again, 1)]:
            raise VariantProblem(
                f"{_name(draw)} gives other numbers for the same rng: draw all of them from it, "
                "so that a submission gets the same ones whenever it is graded"
            )
        for number, case in enumerate(cases, 1):
            _try_case(task, part, draw, number, case)


def _try_case(task: Task, part: str, draw: Any, number: int, case: Case) -> None:
    try:
        with np.errstate(all="ignore"):
            expected = task.cases()[part](*case.copy())
    except Exception as error:
        raise VariantProblem(
            f"the reference of {task.id} refuses case {number} of {_name(draw)}: "
            f"{type(error).__name__}: {error}"
        ) from None
    array = np.asarray(expected) if not isinstance(expected, tuple) else np.zeros(1)
    if array.dtype.kind == "f" and np.isnan(array).any():
        raise VariantProblem(
            f"the reference of {task.id} gives nan for case {number} of {_name(draw)}; "
            "nothing could be compared with it"
        )


def _sent(draw: Any, number: int, case: Case) -> list[Json]:
    """A case as it goes to the learner's function: plain data alone can."""

    def refuse(value: Any) -> Json:
        raise WireError(type(value).__name__)

    try:
        return [Encoder(refuse).encode(item) for item in case.args]
    except TooLarge as error:
        raise VariantProblem(f"case {number} of {_name(draw)} is too large: {error}") from None
    except WireError as error:
        raise VariantProblem(
            f"case {number} of {_name(draw)} holds: {error}. Arguments are numbers, texts, "
            "lists, tuples, dicts and numpy arrays of numbers"
        ) from None


def _name(draw: Any) -> str:
    return str(getattr(draw, "__name__", "the function"))


def try_task(task: Task, sentences: Mapping[str, Any]) -> None:
    """Run the check of a course's own task on work that is not there.

    It has to yield parts whose points add up to the task's, and each needs a title unless it
    is the only one. Raises `VariantProblem`; an error in the check itself is left as it is.
    """
    trial = Trial(np.random.default_rng(0), Limits())
    yielded = task.function(trial, *(Missing(name) for name in task.takes))
    parts = list(islice(yielded, MOST_CASES)) if hasattr(yielded, "__iter__") else []
    if not parts or not all(isinstance(part, Part) for part in parts):
        raise VariantProblem(
            f"the check of {task.id} has to yield parts, such as right(…), wrong(…) or numbers(…)"
        )
    total = sum(part.max_points for part in parts)
    if abs(total - task.points) > 1e-9:
        raise VariantProblem(
            f"{task.id} has {task.points:g} points, and its parts have {total:g} "
            "where nothing was handed in"
        )
    if any(part.points > 0 for part in parts):
        raise VariantProblem(f"the check of {task.id} gives points where nothing was handed in")
    for part in parts:
        if _PART_ID.fullmatch(part.id) is None:
            raise VariantProblem(
                f"{part.id!r} is no part's id: small letters, digits and hyphens, as 'first-step'"
            )
        if len(parts) > 1 and f"{task.id}/part/{part.id}" not in sentences:
            raise VariantProblem(f"the part {part.id!r} of {task.id} has no title in parts={{…}}")

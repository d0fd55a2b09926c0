"""An h and three rows that dot product and cosine put in opposite orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lmhead.checks.coerce import as_numbers
from lmhead.checks.formatting import format_value
from lmhead.checks.parts import not_attempted, not_run, right, wrong
from lmhead.checks.registry import task
from lmhead.checks.result import Part
from lmhead.checks.tolerance import Array
from lmhead.checks.trial import Trial
from lmhead.checks.values import problem_with, untouched
from lmhead.messages import Listed, Message, listed, say

PREFIX = "01-distance/longer-wins"
SHAPES = {"h_long": (2,), "rows_long": (3, 2)}
POINTS = {"dot": 1.0, "cosine": 2.0}

#: Scores and cosines nearer than this, measured by the largest of them, are a tie: rounding
#: alone must not put one row before another.
TIE = 1e-9
#: Far beyond any sensible answer; squares still fit a float.
_LARGEST = 1e100
_SMALLEST = 1e-100


@task(PREFIX, points=3, takes=("h_long", "rows_long"), section="01-length")
def longer_wins(trial: Trial, h_long: Any, rows_long: Any) -> Iterator[Part]:
    """By dot product row 2 before row 1 before row 0, all positive (1); by cosine reversed (2).

    Either order alone takes no thought, so the cosines are judged where the scores are right.
    """
    work = {"h_long": h_long, "rows_long": rows_long}
    for name, value in work.items():
        if untouched(value):
            message = say("value/not-attempted", name=name)
            for key, points in POINTS.items():
                yield not_attempted(key, points, message)
            return
    needs = say(f"{PREFIX}/needs-dot")
    for name, value in work.items():
        problem = _problem(name, value)
        if problem is not None:
            known = problem.id.removeprefix(f"{PREFIX}/")
            misconception = known if known != problem.id else None
            yield wrong("dot", 1, problem, misconception=misconception, got=value)
            yield not_run("cosine", 2, needs)
            return

    h, rows = _array(h_long), _array(rows_long)
    scores = rows @ h
    lengths = np.linalg.norm(rows, axis=1)
    cosines = scores / (lengths * np.linalg.norm(h))
    facts = {
        "scores": _listed(scores),
        "cosines": _listed(cosines),
        "lengths": _listed(lengths),
    }
    fault = _dot_fault(scores)
    if fault is not None:
        message = say(f"{PREFIX}/{fault}", **facts)
        yield wrong("dot", 1, message, misconception=fault, got=rows)
        yield not_run("cosine", 2, needs)
        return
    yield right("dot", 1)
    fault = _cosine_fault(cosines, lengths)
    if fault is None:
        yield right("cosine", 2, say(f"{PREFIX}/reached", **facts))
    else:
        message = say(f"{PREFIX}/{fault}", **facts)
        yield wrong("cosine", 2, message, misconception=fault, got=rows)


def _problem(name: str, value: Any) -> Message | None:
    """Why this is no h, or no three rows, at all."""
    numbers = as_numbers(value)
    if name == "rows_long" and numbers is not None:
        if numbers.shape == (2, 2):
            return say(f"{PREFIX}/two-rows")
        if numbers.shape == (2, 3):
            return say(f"{PREFIX}/columns")
    problem = problem_with(value, name, SHAPES[name])
    if problem is not None:
        return problem
    array = _array(value)
    if np.abs(array).max() > _LARGEST:
        return say("value/infinite", name=name)
    if (np.abs(array).max(axis=-1) < _SMALLEST).any():
        return say(f"{PREFIX}/{'zero-h' if name == 'h_long' else 'zero-row'}")
    return None


def _array(value: Any) -> Array:
    return np.asarray(as_numbers(value), dtype=float)


def _listed(values: Array) -> Listed:
    return listed(format_value(float(value)).replace("-", "−") for value in values)


def _rising(values: Array) -> bool:
    """Whether each is larger than the one before, beyond rounding."""
    return bool((np.diff(values) > TIE * np.abs(values).max()).all())


def _tied(values: Array) -> bool:
    """Whether two of them are equal, but for rounding."""
    return bool((np.diff(np.sort(values)) <= TIE * np.abs(values).max()).any())


def _dot_fault(scores: Array) -> str | None:
    """Why the scores are not 0 < row 0 < row 1 < row 2, or None."""
    if _rising(scores):
        return None if scores[0] > 0 else "not-positive"
    if _tied(scores):
        return "scores-tie"
    return "order-reversed" if _rising(-scores) else "other-order"


def _cosine_fault(cosines: Array, lengths: Array) -> str | None:
    """Why the cosines do not fall from row 0 to row 2, where the scores rise, or None."""
    if _rising(-cosines):
        return None
    if np.ptp(cosines) <= TIE:
        return "one-direction"
    if np.ptp(lengths) <= TIE * lengths.max():
        return "equal-lengths"
    if _tied(cosines):
        return "cosines-tie"
    return "same-order" if _rising(cosines) else "other-cosines"

"""A stretched h is a temperature: which one, and how far to stretch for a given share."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from lmhead.checks.coerce import as_numbers
from lmhead.checks.compare import difference
from lmhead.checks.formatting import format_call
from lmhead.checks.function_task import (
    Attempt,
    CustomPart,
    FunctionPart,
    FunctionTask,
    Values,
    register,
)
from lmhead.checks.functions import CallOutcome, Case, Function, fault_message, is_stub
from lmhead.checks.random_numbers import quarters
from lmhead.checks.result import Part
from lmhead.checks.tolerance import Array, Tolerance
from lmhead.messages import say
from lmhead.softmax import softmax

PREFIX = "05-tying/scale-h"
#: How near the largest share has to come to the one that is asked for.
NEAR = 1e-3
#: A mistake is told by the factor it leads to; searches on a grid are off by up to this much.
ALIKE = 0.01


TEMPERATURES: dict[str, Function] = {
    "same-as-c": lambda c: c,
    "minus-c": lambda c: -c,
    "one-minus-c": lambda c: 1 - c,
    "square": lambda c: 1 / c**2,
    "root": lambda c: 1 / math.sqrt(c),
    "logarithm": lambda c: math.log(c),
    "exponential": lambda c: math.exp(-c),
}


def largest(w_out: Array, h: Array, c: float) -> float:
    """The largest share of c·h. Beyond every float's range of exponentials it is 1."""
    z = w_out @ h
    with np.errstate(over="ignore"):
        return float(softmax(c * (z - z.max())).max())


def solution(w_out: Array, h: Array, target: float) -> float:
    """The stretch: the largest share grows with it, so halve the interval that holds it."""
    low, high = 0.0, 1.0
    while largest(w_out, h, high) < target:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if largest(w_out, h, middle) > target else (middle, high)
    return high


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    """Heads with one favourite, and shares between its share at c = 0, which is 1/V, and 1.

    Stretches far below, below, above and far above 1, and one case whose logits are near 1000.
    """
    for V, d, target in ((3, 2, 0.9), (4, 3, 0.6), (5, 3, 0.8), (6, 4, 0.35), (4, 2, 0.97)):
        w_out, h = quarters(rng, V, d), quarters(rng, d)
        while not _one_favourite(w_out @ h):
            w_out, h = quarters(rng, V, d), quarters(rng, d)
        yield Case((w_out, h, target))
    # Two words, and a short h: a stretch of about 35.
    w_out = rng.permutation([[1.0, 2.0], [-2.0, 1.0]])
    yield Case((w_out, np.array([3.0, -1.0]) / 256, 0.75))
    # A share that is close to the one at c = 0.
    w_out = rng.permutation([[-0.6875, -0.1875], [0.625, -1.625], [0.75, -0.875], [-0.5, -0.5]])
    yield Case((w_out, np.array([-0.0625, 0.25]), 0.38))
    # Logits that lie a thousand apart: a stretch of about 0.0006.
    w_out = rng.permutation([[1.0, 4.0], [-997.0, 0.0], [-1497.0, -2.0]])
    yield Case((w_out, np.array([2.0, -1.0]), 0.7))
    # Large logits that lie close together: the stretch is near 1, so they stay large.
    w_out = rng.permutation([1000.0, 1000.5, 1001.5, 1001.0])[:, None]
    yield Case((w_out, np.array([1.0]), 0.75))


def _one_favourite(z: Array) -> bool:
    ranked = np.sort(z)
    return bool(ranked[-1] - ranked[-2] >= 0.25 and ranked[-1] != 0)


def _stretch_reaches(part: FunctionPart, task: FunctionTask, attempt: Attempt) -> Part:
    """Whether each stretch gives the share: any that does is right, so ours is worked out only
    where one has to be shown.
    """
    limits = attempt.trial.limits
    outcomes = task.call(part.id, _cases(attempt.trial.rng), attempt)
    failing: list[tuple[CallOutcome, Any]] = []
    for item in outcomes:
        fault = item.reply.fault
        if fault is not None and is_stub(fault):
            return part.not_attempted(say("function/not-attempted", name=task.name))
        if fault is not None:
            failing.append((item, fault_message(fault, task.name, limits, task.signature)))
            continue
        problem = difference(item.reply.value, item.expected, task.name, Tolerance(math.inf))
        if problem is None and not _reaches(item):
            problem = _missed(item)
        if problem is not None:
            failing.append((item, problem))
    if not failing:
        return part.right()
    first, message = failing[0]
    mistake = next(
        (key for key, outcome in STRETCHES.items() if all(_like(i, outcome) for i, _ in failing)),
        "overflow" if all(_large(item) for item, _ in failing) else None,
    )
    return part.wrong(
        say(f"{PREFIX}/{mistake}") if mistake else message,
        misconception=mistake,
        case=format_call(task.name, first.case.args),
        expected=solution(*first.case.args),
        got=None if first.reply.fault is not None else first.reply.value,
    )


def _large(item: CallOutcome) -> bool:
    """Whether it is the case whose exponentials overflow a float."""
    w_out, h, _ = item.case.args
    return bool((w_out @ h).max() > 500)


def _reaches(item: CallOutcome) -> bool:
    w_out, h, target = item.case.args
    c = float(item.reply.value)
    return math.isfinite(c) and c > 0 and abs(largest(w_out, h, c) - target) <= NEAR


def _missed(item: CallOutcome) -> Any:
    w_out, h, target = item.case.args
    c = float(item.reply.value)
    if not math.isfinite(c) or c <= 0:
        return say(f"{PREFIX}/not-positive", c=f"{c:.5g}")
    share = f"{largest(w_out, h, c):.4f}"
    return say(f"{PREFIX}/misses", c=f"{c:.5g}", share=share, target=f"{target:g}")


def _like(item: CallOutcome, mistake: Function) -> bool:
    got = None if item.reply.fault is not None else as_numbers(item.reply.value)
    if got is None or got.shape != () or not np.isfinite(got):
        return False
    return bool(abs(float(got) - mistake(*item.case.args)) <= ALIKE * abs(float(got)) + 1e-9)


def _odds_against_one(w_out: Array, h: Array, target: float) -> float:
    ranked = np.sort(w_out @ h)
    return float(math.log(target / (1 - target)) / (ranked[-1] - ranked[-2]))


#: Known mistakes, by the factor that they lead to.
STRETCHES: dict[str, Function] = {
    "temperature-returned": lambda w, h, t: 1 / solution(w, h, t),
    "share-returned": lambda w, h, t: t,
    "scaled-share": lambda w, h, t: t / largest(w, h, 1.0),
    "one-rival": _odds_against_one,
    "logit-returned": lambda w, h, t: solution(w, h, t) * (w @ h).max(),
    "length-returned": lambda w, h, t: solution(w, h, t) * np.linalg.norm(h),
    "logarithm-returned": lambda w, h, t: math.log(solution(w, h, t)),
    "percent-returned": lambda w, h, t: 100 * solution(w, h, t),
}


# -- what is asked --------------------------------------------------------------------------


def _drawn(rng: np.random.Generator) -> list[Case]:
    draws = rng.choice([0.2, 0.25, 0.4, 1.25, 1.6, 2.0, 2.5, 4.0, 5.0], 4, replace=False)
    return [Case((float(c),)) for c in draws]


TEMPERATURE_FOR = FunctionTask(
    "temperature_for",
    ("c",),
    PREFIX,
    lambda c: 1 / c,
    (Values("temperature", 1, _drawn, TEMPERATURES),),
    tolerance=Tolerance(1e-9, 1e-6),
)
STRETCH = FunctionTask(
    "stretch",
    ("w_out", "h", "target"),
    PREFIX,
    lambda w_out, h, target: 1.0,
    (CustomPart("stretch", 2, _stretch_reaches),),
)

register(TEMPERATURE_FOR, STRETCH, section="05-limits", own_cases=False)

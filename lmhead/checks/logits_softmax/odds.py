"""What a constant and a factor do to the odds of two words: four numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ..registry import Trial, task
from ..result import Part
from ..values import Mistake, numbers

PREFIX = "02-logits-softmax/odds"
PLACES = 3

#: The share of A is 5 times that of B; these are what the task says about it.
ODDS = 5.0
CONSTANT = 7.0
TIMES = 3.0
WANTED = 1000.0
RAISED = 40.0

ADDED = ODDS
TRIPLED = ODDS**TIMES
FACTOR = math.log(WANTED) / math.log(ODDS)
LEAD = math.log(RAISED / ODDS)


@task(PREFIX, points=3, takes=("odds_added", "odds_tripled", "factor", "lead"), section="02-odds")
def odds(
    trial: Trial, odds_added: Any, odds_tripled: Any, factor: Any, lead: Any
) -> Iterator[Part]:
    """The odds after a constant and after a factor; the factor and the lead for given odds."""
    yield _number("odds_added", 0.5, odds_added, ADDED, ADDED_MISTAKES)
    yield _number("odds_tripled", 0.5, odds_tripled, TRIPLED, TRIPLED_MISTAKES)
    yield _number("factor", 1, factor, FACTOR, FACTOR_MISTAKES)
    yield _number("lead", 1, lead, LEAD, LEAD_MISTAKES)


def _number(
    name: str, points: float, value: Any, expected: float, mistakes: dict[str, Mistake]
) -> Part:
    return numbers(
        name.replace("_", "-"),
        points,
        value,
        expected,
        name=name,
        places=PLACES,
        prefix=PREFIX,
        mistakes=mistakes,
    )


ADDED_MISTAKES: dict[str, Mistake] = {
    "constant-added": ODDS + CONSTANT,
    "constant-times": ODDS * CONSTANT,
    "constant-exponential": ODDS * math.exp(CONSTANT),
    "constant-exponential-alone": math.exp(CONSTANT),
    "difference": 0.0,
    "log-odds": math.log(ODDS),
}
TRIPLED_MISTAKES: dict[str, Mistake] = {
    "factor-times": ODDS * TIMES,
    "factor-nothing": ODDS,
    "factor-exponential": ODDS * math.exp(TIMES),
    "power-turned": TIMES**ODDS,
    "squared": ODDS**2,
    "log-odds": TIMES * math.log(ODDS),
}
FACTOR_MISTAKES: dict[str, Mistake] = {
    "ratio-of-odds": WANTED / ODDS,
    "log-of-ratio": math.log(WANTED / ODDS),
    "log-of-wanted": math.log(WANTED),
    "inverted": math.log(ODDS) / math.log(WANTED),
    "root": WANTED ** (1 / ODDS),
    "log-10": math.log10(WANTED),
    "log-10-ratio": math.log10(WANTED / ODDS),
}
LEAD_MISTAKES: dict[str, Mistake] = {
    "ratio": RAISED / ODDS,
    "difference-of-odds": RAISED - ODDS,
    "whole-lead": math.log(RAISED),
    "log-of-difference": math.log(RAISED - ODDS),
    "other-base": lambda got: (
        got.shape == ()
        and min(abs(float(got) - math.log(RAISED / ODDS, base)) for base in (2, 10)) < 5e-4
    ),
    "lead-before": math.log(ODDS),
    "both-moved": math.log(RAISED / ODDS) / 2,
}

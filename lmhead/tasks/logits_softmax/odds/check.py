"""What a constant and a factor do to the odds of two words: four numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lmhead.checks.registry import task
from lmhead.checks.result import Part
from lmhead.checks.trial import Trial
from lmhead.checks.values import Mistake, numbers

PREFIX = "02-logits-softmax/odds"
PLACES = 3


@dataclass(frozen=True)
class OddsNumbers:
    """What the task says of A and B. A course may have numbers of its own.

    odds: the share of A over that of B. constant, times: what is added to all logits, and what
    multiplies them. wanted: the odds that the factor is for. raised: those that the lead is for.
    """

    odds: float = 5.0
    constant: float = 7.0
    times: float = 3.0
    wanted: float = 1000.0
    raised: float = 40.0

    def __post_init__(self) -> None:
        """Raise ValueError, with a sentence, for numbers that the task cannot start from."""
        for name, value in vars(self).items():
            if type(value) not in (int, float) or not 0 < value <= 1e6:
                raise ValueError(f"{name} should be a number above 0")
        if min(self.odds, self.wanted, self.raised) < 1.1 or self.raised < 1.1 * self.odds:
            raise ValueError("odds should be above 1, and raised above odds, or nothing is moved")
        if self.times == 1 or self.odds**self.times > 1e9:
            raise ValueError("times should change the odds, to 1e9 at most")

    @property
    def facts(self) -> dict[str, str]:
        """The numbers as a sentence has them."""
        said = {**vars(self), "ratio": self.wanted / self.odds}
        return {name: f"{value:.6g}" for name, value in said.items()}

    @property
    def tripled(self) -> float:
        return float(self.odds**self.times)

    @property
    def factor(self) -> float:
        return math.log(self.wanted) / math.log(self.odds)

    @property
    def lead(self) -> float:
        return math.log(self.raised / self.odds)


@task(
    PREFIX,
    points=3,
    takes=("odds_added", "odds_tripled", "factor", "lead"),
    section="02-odds",
    given=OddsNumbers,
)
def odds(
    trial: Trial, odds_added: Any, odds_tripled: Any, factor: Any, lead: Any
) -> Iterator[Part]:
    """The odds after a constant and after a factor; the factor and the lead for given odds."""
    start = trial.given(OddsNumbers)
    yield _number("odds_added", 0.5, odds_added, start.odds, _added_mistakes(start), start)
    yield _number("odds_tripled", 0.5, odds_tripled, start.tripled, _tripled_mistakes(start), start)
    yield _number("factor", 1, factor, start.factor, _factor_mistakes(start), start)
    yield _number("lead", 1, lead, start.lead, _lead_mistakes(start), start)


def _number(
    name: str,
    points: float,
    value: Any,
    expected: float,
    mistakes: dict[str, Mistake],
    start: OddsNumbers,
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
        facts=start.facts,
    )


def _added_mistakes(start: OddsNumbers) -> dict[str, Mistake]:
    return {
        "constant-added": start.odds + start.constant,
        "constant-times": start.odds * start.constant,
        "constant-exponential": start.odds * math.exp(start.constant),
        "constant-exponential-alone": math.exp(start.constant),
        "difference": 0.0,
        "log-odds": math.log(start.odds),
    }


def _tripled_mistakes(start: OddsNumbers) -> dict[str, Mistake]:
    return {
        "factor-times": start.odds * start.times,
        "factor-nothing": start.odds,
        "factor-exponential": start.odds * math.exp(start.times),
        "power-turned": start.times**start.odds,
        "squared": start.odds**2,
        "log-odds": start.times * math.log(start.odds),
    }


def _factor_mistakes(start: OddsNumbers) -> dict[str, Mistake]:
    return {
        "ratio-of-odds": start.wanted / start.odds,
        "log-of-ratio": math.log(start.wanted / start.odds),
        "log-of-wanted": math.log(start.wanted),
        "inverted": math.log(start.odds) / math.log(start.wanted),
        "root": start.wanted ** (1 / start.odds),
        "log-10": math.log10(start.wanted),
        "log-10-ratio": math.log10(start.wanted / start.odds),
    }


def _lead_mistakes(start: OddsNumbers) -> dict[str, Mistake]:
    return {
        "ratio": start.raised / start.odds,
        "difference-of-odds": start.raised - start.odds,
        "whole-lead": math.log(start.raised),
        "log-of-difference": math.log(start.raised - start.odds),
        "other-base": lambda got: (
            got.shape == ()
            and min(abs(float(got) - math.log(start.raised / start.odds, base)) for base in (2, 10))
            < 5e-4
        ),
        "lead-before": math.log(start.odds),
        "both-moved": math.log(start.raised / start.odds) / 2,
    }

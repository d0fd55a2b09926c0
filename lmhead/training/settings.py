"""What one training run is: the recipe, and what stops it, as sentences."""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass, replace
from typing import Any

from ..model import Config, parameters

__all__ = ["RECIPES", "Recipe", "TrainingProblem", "matched", "recipe", "whole_number"]


class TrainingProblem(Exception):
    """What stops a run. Its message is a sentence that says what to do."""


@dataclass(frozen=True)
class Recipe:
    """How a model is trained.

    Attributes
    ----------
    batch : int
        Sequences a step, over all processes.
    length : int
        Tokens in a sequence; for a transformer at most its context.
    steps : int
        Steps of the optimiser.
    rate : float
        The largest learning rate.
    warmup : int
        Steps in which the rate rises to `rate`, fewer than `steps`. After them a cosine falls
        towards a tenth of `rate`, which the step after the last one would have.
    decay : float
        AdamW's weight decay, on matrices and tables alone.
    clip : float
        The longest gradient, as a norm; ``inf`` for no limit.
    every : int
        Steps between two validations.
    z_loss : float
        Weight of the squared logarithm of the softmax's denominator; see `lmhead.loss`.

    Raises
    ------
    TrainingProblem
        For a value that no run can have: a sentence with its name.

    Examples
    --------
    >>> plan = Recipe(steps=100, warmup=10, rate=0.01)
    >>> [round(plan.rate_at(step), 4) for step in (0, 9, 10, 55, 99)]
    [0.001, 0.01, 0.01, 0.0055, 0.001]
    >>> Recipe(steps=2.5)
    Traceback (most recent call last):
    lmhead.training.settings.TrainingProblem: steps is 2.5; it has to be a whole number above 0
    """

    batch: int = 32
    length: int = 64
    steps: int = 1000
    rate: float = 1e-3
    warmup: int = 50
    decay: float = 0.1
    clip: float = 1.0
    every: int = 100
    z_loss: float = 0.0

    def __post_init__(self) -> None:
        for name in ("batch", "length", "steps", "every"):
            self._set(name, whole_number(name, getattr(self, name), least=1))
        self._set("warmup", whole_number("warmup", self.warmup, least=0))
        if self.warmup >= self.steps:
            raise TrainingProblem(
                f"warmup is {self.warmup} and steps {self.steps}; the warm-up has to be shorter "
                "than the run, or its full learning rate is never reached"
            )
        self._set("rate", _number("the learning rate", self.rate, above=True))
        self._set("clip", _number("clip", self.clip, above=True, finite=False))
        self._set("decay", _number("decay", self.decay))
        self._set("z_loss", _number("z_loss", self.z_loss))

    def _set(self, name: str, value: float) -> None:
        # Python's own numbers, whatever came in: they go into JSON and into a checkpoint.
        object.__setattr__(self, name, value)

    def rate_at(self, step: int) -> float:
        """The learning rate of step 0, 1, 2 …"""
        if step < self.warmup:
            return self.rate * (step + 1) / self.warmup
        share = (step - self.warmup) / max(1, self.steps - self.warmup)
        return self.rate * (0.1 + 0.9 * 0.5 * (1 + math.cos(math.pi * min(1.0, share))))


def whole_number(name: str, value: Any, least: int) -> int:
    """`value` as an int of `least` or more. TrainingProblem for anything else."""
    is_one = not isinstance(value, bool) and isinstance(value, numbers.Integral)
    if is_one and int(value) >= least:
        return int(value)
    bound = "above 0" if least == 1 else f"of at least {least}"
    raise TrainingProblem(f"{name} is {value!r}; it has to be a whole number {bound}")


def _number(name: str, value: Any, *, above: bool = False, finite: bool = True) -> float:
    """`value` as a float of 0 or more (above: more than 0). TrainingProblem for anything else."""
    if not isinstance(value, bool) and isinstance(value, numbers.Real):
        number = float(value)
        right = number > 0 if above else number >= 0
        if right and (math.isfinite(number) or not finite):
            return number
    bound = "above 0" if above else "of at least 0"
    kind = f"a finite number {bound}" if finite else f"a number {bound}"
    raise TrainingProblem(f"{name} is {value!r}; it has to be {kind}")


#: For each preset of `lmhead.model`, on one device.
RECIPES = {
    "tiny": Recipe(batch=16, length=64, steps=400, rate=2e-3, warmup=40, every=80),
    "small": Recipe(batch=32, length=256, steps=2000, rate=6e-4, warmup=100, every=200),
    "gpt2": Recipe(batch=32, length=1024, steps=2000, rate=6e-4, warmup=200, every=200),
    "lstm": Recipe(batch=20, length=35, steps=4000, rate=2e-3, warmup=50, every=200, decay=0.0),
}


def recipe(preset: str, **changes: Any) -> Recipe:
    """The recipe of a preset, with what is not None changed.

    A run shorter than the preset's has a shorter warm-up, of the same share of its steps.

    Examples
    --------
    >>> recipe("tiny").warmup, recipe("tiny", steps=100).warmup, recipe("tiny", steps=5).warmup
    (40, 10, 0)
    """
    given = {name: value for name, value in changes.items() if value is not None}
    usual = RECIPES[preset]
    if "steps" in given and "warmup" not in given:
        steps = whole_number("steps", given["steps"], least=1)
        given["warmup"] = min(usual.warmup, usual.warmup * steps // usual.steps)
    return replace(usual, **given)


def matched(untied: Config) -> Config:
    """The tied model with about as many parameters as an untied one of this shape.

    Only the width changes, in steps that the heads share evenly; of the two widths around the
    untied model's count the nearer one is taken.
    """
    wanted = parameters(replace(untied, tied=False))
    step, width = untied.heads, untied.width

    def count(width: int) -> int:
        return parameters(replace(untied, tied=True, width=width))

    while count(width + step) <= wanted:
        width += step
    nearer = min((width, width + step), key=lambda each: abs(count(each) - wanted))
    return replace(untied, tied=True, width=nearer)

"""What one training run is: the recipe, and what stops it, as sentences."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from ..model import Config, parameters

__all__ = ["RECIPES", "Recipe", "TrainingProblem", "matched", "recipe"]


class TrainingProblem(Exception):
    """What stops a run. Its message is a sentence that says what to do."""


@dataclass(frozen=True)
class Recipe:
    """How a model is trained.

    batch: sequences a step, over all processes.  length: tokens in one.  steps: of the optimiser.
    rate: the largest learning rate, reached after `warmup` steps; from there a cosine falls to
    a tenth of it at the last step.  decay: AdamW's weight decay, on matrices and tables alone.
    clip: the longest gradient, as a norm.  every: steps between two validations.
    z_loss: see `lmhead.loss`.
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
            if getattr(self, name) < 1:
                raise TrainingProblem(f"{name} is {getattr(self, name)}; it has to be above 0")
        if not (math.isfinite(self.rate) and self.rate > 0):
            raise TrainingProblem(f"the learning rate is {self.rate}; it has to be above 0")

    def rate_at(self, step: int) -> float:
        """The learning rate of step 0, 1, 2 …"""
        if step < self.warmup:
            return self.rate * (step + 1) / self.warmup
        share = (step - self.warmup) / max(1, self.steps - self.warmup)
        return self.rate * (0.1 + 0.9 * 0.5 * (1 + math.cos(math.pi * min(1.0, share))))


#: For each preset of `lmhead.model`, on one device.
RECIPES = {
    "tiny": Recipe(batch=16, length=64, steps=400, rate=2e-3, warmup=40, every=80),
    "small": Recipe(batch=32, length=256, steps=2000, rate=6e-4, warmup=100, every=200),
    "gpt2": Recipe(batch=32, length=1024, steps=2000, rate=6e-4, warmup=200, every=200),
    "lstm": Recipe(batch=20, length=35, steps=4000, rate=2e-3, warmup=50, every=200, decay=0.0),
}


def recipe(preset: str, **changes: int | float | None) -> Recipe:
    """The recipe of a preset, with what is not None changed."""
    return replace(RECIPES[preset], **{k: v for k, v in changes.items() if v is not None})  # type: ignore[arg-type]


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

"""What 06-train/first-loss asks for, written from the notebook's text."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, numbers

COUNT = 200


def _sizes(rng: np.random.Generator) -> Iterator[Arguments]:
    yield (1,)
    for _ in range(COUNT):
        yield (int(np.exp(rng.uniform(0.7, 12))),)


def _first_losses(rng: np.random.Generator) -> Iterator[Arguments]:
    for (size,) in _sizes(rng):
        yield (math.log(size),)


CONTRACTS = {
    "first_loss": Contract(_sizes, numbers(1e-6, 0.0)),
    "vocabulary_of": Contract(_first_losses, numbers(0.0, 0.0)),
}

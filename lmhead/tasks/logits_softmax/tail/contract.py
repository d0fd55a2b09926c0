"""What 02-logits-softmax/tail asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, numbers

COUNT = 300


def _tails(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        T, V = int(rng.integers(1, 5)), int(rng.choice([1, 2, 3, 5, 40]))
        z = rng.normal(size=(T, V)) * 2 if rng.random() < 0.6 else rng.integers(-2, 3, (T, V)) / 2
        yield z, int(rng.choice([0, V, rng.integers(0, V + 1)]))


CONTRACTS = {"tail": Contract(_tails, numbers())}

"""What 01-distance/nearest asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import IDS, Arguments, Contract, layouts

COUNT = 300


def _nearest(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        d, V = int(rng.integers(1, 5)), int(rng.choice([1, 2, 3, 5, 20, 90]))
        h, table = rng.integers(-2, 3, d).astype(float), rng.integers(-2, 3, (V, d)).astype(float)
        if rng.random() < 0.4:  # as good as never two equal scores
            h, table = rng.integers(1, 99, d) / 4, rng.integers(-9999, 9999, (V, d)) / 4
        yield h, layouts(rng, table), int(rng.integers(1, V + 1))


CONTRACTS = {"nearest": Contract(_nearest, IDS)}

"""What 01-distance/all-scores asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, layouts, numbers

COUNT = 300


def _all_scores(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        d, V, T = rng.integers(1, 7, 3)
        shape = (d,) if rng.random() < 0.5 else (T, d)
        h = rng.normal(size=shape) if rng.random() < 0.8 else rng.integers(-3, 4, shape)
        table = layouts(rng, rng.normal(size=(V, d)) * rng.choice([0.1, 1, 30]))
        yield (h.astype(np.float32) if table.dtype == np.float32 else h, table)


CONTRACTS = {"all_scores": Contract(_all_scores, numbers())}

"""What 04-decoding/temperature asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, numbers

COUNT = 300


def _shares_at(rng: np.random.Generator) -> Iterator[Arguments]:
    yield rng.permutation([0.002, 0.0, -0.25]), 0.001  # near a tie, where T = 0 would not be
    for _ in range(COUNT):
        V = int(rng.integers(1, 8))
        z = rng.integers(-8, 9, V) / 4 + rng.choice([0.0, 0.0, 1000.0, -1000.0])
        t = float(rng.choice([0.001, 0.01, 0.5, 0.7, 1, 2, 10, 1000, 0, np.inf]))
        ordinary = t >= 0.5 and np.abs(z).max() < 100  # what float32 can tell apart
        yield z.astype(np.float32) if ordinary and rng.random() < 0.4 else z, t


CONTRACTS = {"shares_at": Contract(_shares_at, numbers(lists=True))}

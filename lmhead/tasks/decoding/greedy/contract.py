"""What 04-decoding/greedy asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import IDS, Arguments, Array, Contract

COUNT = 300


def _greedy(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V = int(rng.integers(1, 9))
        z: Array = rng.integers(-2, 3, V) * rng.choice([1.0, 0.25, 1e6, 1e300])
        kind = rng.random()
        if kind < 0.3:
            z = rng.normal(size=V)
        elif kind < 0.4:
            z = rng.integers(-5, 6, V)
        elif kind < 0.5 and np.abs(z).max() < 1e30:
            z = z.astype(np.float32)
        elif kind < 0.7:
            z = z.astype(float)
            z[rng.permutation(V)[: int(rng.integers(V))]] = -np.inf
        yield (z,)


CONTRACTS = {"greedy": Contract(_greedy, IDS)}

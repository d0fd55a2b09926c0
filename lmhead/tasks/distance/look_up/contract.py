"""What 01-distance/look-up asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import EXACT, IDS, Arguments, Contract

COUNT = 300


def _one_hot(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        size = int(rng.integers(1, 9))
        ids = rng.integers(0, size, int(rng.integers(1, 9)))
        yield ids.astype(rng.choice(["int64", "int32"])), size


def _row_id(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V, d = int(rng.integers(1, 8)), int(rng.integers(1, 5))
        table = rng.integers(-2, 3, (V, d)) / rng.choice([1, 2, 8])
        if rng.random() < 0.3:
            table = rng.normal(size=(V, d))
        k = int(rng.integers(V))
        yield table[k].copy(), np.asfortranarray(table) if rng.random() < 0.2 else table


CONTRACTS = {"one_hot": Contract(_one_hot, EXACT), "row_id": Contract(_row_id, IDS)}

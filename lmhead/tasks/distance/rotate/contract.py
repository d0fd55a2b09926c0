"""What 01-distance/rotate asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, layouts, numbers

COUNT = 300


def _turned_table(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        d, V = int(rng.integers(2, 6)), int(rng.integers(1, 6))
        turn, _ = np.linalg.qr(rng.normal(size=(d, d)))
        turn[:, 0] *= np.sign(np.linalg.det(turn))  # a rotation, no mirror
        yield layouts(rng, rng.normal(size=(V, d))), turn


CONTRACTS = {"turned_table": Contract(_turned_table, numbers())}

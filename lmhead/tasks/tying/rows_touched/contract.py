"""What 05-tying/rows-touched asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, numbers

COUNT = 200


def _contributions(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V, T = int(rng.integers(1, 9)), int(rng.integers(1, 9))
        table = str(rng.choice(["entrance", "exit", "tied"]))
        yield rng.integers(0, V, T), rng.integers(0, V, T), V, table


CONTRACTS = {"contributions": Contract(_contributions, numbers(0.0, 0.0, lists=True))}

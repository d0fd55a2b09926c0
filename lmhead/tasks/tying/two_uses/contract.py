"""What 05-tying/two-uses asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, numbers

COUNT = 200


def _tied_logits(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V, d = int(rng.integers(1, 6)), int(rng.integers(1, 5))
        yield (*(rng.normal(size=(V, d)) for _ in range(3)), int(rng.integers(V)))


def _table_slope(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V, d = int(rng.integers(1, 6)), int(rng.integers(1, 5))
        words = (int(rng.integers(V)), int(rng.integers(V)))
        yield (rng.normal(size=(V, d)), rng.normal(size=(d, d)), *words)


CONTRACTS = {
    "tied_logits": Contract(_tied_logits, numbers(kept=True, lists=True)),
    "table_slope": Contract(_table_slope, numbers(kept=True, lists=True)),
}

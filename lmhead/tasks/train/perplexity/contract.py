"""What 06-train/perplexity asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, numbers

COUNT = 200


def _batches(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        count = int(rng.integers(1, 6))
        yield rng.uniform(0.5, 8, count), rng.integers(1, 600, count)


def _texts(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        tokens = int(rng.integers(1, 5000))
        yield float(rng.uniform(1, 300)), tokens, int(tokens * rng.uniform(1, 6)) + 1


CONTRACTS = {
    "perplexity": Contract(_batches, numbers(1e-9, 1e-6)),
    "bits_per_character": Contract(_texts, numbers(1e-9, 1e-6)),
}

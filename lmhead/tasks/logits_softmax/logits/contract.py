"""What 02-logits-softmax/logits asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, numbers

COUNT = 300


def _logits(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        d, V, T, B = (int(n) for n in rng.integers(1, 6, 4))
        shape = [(d,), (T, d), (B, T, d)][int(rng.integers(3))]
        h, w_out = rng.normal(size=shape), rng.normal(size=(V, d))
        kind = rng.random()
        if kind < 0.3:
            h, w_out = h.astype(np.float32), w_out.astype(np.float32)
        elif kind < 0.5:
            h = rng.integers(-4, 5, shape)
        yield h, np.asfortranarray(w_out) if rng.random() < 0.2 else w_out


CONTRACTS = {"logits": Contract(_logits, numbers(dtype=True))}

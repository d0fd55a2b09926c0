"""What 03-by-hand/sgd-step asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, numbers


def _sgd_step(rng: np.random.Generator) -> Iterator[Arguments]:
    yield np.array([[1000.0], [999.0], [-1000.0]]), np.ones(1), 1  # logits far apart
    for _ in range(300):
        V, d = int(rng.integers(1, 6)), int(rng.integers(1, 5))
        w_out = rng.normal(size=(V, d))
        h = rng.normal(size=d) if rng.random() < 0.7 else rng.integers(-3, 4, d)
        kind = rng.random()
        if kind < 0.2:
            w_out = np.full((V, d), rng.choice([-1000.0, 1000.0])) + w_out
            h = np.eye(d)[0]
            if rng.random() < 0.5:  # numbers that count for nothing: the largest is no logit
                w_out[:, 1:] = rng.normal(size=(V, d - 1))
        elif kind < 0.4:
            w_out, h = w_out.astype(np.float32), h.astype(np.float32)
        yield (
            np.asfortranarray(w_out) if rng.random() < 0.2 else w_out,
            h,
            int(rng.integers(V)),
        )


CONTRACTS = {"sgd_step": Contract(_sgd_step, numbers(dtype=True, kept=True))}

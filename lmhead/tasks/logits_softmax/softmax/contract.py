"""What 02-logits-softmax/softmax asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Array, Contract, numbers

COUNT = 300


def _scores(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        shape = tuple(int(n) for n in rng.integers(1, 6, int(rng.integers(1, 5))))
        z: Array = rng.normal(size=shape) * 3
        kind = rng.random()
        if kind < 0.3:
            z = z + rng.choice([-1000.0, -400.0, 0.0, 400.0, 1000.0], (*shape[:-1], 1))
        elif kind < 0.4:
            z = rng.choice([-1000.0, 0.0, 999.0, 1000.0], shape)
        elif kind < 0.5:
            z = rng.integers(-5, 6, shape)
        elif kind < 0.6:
            z = (z + rng.choice([-110, 0, 110])).astype(np.float32)
        elif kind < 0.7:
            z = z.astype(np.float32)
        elif kind < 0.75:
            z = np.full(shape, float(rng.integers(-3, 4)))
        if z.dtype.kind == "f" and rng.random() < 0.3:
            z = z.copy()
            mask = rng.random(shape) < 0.4
            mask[..., int(rng.integers(shape[-1]))] = False
            z[mask] = -np.inf
        yield (np.asfortranarray(z) if rng.random() < 0.2 else z,)


CONTRACTS = {"softmax": Contract(_scores, numbers(dtype=True, kept=True))}

"""02-logits-softmax."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.mutants.contracts.contract import (
    Arguments,
    Array,
    Contract,
    ValueContract,
    close,
    numbers,
)

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


def _tails(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        T, V = int(rng.integers(1, 5)), int(rng.choice([1, 2, 3, 5, 40]))
        z = rng.normal(size=(T, V)) * 2 if rng.random() < 0.6 else rng.integers(-2, 3, (T, V)) / 2
        yield z, int(rng.choice([0, V, rng.integers(0, V + 1)]))


def _odds(values: dict[str, Any]) -> bool:
    return all(
        close(values[name], expected, 5e-4)
        for name, expected in {
            "odds_added": 5.0,
            "odds_tripled": 125.0,
            "factor": math.log(1000, 5),
            "lead": math.log(8),
        }.items()
    )


CONTRACTS = {
    "logits": {"logits": Contract(_logits, numbers(dtype=True))},
    "softmax": {"softmax": Contract(_scores, numbers(dtype=True, kept=True))},
    "log-softmax": {"log_softmax": Contract(_scores, numbers(absolute=5e-5))},
    "tail": {"tail": Contract(_tails, numbers())},
    "odds": {
        "values": ValueContract(("odds_added", "odds_tripled", "factor", "lead"), _odds, apart=1e-3)
    },
}

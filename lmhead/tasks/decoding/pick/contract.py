"""What 04-decoding/pick asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import IDS, Arguments, Array, Contract, numbers

COUNT = 300


def _shares(rng: np.random.Generator) -> Array:
    """Sixty-fourths, some of them 0."""
    V = int(rng.integers(1, 8))
    counts = rng.multinomial(64, rng.dirichlet(np.ones(V)))
    return counts / 64


def _intervals(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        p = _shares(rng) if rng.random() < 0.5 else rng.dirichlet(np.ones(int(rng.integers(1, 9))))
        yield (p.astype(np.float32) if rng.random() < 0.3 else p,)


def _pick(rng: np.random.Generator) -> Iterator[Arguments]:
    # Sums in another order, with the zeros or without, end on either side of this u.
    for shares in (np.full(10, 0.1), np.array([0.24, 0.1, 0.11, 0.09, 0.13, 0.18, 0.15, 0.0])):
        yield np.append(shares, 0.0), float(np.nextafter(1.0, 0.0))
    for _ in range(COUNT):
        p = _shares(rng)
        kind = rng.random()
        if kind < 0.3:  # on a cut; both are exact
            ends = np.cumsum(p)
            u = float(rng.choice([0.0, *ends[ends < 1]]))
        elif kind < 0.6:
            u = float(rng.integers(64) / 64 + 1 / 128)
        else:  # behind the last end
            # Of two words at least: a share alone is divided by itself, and 1.
            short = rng.dirichlet(np.ones(int(rng.integers(2, 6)))) * (1 - 1e-7)
            p = np.insert(short, int(rng.integers(len(short) + 1)), 0.0)
            if rng.random() < 0.5:
                p = np.append(p, 0.0)
            u = float(np.nextafter(1.0, 0.0))
        yield p.astype(np.float32) if kind < 0.6 and rng.random() < 0.3 else p, u


CONTRACTS = {
    "intervals": Contract(_intervals, numbers(lists=True)),
    "pick": Contract(_pick, IDS),
}

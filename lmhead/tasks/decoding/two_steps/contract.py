"""What 04-decoding/two-steps asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import IDS, Arguments, Contract

COUNT = 300


def _two_steps(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V = int(rng.integers(1, 6))
        yield rng.dirichlet(np.ones(V)), rng.dirichlet(np.ones(V), size=V)


CONTRACTS = {"two_steps": Contract(_two_steps, IDS)}

"""What 05-tying/accounts asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, numbers

COUNT = 200


def _sizes(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        yield (
            int(rng.integers(1, 60_000)),
            int(rng.integers(1, 2000)),
            int(rng.integers(1, 50)),
            int(rng.integers(1, 3000)),
        )


def _parameters(rng: np.random.Generator) -> Iterator[Arguments]:
    for sizes in _sizes(rng):
        yield (*sizes, True)
        yield (*sizes, False)


CONTRACTS = {
    "parameters": Contract(_parameters, numbers(0.25, 0.0)),
    "removed": Contract(_sizes, numbers(1e-9, 0.0)),
}

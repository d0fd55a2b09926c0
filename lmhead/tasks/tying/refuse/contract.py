"""What 05-tying/refuse asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, numbers

COUNT = 200


def _tied_head(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V, d = int(rng.integers(1, 6)), int(rng.integers(1, 5))
        words = [f"w{k}" for k in rng.permutation(9)[:V]]
        other, rows, length = list(words), V, d
        kind = rng.random()
        if kind < 0.12:
            other = other[::-1]
        elif kind < 0.24:
            other = [*other[:-1], "w99"]
        elif kind < 0.32:
            other = other[:-1]
        elif kind < 0.4:
            other = [*other, "w99"]
        elif kind < 0.5:
            rows += int(rng.choice([-1, 1]))
        elif kind < 0.6:
            length += int(rng.choice([-1, 1]))
        yield words, other, rng.normal(size=(rows, d)), rng.normal(size=length)


CONTRACTS = {"tied_head": Contract(_tied_head, numbers(lists=True))}

"""01-distance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.mutants.contracts.contract import (
    EXACT,
    IDS,
    Arguments,
    Array,
    Contract,
    ValueContract,
    as_array,
    layouts,
    numbers,
)

COUNT = 300


def _all_scores(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        d, V, T = rng.integers(1, 7, 3)
        shape = (d,) if rng.random() < 0.5 else (T, d)
        h = rng.normal(size=shape) if rng.random() < 0.8 else rng.integers(-3, 4, shape)
        table = layouts(rng, rng.normal(size=(V, d)) * rng.choice([0.1, 1, 30]))
        yield (h.astype(np.float32) if table.dtype == np.float32 else h, table)


def _nearest(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        d, V = int(rng.integers(1, 5)), int(rng.choice([1, 2, 3, 5, 20, 90]))
        h, table = rng.integers(-2, 3, d).astype(float), rng.integers(-2, 3, (V, d)).astype(float)
        if rng.random() < 0.4:  # as good as never two equal scores
            h, table = rng.integers(1, 99, d) / 4, rng.integers(-9999, 9999, (V, d)) / 4
        yield h, layouts(rng, table), int(rng.integers(1, V + 1))


def _one_hot(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        size = int(rng.integers(1, 9))
        ids = rng.integers(0, size, int(rng.integers(1, 9)))
        yield ids.astype(rng.choice(["int64", "int32"])), size


def _row_id(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V, d = int(rng.integers(1, 8)), int(rng.integers(1, 5))
        table = rng.integers(-2, 3, (V, d)) / rng.choice([1, 2, 8])
        if rng.random() < 0.3:
            table = rng.normal(size=(V, d))
        k = int(rng.integers(V))
        yield table[k].copy(), np.asfortranarray(table) if rng.random() < 0.2 else table


def _turned_table(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        d, V = int(rng.integers(2, 6)), int(rng.integers(1, 6))
        turn, _ = np.linalg.qr(rng.normal(size=(d, d)))
        turn[:, 0] *= np.sign(np.linalg.det(turn))  # a rotation, no mirror
        yield layouts(rng, rng.normal(size=(V, d))), turn


def _longer_wins(values: dict[str, Any]) -> bool:
    h, rows = as_array(values["h_long"]), as_array(values["rows_long"])
    if h is None or rows is None or h.shape != (2,) or rows.shape != (3, 2):
        return False
    every = np.array([*h, *rows.ravel()], dtype=float)
    if h.dtype.kind == "b" or rows.dtype.kind == "b" or not (np.abs(every) < 1e100).all():
        return False
    scores = [_product(row, h) for row in rows]
    if not 0 < scores[0] < scores[1] < scores[2]:
        return False
    # Squares of the cosines times |h|, which are rational: the scores are positive.
    cosines = [score**2 / _product(row, row) for score, row in zip(scores, rows, strict=True)]
    return cosines[0] > cosines[1] > cosines[2]


def _product(a: Array, b: Array) -> float:
    return float(sum(float(x) * float(y) for x, y in zip(a, b, strict=True)))


CONTRACTS = {
    "all-scores": {"all_scores": Contract(_all_scores, numbers())},
    "nearest": {"nearest": Contract(_nearest, IDS)},
    "look-up": {"one_hot": Contract(_one_hot, EXACT), "row_id": Contract(_row_id, IDS)},
    "longer-wins": {"values": ValueContract(("h_long", "rows_long"), _longer_wins)},
    "rotate": {"turned_table": Contract(_turned_table, numbers())},
}

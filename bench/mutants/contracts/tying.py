"""05-tying."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.mutants.contracts.contract import (
    Arguments,
    Contract,
    Outcome,
    ValueContract,
    as_array,
    numbers,
)

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


def _tied_logits(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V, d = int(rng.integers(1, 6)), int(rng.integers(1, 5))
        yield (*(rng.normal(size=(V, d)) for _ in range(3)), int(rng.integers(V)))


def _table_slope(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V, d = int(rng.integers(1, 6)), int(rng.integers(1, 5))
        words = (int(rng.integers(V)), int(rng.integers(V)))
        yield (rng.normal(size=(V, d)), rng.normal(size=(d, d)), *words)


def _contributions(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V, T = int(rng.integers(1, 9)), int(rng.integers(1, 9))
        table = str(rng.choice(["entrance", "exit", "tied"]))
        yield rng.integers(0, V, T), rng.integers(0, V, T), V, table


def _factors(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        yield (float(np.exp(rng.normal() * 2)),)


def _stretch(rng: np.random.Generator) -> Iterator[Arguments]:
    while True:
        for _ in range(50):
            V, d = int(rng.integers(2, 6)), int(rng.integers(1, 4))
            w_out, h = rng.normal(size=(V, d)), rng.normal(size=d)
            z = np.sort(w_out @ h)
            if z[-1] - z[-2] < 0.02:
                continue
            if rng.random() < 0.2:
                h = h * 1000 / np.abs(z).max()
            yield w_out, h, float(1 / V + (1 - 1 / V) * rng.uniform(0.05, 0.97))
        return


def _reaches(arguments: Arguments, one: Outcome, two: Outcome) -> bool:
    if one.error or two.error:
        return one.error == two.error
    w_out, h, target = arguments
    c = as_array(two.value)
    if c is None or c.shape != () or not np.isfinite(c) or c <= 0:
        return False
    z = float(c) * (w_out @ h)
    return bool(abs(1 / np.exp(z - z.max()).sum() - target) <= 0.001)


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


def _every_word(table: Any) -> bool:
    scores = _scores(table)
    return scores is not None and all(_repeats(scores, k) for k in range(3))


def _one_word(table: Any) -> bool:
    scores = _scores(table)
    if scores is None or sum(_repeats(scores, k) for k in range(3)) != 1:
        return False
    others = [k for k in range(3) if not _repeats(scores, k)]
    return all(scores[k].max() > scores[k, k] for k in others)


def _repeats(scores: np.ndarray[Any, Any], k: int) -> bool:
    """Whether word k comes first after itself, by more than rounding may give."""
    nearly = 1e-6 * max(1.0, float(np.abs(scores).max()))
    return bool((np.delete(scores[k], k) < scores[k, k] - nearly).all())


def _scores(table: Any) -> np.ndarray[Any, Any] | None:
    rows = as_array(table)
    if rows is None or rows.shape != (3, 2) or rows.dtype.kind == "b":
        return None
    rows = rows.astype(float)
    # Products of numbers beyond this are infinite.
    return rows @ rows.T if (np.abs(rows) <= 1e100).all() else None


def _no_layers(values: dict[str, Any]) -> bool:
    letter = values["no_word"]
    return (
        _every_word(values["every_word"])
        and _one_word(values["one_word"])
        and isinstance(letter, str)
        and letter.strip().upper() == "C"
    )


CONTRACTS = {
    "accounts": {
        "parameters": Contract(_parameters, numbers(0.25, 0.0)),
        "removed": Contract(_sizes, numbers(1e-9, 0.0)),
    },
    "two-uses": {
        "tied_logits": Contract(_tied_logits, numbers(kept=True, lists=True)),
        "table_slope": Contract(_table_slope, numbers(kept=True, lists=True)),
    },
    "rows-touched": {"contributions": Contract(_contributions, numbers(0.0, 0.0, lists=True))},
    "scale-h": {
        "temperature_for": Contract(_factors, numbers(1e-9, 1e-6)),
        "stretch": Contract(_stretch, _reaches),
    },
    "no-layers": {"values": ValueContract(("every_word", "one_word", "no_word"), _no_layers)},
    "refuse": {"tied_head": Contract(_tied_head, numbers(lists=True))},
}

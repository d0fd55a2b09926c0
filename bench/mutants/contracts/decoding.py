"""04-decoding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.stats import chi2

from bench.mutants.contracts.contract import (
    IDS,
    Arguments,
    Array,
    Contract,
    Outcome,
    ValueContract,
    as_array,
    numbers,
)

COUNT = 300


def _greedy(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V = int(rng.integers(1, 9))
        z: Array = rng.integers(-2, 3, V) * rng.choice([1.0, 0.25, 1e6, 1e300])
        kind = rng.random()
        if kind < 0.3:
            z = rng.normal(size=V)
        elif kind < 0.4:
            z = rng.integers(-5, 6, V)
        elif kind < 0.5 and np.abs(z).max() < 1e30:
            z = z.astype(np.float32)
        elif kind < 0.7:
            z = z.astype(float)
            z[rng.permutation(V)[: int(rng.integers(V))]] = -np.inf
        yield (z,)


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


def _draws(rng: np.random.Generator) -> Iterator[Arguments]:
    for p in (
        np.array([0.5, 0.0, 0.25, 0.125, 0.125]),
        np.array([0.0, 1.0, 0.0]),
        np.array([1.0]),
        rng.dirichlet(np.ones(6)),
        np.array([0.0625, 0.5, 0.4375], dtype=np.float32),
        np.full(40, 1 / 40),
    ):
        for size in (1, 7, 10_000):
            yield p, np.random.default_rng(int(rng.integers(2**32))), size


def _same_draws(arguments: Arguments, one: Outcome, two: Outcome) -> bool:
    """Equal ids; or as many ids, by the same shares (a false alarm once in a million)."""
    if one.error or two.error:
        return one.error == two.error
    p, _, size = arguments
    ids = as_array(two.value)
    if ids is None or ids.shape != (size,) or (size and ids.dtype.kind not in "iu"):
        return False
    if np.array_equal(np.asarray(one.value), ids):
        return True
    if ids.min() < 0 or ids.max() >= len(p) or (p[ids] == 0).any():
        return False
    if size < 1000:
        return True
    counts, due = np.bincount(ids, minlength=len(p))[p > 0], size * p[p > 0]
    distance = float(((counts - due) ** 2 / due).sum())
    return len(due) == 1 or distance < chi2.isf(1e-6, len(due) - 1)


def _shares_at(rng: np.random.Generator) -> Iterator[Arguments]:
    yield rng.permutation([0.002, 0.0, -0.25]), 0.001  # near a tie, where T = 0 would not be
    for _ in range(COUNT):
        V = int(rng.integers(1, 8))
        z = rng.integers(-8, 9, V) / 4 + rng.choice([0.0, 0.0, 1000.0, -1000.0])
        t = float(rng.choice([0.001, 0.01, 0.5, 0.7, 1, 2, 10, 1000, 0, np.inf]))
        ordinary = t >= 0.5 and np.abs(z).max() < 100  # what float32 can tell apart
        yield z.astype(np.float32) if ordinary and rng.random() < 0.4 else z, t


class Model:
    """A step that depends on all ids so far, and writes down what it was asked."""

    def __init__(self, words: int, seed: int) -> None:
        self.words, self.seed, self.asked = words, seed, []

    def __call__(self, ids: Any) -> Array:
        if not isinstance(ids, (list, tuple, np.ndarray)):
            raise TypeError("no list of ids")
        self.asked.append([int(i) for i in ids])
        return np.random.default_rng([self.seed, *self.asked[-1]]).permutation(self.words) / 4


class Choice:
    """Greedy or another word, and writes down the logits that it was given."""

    def __init__(self, rank: int) -> None:
        self.rank, self.given = rank, []

    def __call__(self, z: Any) -> int:
        self.given.append([float(item) for item in z])
        return int(np.argsort(z)[-1 - self.rank])


def _generate(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        words = int(rng.integers(2, 6))
        prompt = [int(i) for i in rng.integers(0, words, int(rng.integers(1, 5)))]
        stop = None if rng.random() < 0.4 else int(rng.integers(words))
        model, choice = Model(words, int(rng.integers(2**31))), Choice(int(rng.integers(2)))
        arguments = (model, prompt, choice, int(rng.integers(0, 7)))
        yield arguments if stop is None and rng.random() < 0.5 else (*arguments, stop)


def _same_text(arguments: Arguments, one: Outcome, two: Outcome) -> bool:
    if one.error or two.error:
        return one.error == two.error
    a, b = as_array(one.value), as_array(two.value)
    if a is None or b is None or a.shape != b.shape or b.dtype.kind not in "iu":
        return False
    calls = [(after[0].asked, after[2].given) for after in (one.after, two.after)]
    return (
        np.array_equal(a, b) and calls[0] == calls[1] and list(two.after[1]) == list(arguments[1])
    )


def _two_steps(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        V = int(rng.integers(1, 6))
        yield rng.dirichlet(np.ones(V)), rng.dirichlet(np.ones(V), size=V)


def _step(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(12):
        yield ([int(i) for i in rng.integers(0, 200, int(rng.integers(1, 12)))],)


def _fair(values: dict[str, Any]) -> bool:
    value = values["fair"]
    return isinstance(value, str) and value.strip().upper() == "D"


CONTRACTS = {
    "greedy": {"greedy": Contract(_greedy, IDS)},
    "pick": {
        "intervals": Contract(_intervals, numbers(lists=True)),
        "pick": Contract(_pick, IDS),
    },
    "draws": {"draws": Contract(_draws, _same_draws)},
    "temperature": {"shares_at": Contract(_shares_at, numbers(lists=True))},
    "generate": {"generate": Contract(_generate, _same_text)},
    "two-steps": {"two_steps": Contract(_two_steps, IDS)},
    "write": {
        "step": Contract(_step, numbers(1e-4, 1e-4, lists=True)),
        "values": ValueContract(("fair",), _fair),
    },
}

"""06-train."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bench.mutants.contracts.contract import Arguments, Contract, Outcome, numbers
from lmhead.wire import drivers
from lmhead.wire.drivers.memory import peak

COUNT = 200


def _sizes(rng: np.random.Generator) -> Iterator[Arguments]:
    yield (1,)
    for _ in range(COUNT):
        yield (int(np.exp(rng.uniform(0.7, 12))),)


def _first_losses(rng: np.random.Generator) -> Iterator[Arguments]:
    for (size,) in _sizes(rng):
        yield (math.log(size),)


def _batches(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        count = int(rng.integers(1, 6))
        yield rng.uniform(0.5, 8, count), rng.integers(1, 600, count)


def _texts(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        tokens = int(rng.integers(1, 5000))
        yield float(rng.uniform(1, 300)), tokens, int(tokens * rng.uniform(1, 6)) + 1


def _chunks(rng: np.random.Generator) -> Iterator[Arguments]:
    for number in range(COUNT):
        N, V, d = (int(rng.integers(1, most)) for most in (12, 7, 5))
        h, w_out = rng.normal(size=(N, d)), rng.normal(size=(V, d))
        if number % 4 == 0:  # logits near 1000, of either sign
            h = h * 1000 / max(1.0, float(np.abs(h @ w_out.T).max()))
        yield h, w_out, rng.integers(0, V, N), int(rng.integers(1, 9))
    for _ in range(3):
        N, V, rows = 200, 500, 4
        h, w_out = rng.normal(size=(N, 3)), rng.normal(size=(V, 3))
        yield h, w_out, rng.integers(0, V, N), rows


_NUMBER = numbers(1e-6, 1e-5)


def _chunked(arguments: Arguments, one: Outcome, two: Outcome) -> bool:
    """The same number, and where there are many logits, few of them at a time."""
    if one.error or two.error:
        return one.error == two.error
    h, w_out, _, rows = arguments
    loss = [Outcome(each.value["value"], None, each.after) for each in (one, two)]
    many = len(h) * len(w_out) > 10_000
    held = two.value["peak"] <= 12 * rows * len(w_out) * 8 + 2**16
    return _NUMBER(arguments, *loss) and (held or not many)


def _heads(rng: np.random.Generator) -> Iterator[Arguments]:
    for number in range(60):
        V, d, B, T = (int(rng.integers(least, 6)) for least in (2, 1, 1, 1))
        batches = [
            (rng.integers(0, V, (B, T)), rng.integers(0, V, (B, T)))
            for _ in range(int(rng.integers(1, 4)))
        ]
        probe = rng.integers(0, V, (2, 3))
        table, layers = rng.normal(size=(V, d)), rng.normal(size=(d, d))
        yield table, layers, number % 2 == 0, batches, 0.5, probe


def _steps(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(60):
        V, B, T = (int(rng.integers(least, 6)) for least in (2, 1, 1))
        batches = [
            (rng.integers(0, V, (B, T)), rng.integers(0, V, (B, T)))
            for _ in range(int(rng.integers(1, 4)))
        ]
        yield rng.normal(size=(V, V)), batches, 0.5


def _reports(*names: str) -> Callable[[Arguments, Outcome, Outcome], bool]:
    """The same in these parts of a driver's report."""

    def same(arguments: Arguments, one: Outcome, two: Outcome) -> bool:
        if one.error or two.error:
            return one.error == two.error
        return all(_near(one.value.get(name), two.value.get(name)) for name in names)

    return same


def _near(one: Any, two: Any) -> bool:
    if one is None or two is None:
        return one is two
    if any(item is None for item in (*np.atleast_1d(one), *np.atleast_1d(two))):
        return bool(one == two)
    a, b = np.asarray(one, dtype=float), np.asarray(two, dtype=float)
    return a.shape == b.shape and bool(np.allclose(a, b, rtol=1e-3, atol=1e-4, equal_nan=True))


def _driver(name: str) -> Callable[..., Any]:
    """Loaded where it is used: torch takes seconds."""
    return lambda *arguments: drivers.load(name)(*arguments)


CONTRACTS = {
    "first-loss": {
        "first_loss": Contract(_sizes, numbers(1e-6, 0.0)),
        "vocabulary_of": Contract(_first_losses, numbers(1e-6, 0.0)),
    },
    "perplexity": {
        "perplexity": Contract(_batches, numbers(1e-9, 1e-6)),
        "bits_per_character": Contract(_texts, numbers(1e-9, 1e-6)),
    },
    "head": {
        "Model": Contract(
            _heads, _reports("not", "start", "after", "parameters"), _driver("torch.head")
        )
    },
    "chunked-loss": {"chunked_loss": Contract(_chunks, _chunked, peak)},
    "experiment": {
        "step": Contract(_steps, _reports("tables", "losses", "graphs"), _driver("torch.step"))
    },
}

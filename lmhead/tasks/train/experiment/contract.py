"""What 06-train/experiment asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, Outcome
from lmhead.wire import drivers


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
    "step": Contract(_steps, _reports("tables", "losses", "graphs"), _driver("torch.step"))
}

"""What 06-train/chunked-loss asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, Outcome, numbers
from lmhead.wire.drivers.memory import peak

COUNT = 200


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


CONTRACTS = {"chunked_loss": Contract(_chunks, _chunked, peak)}

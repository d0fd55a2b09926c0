"""What 05-tying/scale-h asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead.tasks.contracts import Arguments, Contract, Outcome, as_array, numbers

COUNT = 200


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


CONTRACTS = {
    "temperature_for": Contract(_factors, numbers(1e-9, 1e-6)),
    "stretch": Contract(_stretch, _reaches),
}

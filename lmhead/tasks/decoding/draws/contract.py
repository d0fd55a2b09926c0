"""What 04-decoding/draws asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import scipy

from lmhead.tasks.contracts import Arguments, Contract, Outcome, as_array


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
    return len(due) == 1 or distance < scipy.stats.chi2.isf(1e-6, len(due) - 1)


CONTRACTS = {"draws": Contract(_draws, _same_draws)}

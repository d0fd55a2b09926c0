"""Rows of scores, and how exact what is made of them has to be."""

from __future__ import annotations

import numpy as np

from lmhead.checks.random_numbers import quarters
from lmhead.checks.tolerance import RULE, Array

#: What is judged is the rule, not the last digits.
WITHIN = RULE


def scores(rng: np.random.Generator, *shape: int) -> Array:
    """Quarters from −2 to 2, in rows that neither add up to 0 nor are all alike."""
    while True:
        z = quarters(rng, *shape)
        apart = np.ptp(z, axis=-1).min() > 0.5 or shape[-1] == 1
        if apart and np.abs(z.sum(axis=-1)).min() > 0.1 and abs(z.sum()) > 0.1:
            return z


def total(power: Array, axis: int | None = -1) -> Array:
    """The sum along an axis, kept so that it divides; None: over the whole array."""
    summed: Array = power.sum(axis=axis, keepdims=True)
    return summed

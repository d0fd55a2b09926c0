"""Fresh numbers for cases: exact in every float, and short when a message shows them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .tolerance import Array

#: Without 0 and ±1, where forgetting a factor would not show.
_TELLING = (-2.0, -1.5, -0.75, -0.5, 0.5, 0.75, 1.5, 2.0)

#: A lead as small as rounding: whoever rounds scores, or adds a little to them, takes 0 and this
#: for equal or turns them round. Any float holds both, so that float32 is no excuse, and no fault.
HAIR = 2.0**-40


def quarters(rng: np.random.Generator, *shape: int) -> Array:
    """Quarters from −2 to 2, 0 included."""
    drawn: Array = rng.integers(-8, 9, shape) / 4
    return drawn


def nonzero(rng: np.random.Generator, *shape: int) -> Array:
    """Quarters from −2 to 2 without 0 and ±1."""
    return rng.choice(_TELLING, shape)


def distinct_quarters(rng: np.random.Generator, size: int, span: int = 12) -> Array:
    """Different quarters, in no order; from −3 to 3, or from −span/4 to span/4."""
    return rng.permutation(np.arange(-span, span + 1))[:size] / 4


def sixteenths(rng: np.random.Generator, positive: int, zeros: Sequence[int] = ()) -> Array:
    """Shares that are sixteenths, so that their cumulative sums are exact.

    positive: how many words have a share; zeros: at which places of the result 0 is put in.
    """
    cuts = np.sort(rng.choice(np.arange(1, 16), positive - 1, replace=False))
    shares = np.diff(np.concatenate([[0], cuts, [16]])) / 16
    for place in zeros:
        shares = np.insert(shares, place, 0.0)
    return shares

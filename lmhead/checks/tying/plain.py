"""What the functions of this chapter may return besides an array of floats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..functions import Outcome
from ..values import Array, as_numbers


def plainly(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes with numbers, lists of numbers and arrays of truths as arrays of floats.

    For tasks that ask for numbers and not for a type. What is none of these stays as it is,
    to be named by the part that judges it.
    """
    return [
        replace(item, reply=replace(item.reply, value=_floats(item.reply.value)))
        for item in outcomes
    ]


def _floats(value: Any) -> Any:
    if type(value) is np.ndarray and value.dtype.kind == "b":
        return value.astype(float)
    if type(value) is int and abs(value) < 2**63:
        return np.asarray(value)  # a count is shown to the unit
    numbers: Array | None = as_numbers(value)
    return value if numbers is None else np.asarray(numbers, dtype=float)


def quarters(rng: np.random.Generator, *shape: int) -> Array:
    """Quarters from −2 to 2: exact in every float, and short when a message shows them."""
    drawn: Array = rng.integers(-8, 9, shape) / 4
    return drawn

"""What the four functions of this assignment have in common when they are judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...wire.subject import Limits
from ..functions import (
    Case,
    Function,
    Outcome,
    arguments_kept,
    call_all,
    function_dtype,
    function_values,
    not_callable,
)
from ..messages import say
from ..result import Part
from ..values import ROUNDING, Array, not_attempted, not_run

#: What is judged is the rule, not the last digits: a single-precision calculation, or a total
#: with 1e-9 added, is right on ordinary numbers. The known mistakes are off by far more.
WITHIN = ROUNDING["float32"]


@dataclass(frozen=True)
class Asked:
    """A function that is asked for, and how its parts are judged.

    prefix: of the task's messages.  points: part id -> points; the others are looked at once
    the first is right.
    """

    name: str
    takes: tuple[str, ...]
    prefix: str
    reference: Function
    points: Mapping[str, float]

    @property
    def signature(self) -> str:
        return f"{self.name}({', '.join(self.takes)})"

    def missing(self, subject: Any) -> Part | None:
        """The first part's verdict when there is no function to call, else None."""
        first = next(iter(self.points))
        return not_callable(first, self.points[first], subject, self.name)

    def call(self, subject: Any, cases: Iterable[Case], limits: Limits) -> list[Outcome]:
        """What the learner's function does with each case."""
        return call_all(subject, cases, self.reference, limits)

    def values(
        self,
        part_id: str,
        outcomes: Sequence[Outcome],
        mistakes: Mapping[str, Function],
        limits: Limits,
    ) -> Part:
        """The returned values."""
        return function_values(
            part_id,
            self.points[part_id],
            outcomes,
            name=self.name,
            signature=self.signature,
            limits=limits,
            prefix=self.prefix,
            mistakes=mistakes,
            tolerance=WITHIN,
            dtype=False,
        )

    def dtype(self, outcomes: Sequence[Outcome]) -> Part:
        """Whether the result has the dtype of the argument."""
        return function_dtype("dtype", self.points["dtype"], outcomes, name=self.name)

    def kept(self, outcomes: Sequence[Outcome]) -> Part:
        """Whether the arguments are afterwards what they were before."""
        return arguments_kept(
            "kept", self.points["kept"], outcomes, name=self.name, takes=self.takes
        )

    def skip(self, first: Part) -> Iterator[Part]:
        """The other parts, where the first is not right."""
        for part_id in list(self.points)[1:]:
            if first.status == "not-attempted" and first.message is not None:
                yield not_attempted(part_id, self.points[part_id], first.message)
            else:
                message = say("function/needs-values", name=self.name)
                yield not_run(part_id, self.points[part_id], message)


def draw(rng: np.random.Generator, *shape: int) -> Array:
    """Quarters from −2 to 2: exact in every float, and short when a message shows them."""
    return rng.integers(-8, 9, shape) / 4


def scores(rng: np.random.Generator, *shape: int) -> Array:
    """Quarters as `draw` gives them, with rows that neither add up to 0 nor are all alike."""
    while True:
        z = draw(rng, *shape)
        apart = np.ptp(z, axis=-1).min() > 0.5 or shape[-1] == 1
        if apart and np.abs(z.sum(axis=-1)).min() > 0.1 and abs(z.sum()) > 0.1:
            return z


def total(power: Array, axis: int | None = -1) -> Array:
    """The sum along an axis, kept so that it divides; None: over the whole array."""
    summed: Array = power.sum(axis=axis, keepdims=True)
    return summed

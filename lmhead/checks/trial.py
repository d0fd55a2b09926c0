"""What a check is given beside the learner's work: fresh numbers, limits, a course's variants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from ..wire.subject import Limits
from .functions import Case

G = TypeVar("G")


@dataclass(frozen=True)
class ExtraCases:
    """Cases that a course has of its own: `draw(rng)` gives them; see `variants`."""

    draw: Callable[[np.random.Generator], list[Case]]
    replace: bool = False


@dataclass(frozen=True)
class Trial:
    """What a check is given beside the learner's work.

    rng: fresh numbers; seeded by the grader's secret while grading, at random at home.
    limits: what one call may take. numbers, extra: what a course's `variants.py` has instead
    of the task's numbers, and its own cases by part.
    """

    rng: np.random.Generator
    limits: Limits
    numbers: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, ExtraCases] = field(default_factory=dict)

    def given(self, kind: Callable[..., G]) -> G:
        """The numbers that a task starts from: those of `kind`, or the course's own."""
        return kind(**self.numbers)

    def cases(self, part_id: str, usual: Iterable[Case]) -> list[Case]:
        """The cases of a part, and after them, or in their place, the course's own."""
        cases = list(usual)  # drawn in any case, so that later parts get the same numbers
        extra = self.extra.get(part_id)
        if extra is None:
            return cases
        # Numbers of their own: the usual cases are the same with them as without.
        return ([] if extra.replace else cases) + extra.draw(self.rng.spawn(1)[0])

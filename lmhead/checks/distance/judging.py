"""What the functions of this assignment have in common: how they are called and judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..functions import Case, Function, Outcome, Why, call_all, function_values, not_callable
from ..registry import Trial
from ..result import Part
from ..values import ROUNDING, Array, Tolerance

#: What is judged is the rule, not its last digits: float32 inside is as good.
WITHIN = ROUNDING["float32"]
#: Every case has numbers that a float holds exactly, so that ties are ties; an integer result
#: must be the expected one.
EXACT = Tolerance()


def nonzero(rng: np.random.Generator, *shape: int) -> Array:
    """Quarters without 0 and ±1, where forgetting one would not show. Exact in every float."""
    return rng.choice([-2.0, -1.5, -0.75, -0.5, 0.5, 0.75, 1.5, 2.0], shape)


@dataclass(frozen=True)
class Asked:
    """A function that a task asks for, and how what it returns is judged.

    takes: its arguments; prefix: of the task's messages; dtype: whether floats are wrong where
    integers are asked for.
    """

    name: str
    takes: tuple[str, ...]
    prefix: str
    reference: Function
    tolerance: Tolerance
    dtype: bool = False

    def part(
        self,
        part_id: str,
        points: float,
        subject: Any,
        cases: Iterable[Case],
        mistakes: Mapping[str, Function],
        trial: Trial,
        why: Why | None = None,
    ) -> Part:
        """One part: the learner's function on these cases, or the course's own.

        Where integers are asked for, a list of them counts as their array, and so does an array
        of another integer type or of booleans.
        """
        missing = not_callable(part_id, points, subject, self.name)
        if missing is not None:
            return missing
        outcomes = call_all(subject, trial.cases(part_id, cases), self.reference, trial.limits)
        return function_values(
            part_id,
            points,
            [_plain(item) for item in outcomes],
            name=self.name,
            signature=f"{self.name}({', '.join(self.takes)})",
            limits=trial.limits,
            prefix=self.prefix,
            mistakes=mistakes,
            tolerance=self.tolerance,
            dtype=self.dtype,
            why=why,
        )


def _plain(item: Outcome) -> Outcome:
    """The outcome with what was returned as an array, integers as int64."""
    value, target = item.reply.value, np.asarray(item.expected)
    if not target.ndim:
        return item
    if issubclass(type(value), (float, np.floating)) or _is_integer(value):
        # As an array without axes: its shape is then what differs, where one is asked for.
        return replace(item, reply=replace(item.reply, value=np.asarray(value)))
    if type(value) is np.ndarray:
        array = value.astype(np.int64) if value.dtype.kind in "iub" else value
    elif type(value) in (list, tuple) and all(_is_integer(entry) for entry in value):
        array = np.array([int(entry) for entry in value], dtype=np.int64)
    else:
        return item
    if target.dtype.kind != "i":
        return item
    return replace(item, reply=replace(item.reply, value=array))


def _is_integer(value: Any) -> bool:
    return type(value) is int or issubclass(type(value), np.integer)

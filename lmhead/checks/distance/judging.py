"""What the functions of this assignment have in common: how they are called and judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..functions import Case, Function, Outcome, call_all, function_values, not_callable
from ..registry import Trial
from ..result import Part
from ..values import Array, Tolerance

#: Every case has numbers that a float holds exactly, so that ties are ties; an integer result
#: must be the expected one.
EXACT = Tolerance()


def nonzero(rng: np.random.Generator, *shape: int) -> Array:
    """Quarters without 0 and ±1, where forgetting one would not show. Exact in every float."""
    return rng.choice([-2.0, -1.5, -0.75, -0.5, 0.5, 0.75, 1.5, 2.0], shape)


def judge(
    part_id: str,
    points: float,
    subject: Any,
    cases: Iterable[Case],
    reference: Function,
    trial: Trial,
    *,
    name: str,
    takes: tuple[str, ...],
    prefix: str,
    mistakes: Mapping[str, Function],
    tolerance: Tolerance,
    dtype: bool = False,
) -> Part:
    """One part: the learner's function on these cases.

    Where integers are asked for, a list of them counts as their array, and so does an array of
    another integer type or of booleans. dtype: whether floats are then wrong.
    """
    missing = not_callable(part_id, points, subject, name)
    if missing is not None:
        return missing
    outcomes = [_plain(item) for item in call_all(subject, cases, reference, trial.limits)]
    return function_values(
        part_id,
        points,
        outcomes,
        name=name,
        signature=f"{name}({', '.join(takes)})",
        limits=trial.limits,
        prefix=prefix,
        mistakes=mistakes,
        tolerance=tolerance,
        dtype=dtype,
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

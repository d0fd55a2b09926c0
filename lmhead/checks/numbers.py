"""A part that asks one function for numbers: whether it is there, its calls, and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .functions import (
    Case,
    Function,
    Mistake,
    Outcome,
    Why,
    call_all,
    function_values,
    not_callable,
)
from .registry import Trial
from .result import Part
from .values import Tolerance


def numbers_part(
    trial: Trial,
    part_id: str,
    points: float,
    subject: Any,
    cases: Iterable[Case],
    reference: Function,
    *,
    name: str,
    arguments: str,
    prefix: str,
    mistakes: Mapping[str, Mistake],
    tolerance: Tolerance,
    seen: Callable[[Sequence[Outcome]], Sequence[Outcome]] = list,
    why: Why | None = None,
) -> tuple[Part, Sequence[Outcome]]:
    """All or nothing over the cases, and over those that a course adds; with what was judged.

    name, arguments: how the function is called. seen: what is made of the outcomes before they
    are judged. The rest as in `function_values`; another floating dtype is no difference.
    """
    missing = not_callable(part_id, points, subject, name)
    if missing is not None:
        return missing, ()
    outcomes = seen(list(call_all(subject, trial.cases(part_id, cases), reference, trial.limits)))
    part = function_values(
        part_id,
        points,
        outcomes,
        name=name,
        signature=f"{name}({arguments})",
        limits=trial.limits,
        prefix=prefix,
        mistakes=mistakes,
        tolerance=tolerance,
        dtype=False,
        why=why,
    )
    return part, outcomes


__all__ = ["numbers_part"]

"""Calls that a driver makes on the learner's side, and what is said where they fail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ...wire.subject import Fault, Limits, Reply, Subject
from ..functions import Case, Function, Outcome
from ..messages import Message, say


def drive_all(
    driver: str, subject: Subject, cases: Iterable[Case], limits: Limits
) -> Iterator[tuple[Case, Reply]]:
    """Have the driver work with each case; after one that ran out of time, or a stub, no more."""
    for case in cases:
        reply = subject.drive(driver, case.copy(), limits)
        yield case, reply
        fault = reply.fault
        if fault is not None and (fault.out_of_time or fault.kind == "NotImplementedError"):
            return


def without_torch(fault: Fault | None) -> Message | None:
    """The sentence where the learner's side has no torch, else None."""
    lacks = fault is not None and fault.base == "ModuleNotFoundError"
    if lacks and fault is not None and fault.message == "No module named 'torch'":
        return say("check/no-torch")
    return None


def said(reply: Reply) -> dict[str, Any]:
    """What a driver reports, as far as it is what a driver writes: a name for each number, text,
    array or list of these. Whatever else a program on the learner's side makes of it is left out.
    """
    value = reply.value
    if type(value) is not dict:
        return {}
    return {key: each for key, each in value.items() if type(key) is str and _plain(each)}


def text_in(report: dict[str, Any], name: str) -> str:
    """One of the texts of a report, cut to what a line holds; empty where there is none."""
    found = report.get(name)
    return found[:80] if type(found) is str else ""


_SCALARS = frozenset({bool, int, float, str, type(None)})


def _plain(value: Any) -> bool:
    items = value if type(value) is list else [value]
    return all(type(item) in _SCALARS or type(item) is np.ndarray for item in items)


def outcome_of(case: Case, reply: Reply, value: Any, reference: Function) -> Outcome:
    """One of the things that a driver reports, as if the learner's function had returned it."""
    return Outcome(case, replace(reply, value=value), reference(*case.args))

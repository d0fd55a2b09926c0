"""Calls that a driver makes on the learner's side, and what is said where they fail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

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
    """What a driver reports; nothing, where it is not what a driver writes."""
    value = reply.value
    return value if type(value) is dict and all(type(key) is str for key in value) else {}


def outcome_of(case: Case, reply: Reply, value: Any, reference: Function) -> Outcome:
    """One of the things that a driver reports, as if the learner's function had returned it."""
    return Outcome(case, replace(reply, value=value), reference(*case.args))

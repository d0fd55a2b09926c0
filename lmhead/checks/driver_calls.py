"""Functions and classes that a driver works with on the learner's side, and what it reports."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..messages import Message, say
from ..wire.subject import Fault, Limits, Reply, Subject
from .function_task import Attempt, Draw, FunctionTask
from .functions import CallOutcome, Case, Function, is_stub
from .result import Part
from .trial import Trial


@dataclass(frozen=True, kw_only=True)
class DriverTask(FunctionTask):
    """A function or class whose values do not cross the wire, such as one written with torch.

    driver: the name of the one that works with it (`lmhead.wire.drivers`), once for each of
    `cases`. Each part is judged by what was reported (`Attempt.drives`).
    """

    driver: str
    cases: Draw

    def check(self, trial: Trial, subject: Any) -> Generator[Part, None, Attempt]:
        """Yield the verdicts; return what led to them."""
        if self.not_callable(self.parts[0], subject) is not None:
            return (yield from super().check(trial, subject))
        drives = list(drive_all(self.driver, subject, self.cases(trial.rng), trial.limits))
        attempt = Attempt(trial, subject, drives=drives)
        lacking = without_torch(drives[-1][1].fault)
        faults = [reply.fault for _, reply in drives]
        stub = any(fault is not None and is_stub(fault) for fault in faults)
        for part in self.parts:
            if lacking is not None:
                verdict = part.not_run(lacking)
            elif stub:
                verdict = part.not_attempted(say("function/not-attempted", name=self.name))
            else:
                verdict = part.judge(self, attempt)
            attempt.parts[part.id] = verdict
            yield verdict
        return attempt


def drive_all(
    driver: str, subject: Subject, cases: Iterable[Case], limits: Limits
) -> Iterator[tuple[Case, Reply]]:
    """Have the driver work with each case; after one that ran out of time, or a stub, no more."""
    for case in cases:
        reply = subject.drive(driver, case.copy(), limits)
        yield case, reply
        fault = reply.fault
        if fault is not None and (fault.out_of_time or is_stub(fault)):
            return


def without_torch(fault: Fault | None) -> Message | None:
    """The sentence where the learner's side has no torch, else None."""
    lacks = fault is not None and fault.base == "ModuleNotFoundError"
    if lacks and fault is not None and fault.message == "No module named 'torch'":
        return say("check/no-torch")
    return None


def report_of(reply: Reply) -> dict[str, Any]:
    """What a driver reports, as far as it is what a driver writes: a name for each number, text,
    array or list of these. Whatever else a program on the learner's side makes of it is left out.
    """
    value = reply.value
    if type(value) is not dict:
        return {}
    return {key: each for key, each in value.items() if type(key) is str and _is_data(each)}


def text_in(report: dict[str, Any], name: str) -> str:
    """One of the texts of a report, cut to what a line holds; empty where there is none."""
    found = report.get(name)
    return found[:80] if type(found) is str else ""


_SCALARS = frozenset({bool, int, float, str, type(None)})


def _is_data(value: Any) -> bool:
    items = value if type(value) is list else [value]
    return all(type(item) in _SCALARS or type(item) is np.ndarray for item in items)


def outcome_of(case: Case, reply: Reply, value: Any, reference: Function) -> CallOutcome:
    """One of the things that a driver reports, as if the learner's function had returned it."""
    return CallOutcome(case, replace(reply, value=value), reference(*case.args))

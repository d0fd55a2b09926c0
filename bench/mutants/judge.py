"""What the check says of an answer, and of a mutant: the work of one process of the pool."""

from __future__ import annotations

import builtins
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.mutants.equivalence import counterexample, run_cell
from bench.mutants.generate import Mutant
from lmhead.wire.subject import Limits, LocalSession
from tests.checks.conftest import grade, no_input
from tests.submissions.judge import draws_numbers

#: Long enough for the slowest right answer, several times over.
LIMITS = Limits(cpu=0.5, wall=20.0)
_OUT_OF_TIME = "function/out-of-time"
#: A mutant has to lose points with each of these, not once in a while. Where no numbers are
#: fresh, the first says all.
SEEDS = (1, 2)


@dataclass(frozen=True)
class Verdict:
    """One check of one answer. complaint: the first message's id; milliseconds: of CPU time."""

    points: float
    max_points: float
    complaint: str | None
    milliseconds: float

    @property
    def full(self) -> bool:
        return self.points == self.max_points and self.complaint is None


@dataclass(frozen=True)
class Fate:
    """What became of a mutant. lost: with which of the seeds it lost points; first: the message
    then; differs: how it differs from the answer, None if it does what the task asks for."""

    lost: tuple[bool, ...]
    first: str | None
    differs: str | None


def verdicts(task: str, source: str, seeds: range | tuple[int, ...]) -> list[Verdict]:
    """The check's verdict on an answer with each of these seeds."""
    builtins.input = no_input
    get = LocalSession(run_cell(source)).get
    return [_verdict(task, get, seed) for seed in seeds]


def _verdict(task: str, get: Any, seed: int) -> Verdict:
    # The thread's clock: that of the process goes in ticks of 4 ms while a time limit is set.
    start = time.thread_time()
    with np.errstate(all="ignore"):
        result = grade(task, get, seed, limits=LIMITS)
    spent = 1000 * (time.thread_time() - start)
    said = [part.message.id for part in result.parts if part.status != "right" and part.message]
    said += [result.message.id] if result.message else []
    return Verdict(result.points, result.max_points, next(iter(said), None), spent)


def fate(mutant: Mutant) -> Fate:
    """Whether a mutant loses points, and whether it should."""
    found: list[Verdict] = []
    names = run_cell(mutant.source)
    get = LocalSession(names).get
    for seed in SEEDS if draws_numbers(mutant.task) else SEEDS[:1]:
        found.append(_verdict(mutant.task, get, seed))
        if found[-1].complaint == _OUT_OF_TIME:  # no right answer is, nor would the contract be
            return Fate((True,), _OUT_OF_TIME, "stopped")
    return Fate(
        tuple(item.points < item.max_points for item in found),
        next((item.complaint for item in found if item.complaint), None),
        counterexample(mutant.task, mutant.original, mutant.source, names),
    )

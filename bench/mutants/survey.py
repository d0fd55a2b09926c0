"""The whole look at a task: its bank, its mutants, false alarms and times."""

from __future__ import annotations

import statistics
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bench.mutants.generate import Mutant, mutants
from bench.mutants.judge import Fate, Verdict, fate, verdicts
from bench.mutants.masters import master
from bench.mutants.pool import run_all
from bench.mutants.values import value_mutants
from lmhead.checks.registry import tasks
from lmhead.course import ASSIGNMENTS
from tests.submissions import Answer, answers
from tests.submissions.judge import draws_numbers

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
#: Seconds for one job. An endless call is stopped after half a second of CPU time.
JOB_SECONDS = 60.0
CHUNK = 50
#: Answers of a task take turns: each sees every fourth seed, so that every seed is seen by several.
TURNS = 4
#: Checks of each right answer for the median time.
TIMED = 12


@dataclass
class Row:
    """What was found of one task."""

    task: str
    right: int = 0
    accepted: int = 0
    wrong: int = 0
    named: int = 0
    mutants: int = 0  # those that do something else
    killed: int = 0
    equivalent: int = 0  # do the same, as the contract's cases show
    listed: int = 0  # do the same, for the reason that `equivalent.toml` gives
    checks: int = 0
    alarms: int = 0
    times: list[float] = field(default_factory=list)  # ms, of checks that ran alone
    slowest: float = 0.0  # ms, of all checks
    complaints: list[str] = field(default_factory=list)
    survivors: list[tuple[Mutant, Fate]] = field(default_factory=list)
    #: Mutants that do what the task asks for, and lose points.
    refused: list[tuple[Mutant, Fate]] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.times) if self.times else 0.0

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong with the verdicts."""
        return (
            (self.accepted, self.named, self.killed) == (self.right, self.wrong, self.mutants)
            and not self.alarms
            and not self.refused
        )


@cache
def listed() -> dict[tuple[str, str], str]:
    """(task, mutant's id) -> why it is no mistake, from `equivalent.toml`."""
    entries = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("equivalent", [])
    return {
        (entry["task"], f"{entry['answer']}: {entry['change']}"): entry["reason"]
        for entry in entries
    }


def all_tasks() -> list[str]:
    """Every task's id, in the course's order."""
    return [task.id for assignment in ASSIGNMENTS for task in tasks(assignment)]


def right_answers(task: str) -> dict[str, tuple[str, str]]:
    """Name -> (what stands above, the cell) of the bank's right answers and the master."""
    assignment, name = task.split("/")
    bank = {answer.name: ("", answer.source) for answer in answers(assignment, name, "right")}
    return {"master": master(task), **bank}


def mutants_of(task: str) -> list[Mutant]:
    """The mutants of every right answer, each program once."""
    found: dict[str, Mutant] = {}
    for name, (above, source) in right_answers(task).items():
        made = [
            *mutants(task, name, source, above),
            *value_mutants(task, name, f"{above}\n{source}"),
        ]
        for mutant in made:
            found.setdefault(mutant.source, mutant)
    return list(found.values())


Job = tuple[str, Any]


def work(kind: str, argument: Any) -> Any:
    """One job of the pool."""
    match kind:
        case "mutants":
            return mutants_of(argument)
        case "mutant":
            return fate(argument)
    return verdicts(*argument)


def survey(
    names: Iterable[str],
    seeds: int = 1000,
    processes: int = 2,
    progress: Callable[[str], None] = lambda text: None,
) -> dict[str, Row]:
    """Everything about these tasks, by id."""
    rows = {task: Row(task) for task in names}
    made: dict[str, list[Mutant]] = {}
    for number, answer in run_all(work, [("mutants", task) for task in rows], processes, 600.0):
        made[list(rows)[number]] = answer
    jobs: list[Job] = []
    meaning: list[tuple[str, str, Any]] = []  # kind, task, answer or mutant
    for task in rows:
        for mutant in made[task]:
            meaning.append(("mutant", task, mutant))
            jobs.append(("mutant", mutant))
        assignment, name = task.split("/")
        for answer in answers(assignment, name, "wrong"):
            meaning.append(("wrong", task, answer))
            jobs.append(("verdicts", (task, answer.source, (1,))))
        for place, (label, (above, source)) in enumerate(right_answers(task).items()):
            its = (
                range(place % TURNS, max(seeds, TURNS), TURNS) if draws_numbers(task) else range(1)
            )
            for first in range(0, len(its), CHUNK):
                meaning.append(("right", task, label))
                chunk = its[first : first + CHUNK]
                jobs.append(("verdicts", (task, f"{above}\n{source}", chunk)))
    alarmed: dict[str, set[str]] = defaultdict(set)
    for done, (number, result) in enumerate(run_all(work, jobs, processes, JOB_SECONDS)):
        kind, task, what = meaning[number]
        row = rows[task]
        if kind == "mutant":
            _mutant(row, what, result)
        elif kind == "wrong":
            _wrong(row, what, result)
        else:
            _right(row, what, result, alarmed[task])
        if done % 200 == 0:
            progress(f"{done}/{len(jobs)}")
    _time(rows)
    for task, row in rows.items():
        row.right = len(right_answers(task))
        row.accepted = row.right - len(alarmed[task])
    return rows


def _time(rows: dict[str, Row]) -> None:
    """Check every right answer a few times more, one after another: two checks at a time on the
    two halves of one core would each look half as fast again."""
    jobs, owners = [], []
    for task, row in rows.items():
        for above, source in right_answers(task).values():
            owners.append(row)
            jobs.append(("verdicts", (task, f"{above}\n{source}", range(TIMED))))
    for number, found in run_all(work, jobs, 1, JOB_SECONDS):
        owners[number].times += [verdict.milliseconds for verdict in found or ()]


def _mutant(row: Row, mutant: Mutant, found: Fate | None) -> None:
    if found is None:  # stopped from outside: no points for it
        row.mutants += 1
        row.killed += 1
    elif (mutant.task, mutant.id) in listed() and not all(found.lost):
        row.listed += 1
    elif found.differs is None:
        row.equivalent += 1
        if any(found.lost):
            row.refused.append((mutant, found))
    elif all(found.lost):
        row.mutants += 1
        row.killed += 1
    else:
        row.mutants += 1
        row.survivors.append((mutant, found))


def _wrong(row: Row, answer: Answer, found: list[Verdict] | None) -> None:
    row.wrong += 1
    (verdict,) = found or [Verdict(0, 1, None, 0)]
    if verdict.complaint == answer.expect and verdict.points == answer.points:
        row.named += 1
    else:
        row.complaints.append(
            f"{answer.id}: {verdict.complaint} and {verdict.points:g} points, "
            f"not {answer.expect} and {answer.points:g}"
        )


def _right(row: Row, label: str, found: list[Verdict] | None, alarmed: set[str]) -> None:
    for verdict in found or [Verdict(0, 1, "stopped", 0)]:
        row.checks += 1
        row.slowest = max(row.slowest, verdict.milliseconds)
        if not verdict.full:
            row.alarms += 1
            alarmed.add(label)
            row.complaints.append(f"right/{label}: {verdict.complaint}")

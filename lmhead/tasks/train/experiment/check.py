"""One step of training, written with torch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lmhead.checks.driver_calls import DriverTask, outcome_of, report_of
from lmhead.checks.formatting import format_value
from lmhead.checks.function_task import Attempt, CustomPart, FunctionPart, FunctionTask, register
from lmhead.checks.functions import CallOutcome, Case, Mistake, fault_message
from lmhead.checks.result import Part
from lmhead.checks.tolerance import Array, Tolerance, common_factor
from lmhead.messages import Message, say
from lmhead.wire.subject import Reply

from ..sgd_simulation import Batch
from .known_mistakes import FAULTS, MOVES, OF_THE_LOSS, RETURNED, losses_before, moved, tables

PREFIX = "06-train/experiment"
NAME = "step"

#: float32 on the learner's side.
WITHIN = Tolerance(1e-5, 1e-4)

# -- where the parameters go -----------------------------------------------------------------


def _moves(part: FunctionPart, task: FunctionTask, attempt: Attempt) -> Part:
    """The table after each call, or why there is none."""
    for case, reply in attempt.drives:
        if reply.fault is None:
            continue
        message, mistake = (
            fault_message(reply.fault, NAME, attempt.trial.limits, task.signature),
            None,
        )
        for known, texts in FAULTS.items():
            if any(text in reply.fault.message for text in texts):
                mistake = known
                message = say(f"{PREFIX}/{known}", name=NAME, line=reply.fault.line or "?")
        return part.wrong(message, misconception=mistake, case=_shown(NAME, case.args))
    outcomes = [
        outcome_of(case, reply, _stacked(report_of(reply).get("tables"), case), tables)
        for case, reply in attempt.drives
    ]
    found = task.compare(part, outcomes, attempt, _moves_known(attempt.drives), why=_why)
    return _first_call(found, outcomes)


def _first_call(part: Part, outcomes: Sequence[CallOutcome]) -> Part:
    """The part with the table after the first call that went elsewhere, and not after them all."""
    for item in outcomes:
        got, due = item.reply.value, item.expected
        if type(got) is not np.ndarray:
            continue
        for call, (here, there) in enumerate(zip(got, due, strict=True), 1):
            if WITHIN.accepts(here, there):
                continue
            message = part.message
            if message is not None and message.id == "function/wrong-values":
                message = say(f"{PREFIX}/elsewhere", name=NAME, call=call)
            case = _shown(NAME, item.case.args).replace(f"{len(due)} x", f"{call}/{len(due)}")
            return replace(
                part,
                message=message,
                case=case,
                expected=format_value(there),
                got=format_value(here),
            )
    return part


def _moves_known(drives: Sequence[tuple[Case, Reply]]) -> dict[str, Mistake]:
    """A table that stays as it was has two causes: the gradient that is left tells them apart."""
    left = any(any(item is True for item in _list(report_of(reply), "left")) for _, reply in drives)
    return {"no-step" if left else "no-gradient": lambda *case: moved(*case, length=0.0), **MOVES}


def _why(failing: Sequence[CallOutcome]) -> tuple[CallOutcome, Message] | None:
    """Whether the first step of each is the right one but for its length."""
    plain = [item for item in failing if item.case.args[4] == 0]  # without weight decay
    if not plain:
        return None
    got = [np.asarray(item.reply.value)[0] - item.case.args[0] for item in plain]
    due = [item.expected[0] - item.case.args[0] for item in plain]
    factor = common_factor(got, due)
    if factor is None:
        return None
    return plain[0], say(f"{PREFIX}/other-length", name=NAME, factor=f"{factor:.3g}")


# -- what is returned ------------------------------------------------------------------------


def _returned(part: FunctionPart, task: FunctionTask, attempt: Attempt) -> Part:
    """The loss before each step, of the table as it was then, wherever it had moved to."""
    if any(reply.fault is not None for _, reply in attempt.drives):
        return part.not_run(task.needs_first)
    found = _no_losses(part, attempt) or _losses(part, task, attempt)
    if found.status == "wrong" and attempt.parts["moves"].misconception in OF_THE_LOSS:
        return part.not_run(task.needs_first)  # the same fault once more
    return found


def _no_losses(part: FunctionPart, attempt: Attempt) -> Part | None:
    """The verdict where what was returned is no number."""
    for case, reply in attempt.drives:
        report = report_of(reply)
        losses, kinds, graphs = (_list(report, name) for name in ("losses", "kinds", "graphs"))
        shown = _shown(NAME, case.args)
        if any(type(kind) is str and kind == "NoneType" for kind in kinds):
            message = say("function/returned-none", name=NAME)
            if reply.stdout:
                message = say("function/printed", name=NAME)
            return part.wrong(message, case=shown)
        if any(item is True for item in graphs):
            message = say(f"{PREFIX}/graph-kept", name=NAME)
            return part.wrong(message, misconception="graph-kept", case=shown)
        if not losses or any(type(item) is not float for item in losses):
            kind = kinds[0][:80] if kinds and type(kinds[0]) is str else "?"
            message = say("function/not-a-number", name=NAME, kind=kind)
            return part.wrong(message, case=shown)
    return None


def _losses(part: FunctionPart, task: FunctionTask, attempt: Attempt) -> Part:
    outcomes = []
    for case, reply in attempt.drives:
        report = report_of(reply)
        after = _tables(report.get("tables"), case)
        given = Case((*case.args, [case.args[0], *after[:-1]], after))
        got = np.array(_list(report, "losses"), dtype=float)
        outcomes.append(outcome_of(given, reply, got, losses_before))
    return task.compare(part, outcomes, attempt, RETURNED)


def _list(report: dict[str, Any], name: str) -> list[Any]:
    found = report.get(name)
    return found if type(found) is list else []


def _tables(value: Any, case: Case) -> list[Array]:
    """The tables that a driver reports, one a step; none where they are not of the case's shape."""
    table, batches = case.args[:2]
    found = value if type(value) is list else []
    good = len(found) == len(batches) and all(
        type(item) is np.ndarray and item.dtype.kind == "f" and item.shape == table.shape
        for item in found
    )
    return found if good else []


def _stacked(value: Any, case: Case) -> Array | None:
    tables = _tables(value, case)
    return np.stack(tables) if tables else None


def _shown(name: str, args: tuple[Any, ...]) -> str:
    table, batches = args[:2]
    B, T = batches[0][0].shape
    call = f"{name}(model, optimizer, tokens, targets)"
    return f"{call}, {len(batches)} x, B = {B}, T = {T}, V = {len(table)}"


# -- cases --------------------------------------------------------------------------------------


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    """Shapes that differ, one where T and V are equal, and one position alone.

    Momentum and weight decay belong to the optimizer: whoever moves the parameters by hand leaves
    them out. And a gradient may be there before the first call, of which nothing may be left.
    """
    for (B, T, V), momentum, decay in (
        ((2, 3, 4), 0.0, 0.0),
        ((2, 3, 3), 0.9, 0.0),
        ((1, 1, 3), 0.5, 0.1),
    ):
        table = rng.choice([-1.0, -0.5, 0.0, 0.5, 1.0, 1.5], (V, V))
        batches: list[Batch] = []
        for _ in range(3):
            tokens = rng.integers(0, V, (B, T))
            # Never the word that was read, so that taking that for the target shows.
            batches.append((tokens, (tokens + rng.integers(1, V, (B, T))) % V))
        yield Case((table, batches, 0.5, momentum, decay, 0.25))


# -- what is asked --------------------------------------------------------------------------

STEP = DriverTask(
    NAME,
    ("model", "optimizer", "tokens", "targets"),
    PREFIX,
    tables,
    (CustomPart("moves", 2, _moves), CustomPart("returned", 1, _returned)),
    tolerance=WITHIN,
    show=_shown,
    driver="torch.step",
    cases=_cases,
)

register(STEP, section="06-torch", own_cases=False)

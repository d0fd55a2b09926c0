"""One step of training, written with torch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...softmax import softmax
from ...wire.subject import Reply
from ..functions import (
    Case,
    Function,
    Mistake,
    Outcome,
    fault_message,
    function_values,
    not_callable,
)
from ..messages import Message, say
from ..registry import Trial, task
from ..result import Part
from ..show import show
from ..values import Array, Tolerance, common_factor, not_attempted, not_run, wrong
from .driven import drive_all, outcome_of, said, without_torch
from .simulated import Batch, cross_entropy, gathered, slope

PREFIX = "06-train/experiment"
NAME, SIGNATURE = "step", "step(model, optimizer, tokens, targets)"

#: float32 on the learner's side.
WITHIN = Tolerance(1e-5, 1e-4)

Drive = tuple[Case, Reply]


@task(PREFIX, points=3, takes=("step",), section="06-torch")
def experiment(trial: Trial, subject: Any) -> Iterator[Part]:
    """The table after each of three steps (2); the loss that is returned (1)."""
    missing = not_callable("moves", 2, subject, NAME)
    if missing is not None:
        yield missing
        if missing.status == "not-attempted" and missing.message is not None:
            yield not_attempted("returned", 1, missing.message)
        else:
            yield not_run("returned", 1, say("function/needs-values", name=NAME))
        return
    drives = list(drive_all("torch.step", subject, _cases(trial.rng), trial.limits))
    lacking = without_torch(drives[-1][1].fault)
    if lacking is not None:
        yield not_run("moves", 2, lacking)
        yield not_run("returned", 1, lacking)
        return
    if any(r.fault is not None and r.fault.kind == "NotImplementedError" for _, r in drives):
        stub = say("function/not-attempted", name=NAME)
        yield not_attempted("moves", 2, stub)
        yield not_attempted("returned", 1, stub)
        return
    fault = _fault(drives, trial)
    if fault is not None:
        yield fault
        yield not_run("returned", 1, say("function/needs-values", name=NAME))
        return
    moves = _moves(drives, trial)
    yield moves
    loss = _returned(drives, trial)
    if loss.status == "wrong" and moves.misconception in OF_THE_LOSS:  # the same fault once more
        loss = not_run("returned", 1, say("function/needs-values", name=NAME))
    yield loss


def _fault(drives: Sequence[Drive], trial: Trial) -> Part | None:
    for case, reply in drives:
        if reply.fault is None:
            continue
        message, mistake = fault_message(reply.fault, NAME, trial.limits, SIGNATURE), None
        for known, texts in FAULTS.items():
            if any(text in reply.fault.message for text in texts):
                mistake = known
                message = say(f"{PREFIX}/{known}", name=NAME, line=reply.fault.line or "?")
        return wrong("moves", 2, message, misconception=mistake, case=_shown(NAME, case.args))
    return None


# -- where the parameters go -----------------------------------------------------------------


def _moves(drives: Sequence[Drive], trial: Trial) -> Part:
    outcomes = [
        outcome_of(case, reply, _stacked(said(reply).get("tables"), case), tables)
        for case, reply in drives
    ]
    part = function_values(
        "moves",
        2,
        outcomes,
        name=NAME,
        signature=SIGNATURE,
        limits=trial.limits,
        prefix=PREFIX,
        mistakes=_moves_known(drives),
        tolerance=WITHIN,
        dtype=False,
        why=_why,
        shown=_shown,
    )
    return _first_call(part, outcomes)


def _first_call(part: Part, outcomes: Sequence[Outcome]) -> Part:
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
            return replace(part, message=message, case=case, expected=show(there), got=show(here))
    return part


def _moves_known(drives: Sequence[Drive]) -> dict[str, Mistake]:
    """A table that stays as it was has two causes: the gradient that is left tells them apart."""
    left = any(any(item is True for item in _list(said(reply), "left")) for _, reply in drives)
    return {"no-step" if left else "no-gradient": lambda *case: _run(*case, length=0.0), **MOVES}


def _why(failing: Sequence[Outcome]) -> tuple[Outcome, Message] | None:
    """Whether the first step of each is the right one but for its length."""
    got = [np.asarray(item.reply.value)[0] - item.case.args[0] for item in failing]
    due = [item.expected[0] - item.case.args[0] for item in failing]
    factor = common_factor(got, due)
    if factor is None:
        return None
    return failing[0], say(f"{PREFIX}/other-length", name=NAME, factor=f"{factor:.3g}")


# -- what is returned ------------------------------------------------------------------------


def _returned(drives: Sequence[Drive], trial: Trial) -> Part:
    """The loss before each step, of the table as it was then, wherever it had moved to."""
    for case, reply in drives:
        report = said(reply)
        losses, kinds, graphs = (_list(report, name) for name in ("losses", "kinds", "graphs"))
        shown = _shown(NAME, case.args)
        if any(type(kind) is str and kind == "NoneType" for kind in kinds):
            message = say("function/returned-none", name=NAME)
            if reply.stdout:
                message = say("function/printed", name=NAME)
            return wrong("returned", 1, message, case=shown)
        if any(item is True for item in graphs):
            message = say(f"{PREFIX}/graph-kept", name=NAME)
            return wrong("returned", 1, message, misconception="graph-kept", case=shown)
        if not losses or any(type(item) is not float for item in losses):
            kind = kinds[0][:80] if kinds and type(kinds[0]) is str else "?"
            return wrong(
                "returned", 1, say("function/not-a-number", name=NAME, kind=kind), case=shown
            )
    outcomes = []
    for case, reply in drives:
        report = said(reply)
        after = _tables(report.get("tables"), case)
        given = Case((*case.args, [case.args[0], *after[:-1]], after))
        got = np.array(_list(report, "losses"), dtype=float)
        outcomes.append(outcome_of(given, reply, got, losses_before))
    return function_values(
        "returned",
        1,
        outcomes,
        name=NAME,
        signature=SIGNATURE,
        limits=trial.limits,
        prefix=PREFIX,
        mistakes=RETURNED,
        tolerance=WITHIN,
        dtype=False,
        shown=_shown,
    )


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


# -- cases and the reference -----------------------------------------------------------------


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    """Shapes that differ, one where T and V are equal, and one position alone."""
    for B, T, V in ((2, 3, 4), (2, 3, 3), (1, 1, 3)):
        table = rng.choice([-1.0, -0.5, 0.0, 0.5, 1.0, 1.5], (V, V))
        batches: list[Batch] = []
        for _ in range(3):
            tokens = rng.integers(0, V, (B, T))
            # Never the word that was read, so that taking that for the target shows.
            batches.append((tokens, (tokens + rng.integers(1, V, (B, T))) % V))
        yield Case((table, batches, 0.5))


#: From logits (B, T, V), tokens and targets (B, T) to the slopes on the logits, (B·T, V).
Slopes = Callable[[Array, Array, Array], Array]


def _of_the_mean(z: Array, tokens: Array, targets: Array) -> Array:
    return slope(z.reshape(-1, z.shape[-1]), targets.ravel())


def _run(
    table: Array,
    batches: list[Batch],
    rate: float,
    slopes: Slopes = _of_the_mean,
    *,
    length: float = 1.0,
    kept: bool = False,
    times: int = 1,
) -> Array:
    """The table after each step, (steps, V, V).

    length: of a step, as a factor. kept: whether the gradients of earlier calls are still there.
    times: how often each batch is stepped with.
    """
    found, gradient = [], np.zeros_like(table)
    for tokens, targets in batches:
        for _ in range(times):
            pushed = gathered(len(table), tokens, slopes(table[tokens], tokens, targets))
            gradient = gradient + pushed if kept else pushed
            table = table - rate * length * gradient
        found.append(table)
    return np.stack(found)


def tables(table: Array, batches: list[Batch], rate: float) -> Array:
    """The table after each step, (steps, V, V)."""
    return _run(table, batches, rate)


Losses = Callable[[Array, Array, Array], float]


def _losses(of: Losses, *, later: bool = False) -> Function:
    """Each batch's number, from the logits that its tokens had before the step or after it."""

    def losses(
        table: Array, batches: list[Batch], rate: float, before: list[Array], after: list[Array]
    ) -> Array:
        pairs = zip(after if later else before, batches, strict=False)
        return np.array([of(each[tokens], tokens, targets) for each, (tokens, targets) in pairs])

    return losses


def _mean(z: Array, tokens: Array, targets: Array) -> float:
    return cross_entropy(z.reshape(-1, z.shape[-1]), targets.ravel())


losses_before = _losses(_mean)


# -- known mistakes, as functions of the same arguments --------------------------------------


def _steps(slopes: Slopes) -> Function:
    return lambda table, batches, rate: _run(table, batches, rate, slopes)


def _viewed(z: Array, tokens: Array, targets: Array) -> Array:
    """Logits (B, T, V) read as (B, V, T) without being transposed."""
    B, T, V = z.shape
    push = softmax(z.reshape(B, V, T), axis=1)
    push[np.arange(B)[:, None], targets, np.arange(T)] -= 1
    found: Array = push.reshape(B * T, V) / (B * T)
    return found


def _softmax_twice(z: Array, tokens: Array, targets: Array) -> Array:
    """Cross-entropy of shares that were taken for logits."""
    p = softmax(z.reshape(-1, z.shape[-1]))
    push = slope(p, targets.ravel())
    found: Array = p * (push - (p * push).sum(axis=1, keepdims=True))
    return found


def _some(read: slice, due: slice) -> Slopes:
    """The loss of some positions alone, each with the target of the same place in `due`."""

    def slopes(z: Array, tokens: Array, targets: Array) -> Array:
        found = np.zeros_like(z)
        part = z[:, read]
        if part.size:
            push = slope(part.reshape(-1, z.shape[-1]), targets[:, due].ravel())
            found[:, read] = push.reshape(part.shape)
        return found.reshape(-1, z.shape[-1])

    return slopes


MOVES: dict[str, Mistake] = {
    "gradients-kept": lambda *case: _run(*case, kept=True),
    "stepped-twice": (
        lambda *case: _run(*case, times=2),
        lambda *case: _run(*case, length=2.0),
    ),
    "summed": _steps(lambda z, t, y: _of_the_mean(z, t, y) * t.size),
    "word-read": _steps(lambda z, t, y: _of_the_mean(z, t, t)),
    "viewed": _steps(_viewed),
    "softmax-twice": _steps(_softmax_twice),
    "last-alone": _steps(_some(slice(-1, None), slice(-1, None))),
    "shifted-again": (
        _steps(_some(slice(None, -1), slice(1, None))),
        _steps(_some(slice(1, None), slice(None, -1))),
    ),
    "uphill": _steps(lambda z, t, y: -_of_the_mean(z, t, y)),
}

#: Those that give another loss too, so that what is returned is wrong for the same reason.
OF_THE_LOSS = {"summed", "word-read", "viewed", "softmax-twice", "last-alone", "shifted-again",
               "uphill"}  # fmt: skip

RETURNED: dict[str, Mistake] = {
    "loss-afterwards": _losses(_mean, later=True),
    "sum-returned": _losses(lambda z, t, y: _mean(z, t, y) * t.size),
    "perplexity-returned": _losses(lambda z, t, y: float(np.exp(_mean(z, t, y)))),
    "bits-returned": _losses(lambda z, t, y: _mean(z, t, y) / float(np.log(2))),
}

#: Parts of what torch says where a usual mistake does not even run.
FAULTS = {
    "not-flattened": (
        "Expected target size", "Expected input batch_size", "spatial targets",
        "multi-target not supported", "shape mismatch between target", "Expected floating point",
    ),
    "graph-gone": ("backward through the graph a second time",),
    "no-graph": ("does not require grad",),
}  # fmt: skip

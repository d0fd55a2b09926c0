"""A tied and an untied head on a body, written with torch: what steps of training do to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from lmhead.checks.compare import no_value
from lmhead.checks.driver_calls import DriverTask, outcome_of, report_of, text_in
from lmhead.checks.function_task import (
    Attempt,
    CustomPart,
    FunctionPart,
    FunctionTask,
    Verdict,
    register,
)
from lmhead.checks.functions import CallOutcome, Case, Function, Mistake, fault_message
from lmhead.checks.result import Part
from lmhead.checks.tolerance import Array, Tolerance
from lmhead.messages import Message, say
from lmhead.wire.subject import Reply

from ..sgd_simulation import Batch, Ways, logits_after

PREFIX = "06-train/head"
NAME = "Model"

#: float32 on the learner's side, a few steps: six digits are left. The mistakes differ by more.
WITHIN = Tolerance(1e-4, 1e-3)


def _start(part: FunctionPart, task: FunctionTask, attempt: Attempt) -> Part:
    """The logits before any step: where there are none, why not."""
    for case, reply in attempt.drives:
        found = _faulty(reply, task, attempt) or _unusable(case, reply)
        if found is not None:
            message, mistake = found
            return part.wrong(message, misconception=mistake, case=_shown(NAME, case.args))
    outcomes = [
        outcome_of(case, reply, report_of(reply).get("start"), before)
        for case, reply in attempt.drives
    ]
    return task.compare(part, outcomes, attempt, START, why=_why)


def _faulty(
    reply: Reply, task: FunctionTask, attempt: Attempt
) -> tuple[Message, str | None] | None:
    fault = reply.fault
    if fault is None:
        return None
    for mistake, (kind, text) in FAULTS.items():
        if fault.kind == kind and text in fault.message:
            return say(f"{PREFIX}/{mistake}", name=NAME, line=fault.line or "?"), mistake
    return fault_message(fault, NAME, attempt.trial.limits, task.signature), None


def _unusable(case: Case, reply: Reply) -> tuple[Message, str | None] | None:
    """What keeps the model from being trained at all."""
    report = report_of(reply)
    table, probe = case.args[0], case.args[5]
    kind = text_in(report, "kind")
    match text_in(report, "not"):
        case "module":
            return say(f"{PREFIX}/not-a-module", name=NAME, kind=kind), "not-a-module"
        case "tensor":
            if kind == "NoneType":
                return say(f"{PREFIX}/forward-none", name=NAME), "forward-none"
            return say(f"{PREFIX}/forward-other", name=NAME, kind=kind), None
        case "logits":
            due = (*probe.shape, len(table))
            mistake = "hidden-returned" if kind == str((*probe.shape, table.shape[1])) else None
            which = mistake or "other-shape"
            return say(f"{PREFIX}/{which}", name=NAME, got=kind, expected=str(due)), mistake
    missing = no_value(report.get("start"), NAME) or no_value(report.get("after"), NAME)
    return None if missing is None else (missing, None)


def _after(tied: bool, mistakes: Mapping[str, Mistake]) -> Verdict:
    """The verdict on the logits after steps of training, of the models that are tied or not."""

    def verdict(part: FunctionPart, task: FunctionTask, attempt: Attempt) -> Part:
        if attempt.parts["start"].status != "right":
            return part.not_run(task.needs_first)
        outcomes = [
            outcome_of(case, reply, report_of(reply).get("after"), after)
            for case, reply in attempt.drives
            if case.args[2] == tied
        ]
        found = task.compare(part, outcomes, attempt, mistakes)
        earlier = {each.misconception for each in attempt.parts.values()}
        if found.misconception is not None and found.misconception in earlier:
            return part.not_run(task.needs_first)  # the same fault once more
        return found

    return verdict


def _why(failing: Sequence[CallOutcome]) -> tuple[CallOutcome, Message] | None:
    """Whether every position's logits are off by the same numbers, one a word."""
    if all(np.allclose(item.expected, item.expected[:1, :1]) for item in failing):
        return None  # the positions do not differ: nothing could be told
    for item in failing:
        off = np.asarray(item.reply.value) - item.expected
        if not np.allclose(off, off[:1, :1], atol=1e-4):
            return None
    return failing[0], say(f"{PREFIX}/bias-added", name=NAME)


def _parameters(part: FunctionPart, task: FunctionTask, attempt: Attempt) -> Part:
    """How many numbers the optimizer is given."""
    if any(earlier.status != "right" for earlier in attempt.parts.values()):
        return part.not_run(task.needs_first)
    for case, reply in attempt.drives:
        table, layers, tied = case.args[:3]
        due = (1 if tied else 2) * table.size + layers.size
        got = report_of(reply).get("parameters")
        if type(got) is int and got == due:
            continue
        extra = got - due if type(got) is int else None
        known = {len(table): "bias-learned"} | ({table.size: "counted-twice"} if tied else {})
        mistake = known.get(extra) if extra is not None else None
        message = say(f"{PREFIX}/{mistake or 'other-count'}", name=NAME, got=got, expected=due)
        shown = _shown(NAME, case.args)
        return part.wrong(message, misconception=mistake, case=shown, expected=due, got=got)
    return part.right()


def _shown(name: str, args: tuple[Any, ...]) -> str:
    table, _, tied, batches, *_ = args
    V, d = table.shape
    return f"{name}(body, table, tied={tied}), V = {V}, d = {d}, steps: {len(batches)}"


# -- cases: what is special about each stays, the numbers are fresh ------------------------

_NUMBERS = np.array([-1.0, -0.75, -0.5, -0.25, 0.25, 0.5, 0.75, 1.0])


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    """More words than numbers in a row, and as many; each tied and untied."""
    for V, d in ((4, 2), (3, 3)):
        table, layers = rng.choice(_NUMBERS, (V, d)), rng.choice(_NUMBERS, (d, d))
        layers[0, 1] = -layers[1, 0] / 2  # not symmetric
        batches: list[Batch] = [
            (rng.integers(0, V, (2, 2)), rng.integers(0, V, (2, 2))) for _ in range(2)
        ]
        first, second = batches[0][0].ravel()[:2]
        # Positions that differ, so that what is the same at all of them shows.
        probe = np.array([[first, second, (first + rng.integers(1, V)) % V]])
        for tied in (True, False):
            yield Case((table, layers, tied, batches, 1.0, probe))


def before(
    table: Array, layers: Array, tied: bool, batches: list[Batch], rate: float, probe: Array
) -> Array:
    """The logits at the start; tied or not makes no difference."""
    return logits_after(table, layers, [], rate, probe, Ways())


def after(
    table: Array, layers: Array, tied: bool, batches: list[Batch], rate: float, probe: Array
) -> Array:
    """The logits after a step with each batch."""
    return logits_after(table, layers, batches, rate, probe, Ways(shared=tied))


# -- known mistakes, as functions of the same arguments -------------------------------------


def _trained(**ways: bool) -> Function:
    def mistake(
        table: Array, layers: Array, tied: bool, batches: list[Batch], rate: float, probe: Array
    ) -> Array:
        return logits_after(table, layers, batches, rate, probe, Ways(**ways))

    return mistake


def _at_the_start(change: Callable[[Array], Array] | None = None, **ways: bool) -> Function:
    def mistake(
        table: Array, layers: Array, tied: bool, batches: list[Batch], rate: float, probe: Array
    ) -> Array:
        z = logits_after(table, layers, [], rate, probe, Ways(**ways))
        return z if change is None else change(z)

    return mistake


def _log_softmax(z: Array) -> Array:
    found: Array = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    return found


START: dict[str, Mistake] = {
    "body-left-out": _at_the_start(no_body=True),
    "table-turned": _at_the_start(turned=True),
    "shares-returned": (
        _at_the_start(lambda z: np.exp(_log_softmax(z))),
        _at_the_start(_log_softmax),
    ),
}

_NOT_TRAINED = _trained(entrance=False, exit=False, body=False)

TIED: dict[str, Mistake] = {
    "copied": (_trained(), _trained(entrance=False), _trained(exit=False)),
    "exit-detached": _trained(shared=True, exit=False),
    "entrance-detached": _trained(shared=True, entrance=False),
    "body-not-trained": (_trained(shared=True, body=False), _trained(body=False)),
    "not-trained": (_NOT_TRAINED, _trained(entrance=False, exit=False)),
    "bias-learns": (_trained(shared=True, bias=True), _trained(bias=True)),
}

UNTIED: dict[str, Mistake] = {
    "shared-too": _trained(shared=True),
    "entrance-frozen": (_trained(entrance=False), _trained(shared=True, entrance=False)),
    "exit-frozen": (_trained(exit=False), _trained(shared=True, exit=False)),
    "body-not-trained": (_trained(body=False), _trained(shared=True, body=False)),
    "not-trained": (_NOT_TRAINED, _trained(entrance=False, exit=False)),
    "bias-learns": (_trained(bias=True), _trained(shared=True, bias=True)),
}

#: What torch says where a usual mistake does not even run: the exception, and a part of its text.
FAULTS = {
    "tensor-assigned": ("TypeError", "as parameter"),
    "shapes": ("RuntimeError", "shapes cannot be multiplied"),
    "before-init": ("AttributeError", "before Module.__init__()"),
}


# -- what is asked --------------------------------------------------------------------------

MODEL = DriverTask(
    NAME,
    ("body", "table", "tied"),
    PREFIX,
    after,
    (
        CustomPart("start", 1, _start),
        CustomPart("tied", 2, _after(True, TIED)),
        CustomPart("untied", 1, _after(False, UNTIED)),
        CustomPart("parameters", 1, _parameters),
    ),
    tolerance=WITHIN,
    show=_shown,
    classes=True,
    driver="torch.head",
    cases=_cases,
)

register(MODEL, section="06-head", own_cases=False)

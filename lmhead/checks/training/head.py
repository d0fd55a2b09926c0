"""A tied and an untied head on a body, written with torch: what steps of training do to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ...wire.subject import Reply, Subject, is_a
from ..functions import Case, Function, Mistake, Outcome, fault_message, function_values
from ..messages import Message, say
from ..registry import Trial, task
from ..result import Part
from ..returned import no_value
from ..show import kind_of
from ..values import Array, Tolerance, not_attempted, not_run, right, untouched, wrong
from .driven import drive_all, outcome_of, said, text_in, without_torch
from .simulated import Batch, Ways, logits_after

PREFIX = "06-train/head"
NAME, SIGNATURE = "Model", "Model(body, table, tied)"
POINTS = {"start": 1, "tied": 2, "untied": 1, "parameters": 1}

#: float32 on the learner's side, a few steps: six digits are left. The mistakes differ by more.
WITHIN = Tolerance(1e-4, 1e-3)

Drive = tuple[Case, Reply]


@task(PREFIX, points=5, takes=("Model",), section="06-head")
def head(trial: Trial, subject: Any) -> Iterator[Part]:
    """The logits at the start (1), after steps tied (2) and untied (1); the parameters (1)."""
    if untouched(subject):
        yield from _all(lambda part: not_attempted(part, POINTS[part], _stub()))
        return
    if not is_a(subject, Subject):
        message = say("function/not-a-function", name=NAME, kind=kind_of(subject))
        yield from _stopped(message)
        return
    drives = list(drive_all("torch.head", subject, _cases(trial.rng), trial.limits))
    lacking = without_torch(drives[-1][1].fault)
    if lacking is not None:
        yield from _all(lambda part: not_run(part, POINTS[part], lacking))
        return
    if any(r.fault is not None and r.fault.kind == "NotImplementedError" for _, r in drives):
        yield from _all(lambda part: not_attempted(part, POINTS[part], _stub()))
        return
    start = _start(drives, trial)
    if start.status != "right":
        yield start
        yield from _not_run("tied", "untied", "parameters")
        return
    yield start
    tied = _after("tied", [item for item in drives if item[0].args[2]], TIED, trial)
    yield tied
    untied = _after("untied", [item for item in drives if not item[0].args[2]], UNTIED, trial)
    if tied.misconception is not None and untied.misconception == tied.misconception:
        yield from _not_run("untied")  # the same fault once more
    else:
        yield untied
    if tied.status == untied.status == "right":
        yield _parameters(drives)
    else:
        yield from _not_run("parameters")


def _stub() -> Message:
    return say("function/not-attempted", name=NAME)


def _all(make: Callable[[str], Part]) -> Iterator[Part]:
    for part in POINTS:
        yield make(part)


def _stopped(
    message: Message, mistake: str | None = None, case: str | None = None
) -> Iterator[Part]:
    yield wrong("start", POINTS["start"], message, misconception=mistake, case=case)
    yield from _not_run("tied", "untied", "parameters")


def _not_run(*parts: str) -> Iterator[Part]:
    for part in parts:
        yield not_run(part, POINTS[part], say("function/needs-values", name=NAME))


# -- the parts -----------------------------------------------------------------------------


def _start(drives: Sequence[Drive], trial: Trial) -> Part:
    """The logits before any step: where there are none, why not."""
    for case, reply in drives:
        found = _faulty(reply, trial) or _unusable(case, reply)
        if found is not None:
            message, mistake = found
            return wrong("start", 1, message, misconception=mistake, case=_shown(NAME, case.args))
    return _values("start", drives, before, START, trial, _why)


def _faulty(reply: Reply, trial: Trial) -> tuple[Message, str | None] | None:
    fault = reply.fault
    if fault is None:
        return None
    for mistake, (kind, text) in FAULTS.items():
        if fault.kind == kind and text in fault.message:
            return say(f"{PREFIX}/{mistake}", name=NAME, line=fault.line or "?"), mistake
    return fault_message(fault, NAME, trial.limits, SIGNATURE), None


def _unusable(case: Case, reply: Reply) -> tuple[Message, str | None] | None:
    """What keeps the model from being trained at all."""
    report = said(reply)
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


def _after(part: str, drives: Sequence[Drive], mistakes: dict[str, Mistake], trial: Trial) -> Part:
    return _values(part, drives, after, mistakes, trial)


def _values(
    part: str,
    drives: Sequence[Drive],
    reference: Function,
    mistakes: dict[str, Mistake],
    trial: Trial,
    why: Callable[[Sequence[Outcome]], tuple[Outcome, Message] | None] | None = None,
) -> Part:
    report = "start" if part == "start" else "after"
    return function_values(
        part,
        POINTS[part],
        [outcome_of(case, reply, said(reply).get(report), reference) for case, reply in drives],
        name=NAME,
        signature=SIGNATURE,
        limits=trial.limits,
        prefix=PREFIX,
        mistakes=mistakes,
        tolerance=WITHIN,
        dtype=False,
        why=why,
        shown=_shown,
    )


def _why(failing: Sequence[Outcome]) -> tuple[Outcome, Message] | None:
    """Whether every position's logits are off by the same numbers, one a word."""
    if all(np.allclose(item.expected, item.expected[:1, :1]) for item in failing):
        return None  # the positions do not differ: nothing could be told
    for item in failing:
        off = np.asarray(item.reply.value) - item.expected
        if not np.allclose(off, off[:1, :1], atol=1e-4):
            return None
    return failing[0], say(f"{PREFIX}/bias-added", name=NAME)


def _parameters(drives: Sequence[Drive]) -> Part:
    """How many numbers the optimizer is given."""
    for case, reply in drives:
        table, layers, tied = case.args[:3]
        due = (1 if tied else 2) * table.size + layers.size
        got = said(reply).get("parameters")
        if type(got) is int and got == due:
            continue
        extra = got - due if type(got) is int else None
        known = {len(table): "bias-learned"} | ({table.size: "counted-twice"} if tied else {})
        mistake = known.get(extra) if extra is not None else None
        message = say(f"{PREFIX}/{mistake or 'other-count'}", name=NAME, got=got, expected=due)
        shown = _shown(NAME, case.args)
        return wrong(
            "parameters", 1, message, misconception=mistake, case=shown, expected=due, got=got
        )
    return right("parameters", 1)


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

"""Cross-entropy over all positions without ever holding all the logits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lmhead.checks.coerce import as_numbers
from lmhead.checks.compare import difference
from lmhead.checks.function_task import (
    Attempt,
    CustomPart,
    FunctionPart,
    FunctionTask,
    Values,
    counted,
    register,
)
from lmhead.checks.functions import Case, Mistake, fault_message
from lmhead.checks.result import Part
from lmhead.checks.tolerance import Array, Tolerance
from lmhead.messages import Message, say

PREFIX = "06-train/chunked-loss"
NAME = "chunked_loss"

#: A sum in another order, or in float32, differs in its last digits; another formula by far more.
WITHIN = Tolerance(1e-6, 1e-5)

#: The case that is measured: N, V, d, rows. All its logits take N·V·8 bytes = 432 kB, in float32
#: half of that; those of one chunk 5.8 kB. Subtracting, exponentiating, a onehot and the like
#: hold a handful of such arrays at a time, lists of Python's floats four times the bytes; twelve
#: and 48 kB for what Python itself needs make 118 kB, which leaves nearly a factor of two below
#: the whole in float32.
MEASURED = (150, 360, 3, 2)
ARRAYS, SPARE = 12, 48 * 1024


def _overflowed(value: Any, expected: Any) -> Message | None:
    """`difference`, where what is no number any more has its own sentence."""
    got = as_numbers(value)
    if got is not None and not got.ndim and not np.isfinite(got):
        return say(f"{PREFIX}/overflow", name=NAME)
    return difference(value, expected, NAME, WITHIN, dtype=False)


def _held(part: FunctionPart, task: FunctionTask, attempt: Attempt) -> Part:
    """Whether it gets by with the logits of some rows, on a case whose logits are many.

    The peak is measured beside the learner's code and believed: a program that forges it, in
    whatever way, earns this part's one point, and that with a loss that is right all the same.
    """
    limits = attempt.trial.limits
    case = _measured(attempt.trial.rng)
    rows, words = int(case.args[3]), len(case.args[1])
    allowed = ARRAYS * rows * words * 8 + SPARE
    reply = attempt.subject.drive("memory.peak", case.copy(), limits)
    expected = whole(*case.args)
    shown = f"{NAME}(h, w_out, targets, rows={rows}), N = {MEASURED[0]}, V = {words}"
    if reply.fault is not None:
        message = fault_message(reply.fault, NAME, limits, task.signature)
        return part.wrong(message, case=shown)
    said = reply.value if type(reply.value) is dict else {}
    value, peak = said.get("value"), said.get("peak")
    if difference(value, expected, NAME, WITHIN, dtype=False) is not None:
        message = say(f"{PREFIX}/other-when-many", name=NAME)
        return part.wrong(message, case=shown, expected=expected, got=value)
    if type(peak) is not int:
        return part.wrong(say(f"{PREFIX}/not-measured", name=NAME), case=shown)
    if peak > allowed:
        all_at_once = peak >= MEASURED[0] * words * 4
        message = say(
            f"{PREFIX}/{'all-at-once' if all_at_once else 'too-many'}",
            name=NAME,
            rows=rows,
            held=f"{peak / 1e3:.0f} kB",
            chunk=f"{rows * words * 8 / 1e3:.0f} kB",
            whole=f"{MEASURED[0] * words * 8 / 1e3:.0f} kB",
        )
        mistake = "all-at-once" if all_at_once else "too-many"
        return part.wrong(message, misconception=mistake, case=shown)
    return part.right()


def losses(h: Array, w_out: Array, targets: Array) -> Array:
    """Every position's loss (N,), in nats."""
    z = h @ w_out.T
    z = z - z.max(axis=1, keepdims=True)
    found: Array = np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(z)), targets]
    return found


def whole(h: Array, w_out: Array, targets: Array, rows: int) -> float:
    """The mean over all positions."""
    return float(losses(h, w_out, targets).mean())


# -- cases: what is special about each stays, the numbers are fresh ------------------------


def _case(rng: np.random.Generator, N: int, V: int, d: int, rows: int) -> Case:
    h, w_out = rng.normal(size=(N, d)).round(2), rng.normal(size=(V, d)).round(2)
    return Case((h, w_out, rng.integers(0, V, N), rows))


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    """A shorter last chunk, none, one row at a time, all in one chunk, a chunk beyond the end."""
    for N, V, d, rows in (
        (5, 4, 2, 2), (6, 3, 2, 3), (4, 4, 4, 1), (3, 5, 2, 3), (1, 3, 2, 2),
    ):  # fmt: skip
        yield _case(rng, N, V, d, rows)


def _large(rng: np.random.Generator) -> Iterator[Case]:
    """Logits near 1000, where e^z overflows, and near -1000, where all e^z are 0; both among
    the positions of a chunk, and both at one position."""
    # What is added to h and w_out as a last number: their product shifts the logits.
    up = np.full(5, 100.0)
    for positions, words in (
        (up, np.full(4, 10.0)),
        (up, np.full(4, -10.0)),
        (np.resize([100.0, -100.0], 5), np.full(4, 10.0)),
        (up, rng.permutation([-10.0, -9.0, 9.5, -8.0])),
    ):
        h, w_out, targets, rows = _case(rng, 5, 4, 2, 2).args
        yield Case((np.c_[h, positions], np.c_[w_out, words], targets, rows))


def _measured(rng: np.random.Generator) -> Case:
    return _case(rng, *MEASURED)


# -- known mistakes, as functions of the same arguments -------------------------------------


def _parts(h: Array, w_out: Array, targets: Array, rows: int) -> list[Array]:
    """Each chunk's losses."""
    found = losses(h, w_out, targets)
    return [found[start : start + rows] for start in range(0, len(h), rows)]


def _full_chunks(h: Array, w_out: Array, targets: Array, rows: int) -> Array:
    return losses(h, w_out, targets)[: len(h) // rows * rows]


def _first_targets(h: Array, w_out: Array, targets: Array, rows: int) -> float:
    total = 0.0
    for start in range(0, len(h), rows):
        part = h[start : start + rows]
        total += losses(part, w_out, targets[: len(part)]).sum()
    return total / len(h)


def _shares(*case: Any) -> Array:
    return np.exp(-losses(*case[:3]))


MISTAKES: dict[str, Mistake] = {
    "mean-of-means": lambda *case: np.mean([part.mean() for part in _parts(*case)]),
    "last-chunk-dropped": (
        lambda *case: _full_chunks(*case).sum() / len(case[0]),
        lambda *case: _full_chunks(*case).mean(),
    ),
    "by-chunks": (
        lambda *case: losses(*case[:3]).sum() / len(_parts(*case)),
        lambda *case: losses(*case[:3]).sum() / (len(case[0]) / case[3]),
        lambda *case: np.sum([part.mean() for part in _parts(*case)]),
    ),
    "by-rows": lambda *case: losses(*case[:3]).sum() / case[3],
    "summed": lambda *case: losses(*case[:3]).sum(),
    "first-targets": _first_targets,
    "last-chunk-alone": lambda *case: _parts(*case)[-1].mean(),
    "first-chunk-alone": lambda *case: _parts(*case)[0].mean(),
    "log-of-mean": lambda *case: -np.log(_shares(*case).mean()),
    "bits": lambda *case: whole(*case) / np.log(2),
    "minus": lambda *case: -whole(*case),
    "mean-share": lambda *case: _shares(*case).mean(),
    "logits-alone": (
        lambda *case: -_right_logits(*case).mean(),
        lambda *case: (_largest(*case) - _right_logits(*case)).mean(),
    ),
}


def _right_logits(h: Array, w_out: Array, targets: Array, rows: int) -> Array:
    found: Array = (h * w_out[targets]).sum(axis=1)
    return found


def _largest(h: Array, w_out: Array, targets: Array, rows: int) -> Array:
    found: Array = (h @ w_out.T).max(axis=1)
    return found


# -- what is asked --------------------------------------------------------------------------

CHUNKED_LOSS = FunctionTask(
    NAME,
    ("h", "w_out", "targets", "rows"),
    PREFIX,
    whole,
    (
        Values("loss", 2, _cases, MISTAKES),
        Values("large", 1, _large, problem=_overflowed, review=counted("overflow")),
        CustomPart("held", 1, _held),
    ),
    tolerance=WITHIN,
)

register(CHUNKED_LOSS, section="06-chunked")

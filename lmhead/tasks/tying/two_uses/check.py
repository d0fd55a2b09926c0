"""One table that is used twice: shared, not copied, and moved by what both uses ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from lmhead.checks.function_task import FunctionTask, Kept, Values
from lmhead.checks.functions import CallOutcome, Case, Function
from lmhead.checks.parts import not_attempted, not_run
from lmhead.checks.random_numbers import quarters
from lmhead.checks.registry import task
from lmhead.checks.result import Part
from lmhead.checks.tolerance import ROUNDING, Array, common_factor
from lmhead.checks.trial import Trial
from lmhead.messages import Message, say
from lmhead.softmax import cross_entropy_slope, softmax

PREFIX = "05-tying/two-uses"

#: The rule is judged, not the last digits.
WITHIN = ROUNDING["float32"]


def _why(failing: Sequence[CallOutcome]) -> tuple[CallOutcome, Message] | None:
    """Whether the row that was read is the only one that is wrong, or all are one factor off."""
    for item in failing:
        word = item.case.args[2]
        fits = WITHIN.near(item.reply.value, item.expected).all(axis=1)
        if not np.delete(fits, word).all():
            break
    else:
        item = failing[0]
        return item, say(f"{PREFIX}/read-row-off", name="table_slope", word=item.case.args[2])
    factor = common_factor([i.reply.value for i in failing], [i.expected for i in failing])
    if factor is None:
        return None
    message = say(f"{PREFIX}/other-length", name="table_slope", factor=f"{factor:.3g}")
    return failing[0], message


def logits_after(table: Array, step_in: Array, step_out: Array, word: int) -> Array:
    """The logits (V,) of a tied model without layers after one step through either use."""
    moved = table - step_in - step_out
    z: Array = moved @ moved[word]
    return z


def _uses(table: Array, layers: Array, word: int, right: int) -> tuple[Array, Array]:
    """The exit's contribution (V, d), and the entrance's to the row that was read (d,)."""
    h = layers @ table[word]
    push = cross_entropy_slope(table @ h, right)  # (V,)
    return np.outer(push, h), push @ table @ layers


def slope_of_table(table: Array, layers: Array, word: int, right: int) -> Array:
    """The slope (V, d) of −ln p(right) on the table, both uses together."""
    slope, entrance = _uses(table, layers, word, right)
    slope[word] += entrance
    return slope


# -- cases: what is special about each stays, the numbers are fresh ------------------------


def _steps(rng: np.random.Generator, V: int, d: int) -> tuple[Array, Array]:
    """A step through the entrance, which moves one row, and one through the exit."""
    step_in = np.zeros((V, d))
    step_in[rng.integers(V)] = rng.choice([-1.0, -0.5, 0.5, 1.0], d)
    return step_in, rng.choice([-1.0, -0.5, 0.5, 1.0], (V, d))


def _shared_cases(rng: np.random.Generator) -> Iterator[Case]:
    for V, d in ((2, 1), (3, 2), (4, 3), (3, 3)):
        step_in, step_out = _steps(rng, V, d)
        word = int(np.flatnonzero(step_in.any(axis=1))[0])  # the row that was read moves
        yield Case((quarters(rng, V, d), step_in, step_out, word))
        yield Case((quarters(rng, V, d), *_steps(rng, V, d), int(rng.integers(V))))


def _slope_cases(rng: np.random.Generator) -> Iterator[Case]:
    for V, d in ((2, 1), (3, 2), (3, 3), (4, 3), (5, 2)):
        word, right = (int(k) for k in rng.choice(V, 2, replace=False))
        layers = rng.choice([-1.0, -0.5, 0.5, 1.0], (d, d))
        if d > 1:  # not symmetric: forgetting to hand the slope back the right way shows
            layers[0, 1] = -layers[1, 0] / 2
        table = rng.choice([-1.0, -0.75, -0.5, 0.5, 0.75, 1.0], (V, d))
        yield Case((table, layers, word, right))
        yield Case((table, layers, word, word))  # the text repeats the word


# -- known mistakes, as functions of the same arguments -------------------------------------


def _exit_alone(table: Array, layers: Array, word: int, right: int) -> Array:
    return _uses(table, layers, word, right)[0]


def _at(row: Any, add: bool = True, hand_back: Any = None) -> Function:
    """The entrance's contribution at another row, written over, or handed back otherwise."""

    def mistake(table: Array, layers: Array, word: int, right: int) -> Array:
        slope, entrance = _uses(table, layers, word, right)
        if hand_back is not None:
            push = cross_entropy_slope(table @ (layers @ table[word]), right)
            entrance = hand_back(push @ table, layers)
        where = row(word, right)
        slope[where] = slope[where] + entrance if add else entrance
        return slope

    return mistake


def _entrance_alone(table: Array, layers: Array, word: int, right: int) -> Array:
    slope = np.zeros_like(table)
    slope[word] = _uses(table, layers, word, right)[1]
    return slope


def _no_layers_in_h(table: Array, layers: Array, word: int, right: int) -> Array:
    push = cross_entropy_slope(table @ table[word], right)
    slope = np.outer(push, table[word])
    slope[word] += push @ table
    return slope


def _no_onehot(table: Array, layers: Array, word: int, right: int) -> Array:
    h = layers @ table[word]
    p = softmax(table @ h)
    slope = np.outer(p, h)
    slope[word] += p @ table @ layers
    return slope


def _read(word: int, right: int) -> Any:
    return word


SHARED_MISTAKES: dict[str, Function] = {
    "copied": lambda t, a, b, k: (t - b) @ (t - a)[k],
    "entrance-alone": lambda t, a, b, k: (t - a) @ (t - a)[k],
    "exit-alone": lambda t, a, b, k: (t - b) @ (t - b)[k],
    "twice": lambda t, a, b, k: (t - 2 * a - 2 * b) @ (t - 2 * a - 2 * b)[k],
    "not-moved": lambda t, a, b, k: t @ t[k],
    "stale-row": lambda t, a, b, k: (t - a - b) @ t[k],
    "averaged": lambda t, a, b, k: (t - (a + b) / 2) @ (t - (a + b) / 2)[k],
    "along-the-slope": lambda t, a, b, k: (t + a + b) @ (t + a + b)[k],
    "row-returned": lambda t, a, b, k: (t - a - b)[k],
    "shares-returned": lambda t, a, b, k: softmax(logits_after(t, a, b, k)),
}

SLOPE_MISTAKES: dict[str, Function] = {
    "slope-exit-alone": _exit_alone,
    "slope-entrance-alone": _entrance_alone,
    "slope-averaged": lambda t, m, k, y: slope_of_table(t, m, k, y) / 2,
    "overwritten": _at(_read, add=False),
    "right-row": _at(lambda word, right: right),
    "every-row": _at(lambda word, right: slice(None)),
    "not-handed-back": _at(_read, hand_back=lambda push, layers: push),
    "handed-back-transposed": _at(_read, hand_back=lambda push, layers: layers @ push),
    "layers-left-out": _no_layers_in_h,
    "no-onehot": _no_onehot,
    "upside-down": lambda t, m, k, y: -slope_of_table(t, m, k, y),
    "new-table": lambda t, m, k, y: t - slope_of_table(t, m, k, y),
}


# -- what is asked --------------------------------------------------------------------------

SHARED = FunctionTask(
    "tied_logits",
    ("table", "step_in", "step_out", "word"),
    PREFIX,
    logits_after,
    (Values("shared", 1, _shared_cases, SHARED_MISTAKES),),
    tolerance=WITHIN,
)
SLOPE = FunctionTask(
    "table_slope",
    ("table", "layers", "word", "right"),
    PREFIX,
    slope_of_table,
    (Values("slope", 2, _slope_cases, SLOPE_MISTAKES, _why),),
    tolerance=WITHIN,
)


@task(
    PREFIX,
    points=4,
    takes=(SHARED.name, SLOPE.name),
    section="05-two-pushes",
    cases=lambda: SHARED.references() | SLOPE.references(),
)
def two_uses(trial: Trial, tied_logits: Any, table_slope: Any) -> Iterator[Part]:
    """The logits after a step through either use (1); the slope, a sum of two (2).

    The last point is for arguments left as they were, once both are right.
    """
    shared = yield from SHARED.check(trial, tied_logits)
    slope = yield from SLOPE.check(trial, table_slope)
    one, other = shared.parts["shared"], slope.parts["slope"]
    if one.status == other.status == "right":
        kept = Kept("kept", 1, of=("shared",)).judge(SHARED, shared)
        if kept.status == "right":
            kept = Kept("kept", 1, of=("slope",)).judge(SLOPE, slope)
        yield kept
        return
    first, name = (one, SHARED.name) if one.status != "right" else (other, SLOPE.name)
    if one.status == other.status == "not-attempted" and first.message is not None:
        yield not_attempted("kept", 1, first.message)
    else:
        yield not_run("kept", 1, say("function/needs-values", name=name))

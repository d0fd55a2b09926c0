"""A head that scores with the entrance's table, and says so where that makes no sense."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..functions import Case, Outcome, call_all, fault_message, function_values, not_callable
from ..messages import Message, say
from ..registry import Trial, task
from ..result import Part
from ..show import show_call
from ..values import ROUNDING, Array, not_run, right, wrong
from .plain import plainly, quarters

PREFIX = "05-tying/refuse"
NAME = "tied_head"
SIGNATURE = f"{NAME}(words_in, words_out, table, h)"
SCORES, REFUSES = 0.5, 1.5

#: Words of one token each, drawn from for every case.
POOL = ("tea", "cup", "sun", "sea", "owl", "fig", "hat", "map", "elm", "oak")


@task(PREFIX, points=2, takes=(NAME,), section="05-limits")
def refuse(trial: Trial, tied_head: Any) -> Iterator[Part]:
    """The logits where one table can serve twice (½); ValueError where it cannot (1½)."""
    missing = not_callable("scores", SCORES, tied_head, NAME)
    if missing is not None:
        yield missing
        yield not_callable("refuses", REFUSES, tied_head, NAME) or missing
        return
    good = plainly(call_all(tied_head, _good(trial.rng), reference, trial.limits))
    scores = function_values(
        "scores",
        SCORES,
        good,
        name=NAME,
        signature=SIGNATURE,
        limits=trial.limits,
        prefix=PREFIX,
        mistakes={"looks-up": lambda words, other, table, h: table[0]},
        tolerance=ROUNDING["float32"],
        dtype=False,
    )
    always = [item for item in good if item.reply.fault and item.reply.fault.base == "ValueError"]
    if good and len(always) == len(good):
        case = show_call(NAME, good[0].case.args)
        message = say(f"{PREFIX}/refuses-all")
        scores = wrong("scores", SCORES, message, misconception="refuses-all", case=case)
    yield scores
    if scores.status == "not-attempted" and scores.message is not None:
        yield Part("refuses", 0.0, REFUSES, "not-attempted", scores.message)
    elif scores.status != "right":
        yield not_run("refuses", REFUSES, say(f"{PREFIX}/needs-scores"))
    else:
        yield _refuses(trial, tied_head)


def reference(words_in: list[str], words_out: list[str], table: Array, h: Array) -> Array:
    """The logits (V,). Not called to refuse: which cases must be refused is known here."""
    z: Array = table @ h
    return z


def _draw(rng: np.random.Generator, V: int, d: int) -> tuple[list[str], Array, Array]:
    words = [str(word) for word in rng.choice(POOL, V, replace=False)]
    return words, quarters(rng, V, d), quarters(rng, d)


def _good(rng: np.random.Generator) -> Iterator[Case]:
    for V, d in ((3, 2), (4, 4), (5, 3), (1, 2)):
        words, table, h = _draw(rng, V, d)
        yield Case((words, list(words), table, h))


def _bad(rng: np.random.Generator) -> Iterator[tuple[str, Case]]:
    """What is wrong with each, and the case."""
    words, table, h = _draw(rng, 4, 3)
    yield "fewer-words", Case((words, words[:3], table, h))
    other = next(word for word in POOL if word not in words)
    yield "other-word", Case((words, [*words[:3], other], table, h))
    yield "other-word", Case((words, [other, *words[1:]], table, h))
    turned = words[1:] + words[:1]
    yield "other-order", Case((words, turned, table, h))
    yield "other-width", Case((words, list(words), table, quarters(rng, 5)))
    yield "other-width", Case((words, list(words), table, quarters(rng, 4)))  # as long as V
    yield "other-width", Case((words, list(words), table, quarters(rng, 1)))
    # A row of one number and a longer h: numpy may stretch the row without a word.
    yield "other-width", Case((words, list(words), quarters(rng, 4, 1), quarters(rng, 2)))
    yield "other-rows", Case((words, list(words), quarters(rng, 3, 3), h))


def _refuses(trial: Trial, subject: Any) -> Part:
    cases = list(_bad(trial.rng))
    accepted: list[tuple[str, Outcome]] = []
    for kind, case in cases:
        (item,) = call_all(subject, [case], lambda *_: None, trial.limits)
        fault = item.reply.fault
        if fault is None:
            accepted.append((kind, item))
        elif fault.base != "ValueError":
            message: Message = say(f"{PREFIX}/other-error", error=fault.kind)
            known: str | None = "other-error"
            if fault.out_of_time:
                message, known = fault_message(fault, NAME, trial.limits, SIGNATURE), None
            return _lost(message, known, item)
    if not accepted:
        return right("refuses", REFUSES)
    kinds = {kind for kind, _ in accepted}
    first = accepted[0][1]
    if {kind for kind, _ in cases} == kinds and first.reply.value is None:
        return _lost(say(f"{PREFIX}/none-returned"), "none-returned", first)
    if first.reply.value is None or type(first.reply.value) in (bool, str, np.bool_):
        return _lost(say(f"{PREFIX}/not-raised"), "not-raised", first)
    if kinds >= {"fewer-words", "other-word", "other-order"}:
        known = "never-compares"
    elif kinds >= {"other-word", "other-order"}:
        known = "lengths-alone"
    elif "other-order" in kinds:
        known = "order-ignored"
    else:
        known = accepted[0][0]
    return _lost(say(f"{PREFIX}/{known}"), known, first)


def _lost(message: Message, known: str | None, item: Outcome) -> Part:
    got = None if item.reply.fault is not None else item.reply.value
    case = show_call(NAME, item.case.args)
    return wrong("refuses", REFUSES, message, misconception=known, case=case, got=got)

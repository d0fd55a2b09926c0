"""A head that scores with the entrance's table, and says so where that makes no sense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from lmhead.checks.formatting import format_call
from lmhead.checks.function_task import (
    Attempt,
    CustomPart,
    FunctionPart,
    FunctionTask,
    Values,
    register,
)
from lmhead.checks.functions import CallOutcome, Case, call_all, fault_message
from lmhead.checks.parts import wrong
from lmhead.checks.random_numbers import quarters
from lmhead.checks.result import Part
from lmhead.checks.tolerance import ROUNDING, Array
from lmhead.messages import Message, say
from lmhead.wire.subject import Handle, is_a

PREFIX = "05-tying/refuse"
NAME = "tied_head"

#: Words of one token each, drawn from for every case.
POOL = ("tea", "cup", "sun", "sea", "owl", "fig", "hat", "map", "elm", "oak")


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
    yield "other-word", Case((words, [words[0].upper(), *words[1:]], table, h))
    yield "other-word", Case((words, [*words[:3], words[3] + " "], table, h))
    turned = words[1:] + words[:1]
    yield "other-order", Case((words, turned, table, h))
    yield "other-width", Case((words, list(words), table, quarters(rng, 5)))
    yield "other-width", Case((words, list(words), table, quarters(rng, 4)))  # as long as V
    yield "other-width", Case((words, list(words), table, quarters(rng, 1)))
    # A row of one number and a longer h: numpy may stretch the row without a word.
    yield "other-width", Case((words, list(words), quarters(rng, 4, 1), quarters(rng, 2)))
    yield "other-rows", Case((words, list(words), quarters(rng, 3, 3), h))


def _refuses(part: FunctionPart, task: FunctionTask, attempt: Attempt) -> Part:
    """Whether each that makes no sense is answered with a ValueError."""
    trial = attempt.trial
    cases = list(_bad(trial.rng))
    accepted: list[tuple[str, CallOutcome]] = []
    silent: list[CallOutcome] = []
    for kind, case in cases:
        (item,) = call_all(attempt.subject, [case], lambda *_: None, trial.limits)
        fault = item.reply.fault
        if fault is None:
            accepted.append((kind, item))
        elif fault.base != "ValueError":
            message: Message = say(f"{PREFIX}/other-error", error=fault.kind)
            known: str | None = "other-error"
            if fault.out_of_time:
                message, known = fault_message(fault, NAME, trial.limits, task.signature), None
            return _lost(part, message, known, item)
        elif not _is_sentence(fault.message):
            silent.append(item)
    if not accepted:
        return (
            _lost(part, say(f"{PREFIX}/no-reason"), "no-reason", silent[0])
            if silent
            else (part.right())
        )
    kinds = {kind for kind, _ in accepted}
    first = accepted[0][1]
    if {kind for kind, _ in cases} == kinds and first.reply.value is None:
        return _lost(part, say(f"{PREFIX}/none-returned"), "none-returned", first)
    if is_a(first.reply.value, Handle) and first.reply.value.type_name.endswith("Error"):
        return _lost(part, say(f"{PREFIX}/error-returned"), "error-returned", first)
    if first.reply.value is None or type(first.reply.value) in (bool, str, np.bool_):
        return _lost(part, say(f"{PREFIX}/not-raised"), "not-raised", first)
    changed = [item.case.args[:2] for kind, item in accepted if kind == "other-word"]
    if kinds == {"other-word"} and all(_alike(ours) == _alike(own) for ours, own in changed):
        known = "words-changed"
    elif kinds >= {"fewer-words", "other-word", "other-order"}:
        known = "never-compares"
    elif kinds >= {"other-word", "other-order"}:
        known = "lengths-alone"
    elif "other-order" in kinds:
        known = "order-ignored"
    else:
        known = accepted[0][0]
    return _lost(part, say(f"{PREFIX}/{known}"), known, first)


def _alike(words: list[str]) -> list[str]:
    return [word.strip().lower() for word in words]


def _is_sentence(text: str) -> bool:
    """Whether a text can say why: two words, or as much in a script that does not part them."""
    words = [word for word in text.split() if any(map(str.isalpha, word))]
    return len(words) > 1 or sum("\u3400" <= each <= "\u9fff" for each in text) > 3


def _lost(part: FunctionPart, message: Message, known: str | None, item: CallOutcome) -> Part:
    got = None if item.reply.fault is not None else item.reply.value
    case = format_call(NAME, item.case.args)
    return part.wrong(message, misconception=known, case=case, got=got)


# -- what is asked --------------------------------------------------------------------------


def _refuses_all(part: Part, outcomes: Sequence[CallOutcome]) -> Part:
    """The verdict on the scores, where every pair of vocabularies is refused."""
    refused = [item.reply.fault for item in outcomes]
    if not all(fault is not None and fault.base == "ValueError" for fault in refused):
        return part
    case = format_call(NAME, outcomes[0].case.args)
    message = say(f"{PREFIX}/refuses-all")
    return wrong(part.id, part.max_points, message, misconception="refuses-all", case=case)


TIED_HEAD = FunctionTask(
    NAME,
    ("words_in", "words_out", "table", "h"),
    PREFIX,
    reference,
    (
        Values(
            "scores",
            0.5,
            _good,
            {"looks-up": lambda words, other, table, h: table[0]},
            review=_refuses_all,
        ),
        CustomPart("refuses", 1.5, _refuses),
    ),
    tolerance=ROUNDING["float32"],
    needs=say(f"{PREFIX}/needs-scores"),
)

register(TIED_HEAD, section="05-limits", own_cases=False)

"""A tied model without layers: two tables to construct, and what no table can do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lmhead.checks.coerce import as_numbers
from lmhead.checks.parts import not_attempted, right, wrong
from lmhead.checks.registry import task
from lmhead.checks.result import Part
from lmhead.checks.tolerance import Array
from lmhead.checks.trial import Trial
from lmhead.checks.values import choice, problem_with, untouched
from lmhead.messages import Message, listed, say

PREFIX = "05-tying/no-layers"
SHAPE = (3, 2)
#: A lead smaller than this may be rounding.
LEAD = 1e-6
#: Beyond this a score overflows; no sensible answer comes near it.
_LARGEST = 1e100

ANSWER = "C"


@task(PREFIX, points=3, takes=("every_word", "one_word", "no_word"), section="05-repeat")
def no_layers(trial: Trial, every_word: Any, one_word: Any, no_word: Any) -> Iterator[Part]:
    """A table in which each word repeats, one in which one word does, and whether none can."""
    yield _table("every_word", every_word)
    yield _table("one_word", one_word)
    yield choice(
        "no-word",
        1,
        no_word,
        ANSWER,
        name="no_word",
        replies={letter: say(f"{PREFIX}/none-{letter.lower()}") for letter in "ABD"},
    )


def _table(name: str, value: Any) -> Part:
    part = name.replace("_", "-")
    if untouched(value):
        return not_attempted(part, 1, say("value/not-attempted", name=name))
    fault = _shape_fault(name, value)
    if fault is not None:
        misconception = fault.id.removeprefix(f"{PREFIX}/") if PREFIX in fault.id else None
        return wrong(part, 1, fault, misconception=misconception, got=value)
    table = np.asarray(as_numbers(value), dtype=float)
    message = (_every if name == "every_word" else _one)(table)
    if message is None:
        return right(part, 1)
    misconception = message.id.removeprefix(f"{PREFIX}/")
    return wrong(part, 1, message, misconception=misconception, got=value)


def _shape_fault(name: str, value: Any) -> Message | None:
    array = as_numbers(value)
    if array is not None and array.shape == SHAPE[::-1]:
        return say(f"{PREFIX}/lying", name=name)
    if array is not None and array.shape == (3, 3):
        return say(f"{PREFIX}/three-numbers", name=name)
    if array is not None and array.shape != SHAPE and array.ndim > 0:
        return say("value/wrong-shape", name=name, got_shape=str(array.shape),
                   expected_shape=str(SHAPE))  # fmt: skip
    problem = problem_with(value, name, SHAPE)
    if problem is None and np.abs(np.asarray(array, dtype=float)).max() > _LARGEST:
        problem = say("value/infinite", name=name)
    return problem


def leaders(table: Array) -> list[list[int]]:
    """For each word, the words with the largest score after it, rounding apart."""
    scores = table @ table.T
    nearly = LEAD * max(1.0, float(np.abs(scores).max()))
    return [[int(j) for j in np.flatnonzero(row >= row.max() - nearly)] for row in scores]


def _every(table: Array) -> Message | None:
    """Why not every word comes first after itself, alone; or None."""
    first = leaders(table)
    if all(first[k] == [k] for k in range(3)):
        return None
    if not table.any():
        return say(f"{PREFIX}/zeros")
    scores = table @ table.T
    word = next(k for k in range(3) if first[k] != [k])
    rivals = [j for j in first[word] if j != word]
    facts = {"word": word, "rival": rivals[0]}
    if np.array_equal(table[word], table[rivals[0]]):
        return say(f"{PREFIX}/equal-rows", **facts)
    if not table[word].any():
        return say(f"{PREFIX}/zero-row", **facts)
    if word in first[word]:
        return say(f"{PREFIX}/level", **facts, score=f"{scores[word, word]:.4g}")
    return say(
        f"{PREFIX}/longer-row",
        **facts,
        own=f"{scores[word, word]:.4g}",
        other=f"{scores[word, rivals[0]]:.4g}",
    )


def _one(table: Array) -> Message | None:
    """Why it is not so that one word comes first after itself and two give way; or None."""
    first = leaders(table)
    alone = [k for k in range(3) if first[k] == [k]]
    level = [k for k in range(3) if k in first[k] and len(first[k]) > 1]
    if len(alone) == 1 and not level:
        return None
    if not table.any():
        return say(f"{PREFIX}/zeros")
    if level:
        rival = next(j for j in first[level[0]] if j != level[0])
        return say(f"{PREFIX}/one-level", word=level[0], rival=rival)
    return say(f"{PREFIX}/{'all-repeat' if len(alone) == 3 else 'two-repeat'}",
               words=listed(alone if len(alone) < 3 else range(3)))  # fmt: skip

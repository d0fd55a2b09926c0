"""The learner's head makes `tiny_lm` write, and six ways to choose a word are judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from lmhead import tiny_lm
from lmhead.checks.compare import array_or_lists
from lmhead.checks.formatting import format_call
from lmhead.checks.function_task import Attempt, FunctionTask, Values
from lmhead.checks.functions import Case, Mistake
from lmhead.checks.registry import task
from lmhead.checks.result import Part
from lmhead.checks.tolerance import Array, Tolerance
from lmhead.checks.trial import Trial
from lmhead.checks.values import choice
from lmhead.four_words import LOGITS, PROBABILITIES, WORDS
from lmhead.messages import Message, listed, say
from lmhead.softmax import softmax

NAME = "step"
PREFIX = "04-decoding/write"

#: A float32 product of a row and h: 64 terms, each off by 6e-8 of its size at most.
WITHIN = Tolerance(absolute=1e-3, relative=1e-3)


# -- six ways to choose ---------------------------------------------------------------------------

#: Draws that a reply reports. The standard deviation of a frequency is at most
#: √(0.25 / 100,000) = 0.0016; each wrong way is off by more than 0.02 somewhere.
COUNTED = 100_000

#: Logits, shares, a generator and a number of choices -> ids.
Way = Callable[[Array, Array, np.random.Generator, int], Any]


def _normal_noise(z: Array, p: Array, rng: np.random.Generator, n: int) -> Any:
    return (z + rng.normal(size=(n, len(z)))).argmax(axis=1)


def _random_weights(z: Array, p: Array, rng: np.random.Generator, n: int) -> Any:
    return (p * rng.random((n, len(p)))).argmax(axis=1)


def _nearest_share(z: Array, p: Array, rng: np.random.Generator, n: int) -> Any:
    return np.abs(p - rng.random((n, 1))).argmin(axis=1)


def _gumbel_noise(z: Array, p: Array, rng: np.random.Generator, n: int) -> Any:
    return (z - np.log(-np.log(rng.random((n, len(z)))))).argmax(axis=1)


def _walk(z: Array, p: Array, rng: np.random.Generator, n: int) -> Any:
    taken = rng.random((n, len(p))) < p
    taken[:, -1] = True
    return taken.argmax(axis=1)


def _uniform_or_greedy(z: Array, p: Array, rng: np.random.Generator, n: int) -> Any:
    word = rng.integers(len(p), size=n)
    kept = rng.random(n) < p[word]
    return np.where(kept, word, p.argmax())


WAYS: Mapping[str, tuple[str, Way]] = {
    "A": ("normal-noise", _normal_noise),
    "B": ("random-weights", _random_weights),
    "C": ("nearest-share", _nearest_share),
    "D": ("gumbel-noise", _gumbel_noise),
    "E": ("walk", _walk),
    "F": ("uniform-or-greedy", _uniform_or_greedy),
}
FAIR = "D"


@cache
def frequencies(letter: str) -> Array:
    """How often each of the chapter's four words comes in COUNTED choices this way, (4,)."""
    way = WAYS[letter][1]
    words = way(LOGITS, PROBABILITIES, np.random.default_rng(4), COUNTED)
    counted: Array = np.bincount(words, minlength=len(WORDS)) / COUNTED
    return counted


def _reply(letter: str) -> Message:
    found = listed(f"{value:.3f}" for value in frequencies(letter))
    shares = listed(f"{value:.3f}" for value in PROBABILITIES)
    return say(
        f"{PREFIX}/{WAYS[letter][0]}",
        letter=letter,
        count=f"{COUNTED:,}",
        found=found,
        shares=shares,
    )


# -- what is asked ------------------------------------------------------------------------------


def _hidden(ids: list[int]) -> Array:
    return tiny_lm.load().hidden(ids)


def _head() -> Array:
    return tiny_lm.load().W_OUT


def _step(ids: list[int]) -> Array:
    return tiny_lm.load().step(ids)


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    model = tiny_lm.load()
    for length in (1, 2, model.window + 3):
        yield Case(([int(word) for word in rng.integers(len(model.vocabulary), size=length)],))


MISTAKES: dict[str, Mistake] = {
    "shares-returned": lambda ids: softmax(_step(ids)),
    "hidden-returned": _hidden,
    "all-positions": lambda ids: tiny_lm.load().hidden_states(ids) @ _head().T,
    "first-position": lambda ids: _head() @ _hidden(ids[:1]),
    "row-not-hidden": lambda ids: _head() @ tiny_lm.load().E[ids[-1]],
    "last-word-only": lambda ids: _step(ids[-1:]),
    "not-turned": lambda ids: _hidden(ids) @ _head(),
    "word-returned": lambda ids: int(np.argmax(_step(ids))),
    "cosine": lambda ids: (
        _step(ids) / np.linalg.norm(_head(), axis=1) / np.linalg.norm(_hidden(ids))
    ),
}


@dataclass(frozen=True)
class Head(Values):
    """Logits that the learner's own head made, and not the step that the model comes with."""

    def judge(self, task: FunctionTask, attempt: Attempt) -> Part:
        part = super().judge(task, attempt)
        first = attempt.outcomes[self.id][0]
        stopped = first.reply.fault is not None and first.reply.fault.out_of_time
        if part.status == "not-attempted" or stopped:
            return part
        ids = first.case.args
        if attempt.subject.drive("tiny.own_head", ids, attempt.trial.limits).value is not True:
            return part
        message = say(f"{PREFIX}/models-step", name=NAME)
        return self.wrong(message, misconception="models-step", case=format_call(NAME, ids))


STEP = FunctionTask(
    NAME,
    ("ids",),
    PREFIX,
    _step,
    (Head("head", 1, _cases, MISTAKES),),
    tolerance=WITHIN,  # also for a known mistake, whose products run in another order
    problem=array_or_lists(NAME, WITHIN),
)


@task(PREFIX, points=2, takes=(NAME, "fair"), section="04-writing")
def write(trial: Trial, step: Any, fair: Any) -> Iterator[Part]:
    """A `step` made of tiny_lm's h and its output matrix (1); the way that is a draw (1)."""
    yield from STEP.check(trial, step)
    yield choice(
        "letter",
        1,
        fair,
        FAIR,
        name="fair",
        replies={letter: _reply(letter) for letter in WAYS if letter != FAIR},
    )

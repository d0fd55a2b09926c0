"""An h, of limited length, that makes 跑 likely."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from lmhead.checks.coerce import as_numbers
from lmhead.checks.parts import not_attempted, not_run, right, wrong
from lmhead.checks.registry import task
from lmhead.checks.result import Part
from lmhead.checks.tolerance import Array
from lmhead.checks.trial import Trial
from lmhead.checks.values import problem_with, untouched
from lmhead.four_words import GLOSSES, W_OUT, WORDS, sgd_step
from lmhead.messages import say

from ..shares import CAT, LARGEST, RUN, percent, shares_of

LONGEST = math.sqrt(2)
WANTED = 0.55
#: Three numbers typed to three decimals are each off by 0.0005 at most, which makes h longer by
#: at most √3 times that, 0.0009, and changes no share by as much as a tenth of a percent.
TYPED = 1e-3


@task("03-by-hand/favour-run", points=4, takes=("h_run",), section="03-dot-products")
def favour_run(trial: Trial, h_run: Any) -> Iterator[Part]:
    """Three numbers, of length √2 at most, that give 跑 the largest share (1) and over 55 % (3)."""
    prefix = "03-by-hand/favour-run"
    needs = say(f"{prefix}/needs-first")
    if untouched(h_run):
        message = say("value/not-attempted", name="h_run")
        yield not_attempted("first", 1, message)
        yield not_attempted("share", 3, message)
        return
    problem = problem_with(h_run, "h_run", (3,))
    if problem is None and np.abs(np.asarray(as_numbers(h_run), dtype=float)).max() > LARGEST:
        problem = say("value/infinite", name="h_run")
    if problem is not None:
        count = as_numbers(h_run)
        four = count is not None and count.shape == (4,)
        message = say(f"{prefix}/four-numbers") if four else problem
        misconception = "four-numbers" if four else None
        yield wrong("first", 1, message, misconception=misconception, got=h_run)
        yield not_run("share", 3, needs)
        return

    h = np.asarray(as_numbers(h_run), dtype=float)
    length, p = float(np.linalg.norm(h)), shares_of(h)
    rival = int(np.argmax(np.where(np.arange(4) == RUN, 0, p)))
    facts = {
        "length": f"{length:.3f}",
        "share": percent(p[RUN]),
        "rival": WORDS[rival],
        "rival_gloss": GLOSSES[rival],
        "rival_share": percent(p[rival]),
    }
    # A tie is not a lead; rounding alone must not make one.
    leads = p[RUN] > p[rival] + 1e-9
    fault = _first_fault(h, length, leads)
    if fault is not None:
        yield wrong("first", 1, say(f"{prefix}/{fault}", **facts), misconception=fault, got=h_run)
        yield not_run("share", 3, needs)
        return
    yield right("first", 1)
    if p[RUN] > WANTED:
        yield right("share", 3, say(f"{prefix}/reached", **facts))
        return
    fault = _share_fault(h, length)
    yield wrong("share", 3, say(f"{prefix}/{fault}", **facts), misconception=fault, got=h_run)


def _along(h: Array, direction: Array) -> bool:
    """Whether h points along `direction`, to the third decimal."""
    length = np.linalg.norm(h)
    return bool(
        length > 0 and np.abs(h / length - direction / np.linalg.norm(direction)).max() < 1e-3
    )


def _first_fault(h: Array, length: float, leads: bool) -> str | None:
    """Why h is not one that favours 跑 at all, or None."""
    if length > LONGEST + TYPED:
        return "too-long"
    if leads:
        return None
    if np.abs(h).max() == 0:
        return "zero"
    if _along(h, W_OUT[RUN]):
        return "own-row"
    if np.abs(h - sgd_step("h", RUN).h).max() < 1e-3:
        return "step-on-h"
    if _along(h, W_OUT[CAT]):
        return "cat-row"
    return "other-word"


def _share_fault(h: Array, length: float) -> str:
    """Why 跑 leads and yet has too little."""
    if length < LONGEST - 0.01 and shares_of(h * LONGEST / length)[RUN] > WANTED:
        return "too-short"
    if _along(h, -W_OUT[CAT]):
        return "opposite-cat"
    return "rival-remains"

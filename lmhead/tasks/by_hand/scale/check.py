"""How far the chapter's h must be stretched until 猫 has 90 %."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from lmhead.checks.coerce import as_numbers
from lmhead.checks.parts import not_attempted, right, wrong
from lmhead.checks.registry import task
from lmhead.checks.result import Part
from lmhead.checks.tolerance import Array, Tolerance
from lmhead.checks.trial import Trial
from lmhead.checks.values import Mistake, known_mistake, problem_with, untouched
from lmhead.four_words import H
from lmhead.messages import Message, say

from ..shares import CAT, LARGEST, percent, shares_of

ENOUGH = 0.90
#: p(猫) = σ(s)², since the four exponentials are (e^s)², e^s, e^s, 1 = factors of (e^s + 1)².
THRESHOLD = float(np.log(math.sqrt(ENOUGH) / (1 - math.sqrt(ENOUGH))))
SCALE = math.ceil(100 * THRESHOLD) / 100

#: The number is asked to two decimals; a float that was computed may miss it by a hair.
_AS_TYPED = Tolerance(absolute=1e-6)


@task("03-by-hand/scale", points=3, takes=("scale",), section="03-shares")
def scale(trial: Trial, scale: Any) -> Iterator[Part]:
    """The smallest s with two decimals at which s · [1, 0, 1] gives 猫 more than 90 %."""
    prefix, name = "03-by-hand/scale", "scale"
    if untouched(scale):
        yield not_attempted(name, 3, say("value/not-attempted", name=name))
        return
    mistake = known_mistake(scale, _scale_mistakes(), _AS_TYPED)
    problem = problem_with(scale, name, ())
    if mistake is not None:
        yield wrong(name, 3, say(f"{prefix}/{mistake}"), misconception=mistake, got=scale)
        return
    if problem is not None:
        yield wrong(name, 3, problem, got=scale)
        return
    s = float(np.asarray(as_numbers(scale), dtype=float))
    if abs(s - SCALE) <= _AS_TYPED.absolute:
        yield right(name, 3)
        return
    message = _scale_message(s, prefix)
    yield wrong(name, 3, message, misconception=message.id.rsplit("/", 1)[1], got=scale)


def _scale_message(s: float, prefix: str) -> Message:
    if abs(s) > LARGEST:
        return say("value/infinite", name="scale")
    reached = {"scale": f"{s:.6g}", "share": percent(float(shares_of(s * H)[CAT]))}
    if s <= 0:
        return say(f"{prefix}/not-positive", **reached)
    if s > THRESHOLD:
        # More decimals than asked, but where they should be.
        return say(f"{prefix}/{'not-rounded' if s < SCALE else 'not-smallest'}", **reached)
    return say(f"{prefix}/too-small", **reached)


def _near(*centres: float) -> Mistake:
    """A test: one number, equal to one of `centres` as rounded down, up or to nearest."""

    def test(got: Array) -> bool:
        hundredths = [100 * centre for centre in centres]
        typed = {math.floor(x) for x in hundredths} | {math.ceil(x) for x in hundredths}
        return got.shape == () and (
            min(abs(100 * float(got) - x) for x in typed) < 1e-4
            or min(abs(float(got) - x) for x in centres) < 5e-4
        )

    return test


def _scale_mistakes() -> dict[str, Mistake]:
    odds = ENOUGH / (1 - ENOUGH)  # 9: what 猫 needs against all others together
    return {
        "vector": lambda got: got.shape == (3,),
        "rounded-down": math.floor(100 * THRESHOLD) / 100,
        "temperature": _near(1 / THRESHOLD),
        "one-rival": _near(math.log(odds)),
        "without-run": _near(math.log(2 * odds)),
        "three-equal-rivals": _near(math.log(3 * odds)),
        "length": _near(SCALE * math.sqrt(2), THRESHOLD * math.sqrt(2)),
        "logit": _near(2 * SCALE, 2 * THRESHOLD),
        "share-itself": lambda got: got.shape == () and float(got) in (ENOUGH, 90.0),
        "scaled-share": _near(ENOUGH / float(shares_of(H)[CAT])),
        "hundredths": 100 * SCALE,
    }

"""Two tasks that ask for h: one that makes 跑 likely, and how far to stretch the chapter's."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...four_words import GLOSSES, W_OUT, WORDS, H, sgd_step
from ...softmax import logits, softmax
from ..messages import Message, say
from ..registry import Trial, task
from ..result import Part
from ..values import (
    Array,
    Mistake,
    Tolerance,
    as_numbers,
    known_mistake,
    not_attempted,
    not_run,
    problem_with,
    right,
    untouched,
    wrong,
)

CAT, RUN = WORDS.index("猫"), WORDS.index("跑")

#: Beyond this a score overflows; no sensible answer comes near it.
_LARGEST = 1e100


def _shares(h: Array) -> Array:
    return softmax(logits(h, W_OUT))


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"


# -- favour-run ----------------------------------------------------------------------------

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
    if problem is None and np.abs(np.asarray(as_numbers(h_run), dtype=float)).max() > _LARGEST:
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
    length, p = float(np.linalg.norm(h)), _shares(h)
    rival = int(np.argmax(np.where(np.arange(4) == RUN, 0, p)))
    facts = {
        "length": f"{length:.3f}",
        "share": _percent(p[RUN]),
        "rival": WORDS[rival],
        "rival_gloss": GLOSSES[rival],
        "rival_share": _percent(p[rival]),
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
    if length < LONGEST - 0.01 and _shares(h * LONGEST / length)[RUN] > WANTED:
        return "too-short"
    if _along(h, -W_OUT[CAT]):
        return "opposite-cat"
    return "rival-remains"


# -- scale ---------------------------------------------------------------------------------

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
    if abs(s) > _LARGEST:
        return say("value/infinite", name="scale")
    reached = {"scale": f"{s:.6g}", "share": _percent(float(_shares(s * H)[CAT]))}
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
        "scaled-share": _near(ENOUGH / float(_shares(H)[CAT])),
        "hundredths": 100 * SCALE,
    }

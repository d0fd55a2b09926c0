"""Which of five distributions no h can produce. Why is a written answer, graded by a person."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from lmhead.checks.registry import task
from lmhead.checks.result import Part
from lmhead.checks.trial import Trial
from lmhead.checks.values import choice
from lmhead.messages import Message, say

#: Over 猫, 狗, 鱼, 跑. In this head z猫 + z跑 = z狗 + z鱼, so p猫·p跑 = p狗·p鱼 for every h.
DISTRIBUTIONS = {
    "A": (0.25, 0.25, 0.25, 0.25),
    "B": (0.40, 0.40, 0.10, 0.10),
    "C": (0.40, 0.10, 0.10, 0.40),
    "D": (0.42, 0.18, 0.28, 0.12),
    "E": (0.18, 0.72, 0.02, 0.08),
}
IMPOSSIBLE = "C"


def producer(shares: tuple[float, ...]) -> tuple[float, float, float]:
    """An h with these shares, if there is one.

    Only differences of logits count. 猫 leads 狗 by the third number of h; 狗 leads 跑 by the
    first number minus the second, so the second may be 0.
    """
    cat, dog, _, run = shares
    return (math.log(dog / run), 0.0, math.log(cat / dog))


@task("03-by-hand/impossible", points=1, takes=("impossible",), section="03-limits")
def impossible(trial: Trial, impossible: Any) -> Iterator[Part]:
    """The letter. A wrong one is answered with an h that has those shares."""
    yield choice(
        "letter",
        1,
        impossible,
        IMPOSSIBLE,
        name="impossible",
        replies={letter: _reply(letter) for letter in DISTRIBUTIONS if letter != IMPOSSIBLE},
    )


def _reply(letter: str) -> Message:
    first, second, third = (f"{number + 0.0:.3f}" for number in producer(DISTRIBUTIONS[letter]))
    return say(
        f"03-by-hand/impossible/{letter.lower()}", letter=letter, h=f"[{first}, {second}, {third}]"
    )

"""The chain of numbers from h to the shares, for an h that no page prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ... import four_words
from ...softmax import logits as dot_products
from ..messages import say
from ..registry import Trial, task
from ..result import Part
from ..values import Array, Mistake, Tolerance, as_numbers, decimals, not_run, numbers, right

PREFIX = "03-by-hand/chain"
PLACES = 3

CHAIN_H = np.array([1.0, -1.0, 2.0])
LOGITS = dot_products(CHAIN_H, four_words.W_OUT)
EXPONENTIALS = np.exp(LOGITS)
TOTAL = EXPONENTIALS.sum()
SHARES = EXPONENTIALS / TOTAL

#: Where a part is computed from the learner's own numbers, these may have been rounded to three
#: decimals: 0.0005 in a logit changes its exponential by 0.05 %; 0.0005 in each of four
#: exponentials changes their total by 0.002 and, where that total is 2 or more, a share by 0.1 %
#: and 0.00025. A tenth of a percent and one unit of the third decimal cover both. (With the right
#: numbers, rounding on the way changes no third decimal.)
FOLLOWS_WITHIN = Tolerance(absolute=1e-3, relative=1e-3)


@task(
    PREFIX, points=4, takes=("logits", "exponentials", "total", "shares"), section="03-dot-products"
)
def chain(trial: Trial, logits: Any, exponentials: Any, total: Any, shares: Any) -> Iterator[Part]:
    """Logits, exponentials, their total and the shares for h = [1, −1, 2], to three decimals.

    Each of the four is worth a point, and one mistake costs one point: what is computed
    correctly from an earlier number that is wrong counts, and the message says so. It does not
    where the earlier numbers would make the step trivial (all alike), where the chapter prints
    the answer, or where they cannot be what they should be (an exponential that is not
    positive, shares that do not add up to 1): then the part is not judged until they are right.
    """
    yield _numbers("logits", logits, LOGITS, _logits_mistakes())
    # From here on z and e are the learner's own numbers, where they can be computed with.
    z = _own(logits, LOGITS, limit=300)  # a power of 10 overflows at 308

    part = _numbers("exponentials", exponentials, EXPONENTIALS, _exponentials_mistakes(z))
    fair = _shows_the_step(z, four_words.LOGITS)
    yield _follow(part, exponentials, np.exp(z), needs="logits", fair=fair)
    e = _own(exponentials, EXPONENTIALS)

    positive = bool((e > 0).all())
    fair = positive and _shows_the_step(e, four_words.EXPONENTIALS)
    part = _numbers("total", total, TOTAL, _total_mistakes(z, e))
    yield _follow(part, total, e.sum(), needs="exponentials", fair=fair)
    divisor = _own(total, TOTAL)

    part = _numbers("shares", shares, SHARES, _shares_mistakes(z, e))
    if e.sum() != 0:
        part = _follow(part, shares, e / e.sum(), needs="exponentials", fair=fair)
    if divisor > 0:
        part = _follow(part, shares, e / divisor, needs="total", fair=False)
    yield part


def _numbers(name: str, value: Any, expected: Any, mistakes: dict[str, Mistake]) -> Part:
    return numbers(
        name,
        1,
        value,
        expected,
        name=name,
        places=PLACES,
        prefix=PREFIX,
        mistakes=mistakes,
    )


def _own(value: Any, expected: Any, limit: float = 1e6) -> Array:
    """The learner's earlier number(s) where the next step can be computed from them, else ours."""
    array, ours = as_numbers(value), np.asarray(expected)
    if array is None or array.shape != ours.shape or not np.isfinite(array).all():
        return ours
    return array.astype(float) if np.abs(array).max() < limit else ours


def _shows_the_step(own: Array, page: Array) -> bool:
    """Whether computing on from these numbers shows that one can."""
    printed = decimals(PLACES).accepts(np.sort(own), np.sort(page))
    return not printed and float(np.ptp(own)) > 0.01


def _follow(part: Part, value: Any, own: Any, *, needs: str, fair: bool) -> Part:
    """A part judged wrong, looked at again: is it what the learner's own numbers lead to?"""
    got, target = as_numbers(value), np.asarray(own)
    if part.status != "wrong" or got is None or got.shape != target.shape:
        return part
    if not FOLLOWS_WITHIN.accepts(got.astype(float), target):
        return part
    if fair:
        message = say("value/follows", name=part.id, needs=needs)
        return right(part.id, part.max_points, message)
    return not_run(part.id, part.max_points, say("value/needs", name=part.id, needs=needs))


# -- known mistakes ------------------------------------------------------------------------


def _another_order(expected: Array) -> Callable[[Array], bool]:
    """Whether the numbers are the expected ones, given to other words."""

    def test(got: Array) -> bool:
        comparable = got.shape == expected.shape
        return comparable and decimals(PLACES).accepts(np.sort(got), np.sort(expected))

    return test


def _logits_mistakes() -> dict[str, Mistake]:
    lengths = np.linalg.norm(four_words.W_OUT, axis=1) * np.linalg.norm(CHAIN_H)
    return {
        "chapter-h": four_words.LOGITS,
        "lost-sign": dot_products(np.abs(CHAIN_H), four_words.W_OUT),
        "no-negative": np.abs(LOGITS),
        "middle-ignored": dot_products(CHAIN_H * [1, 0, 1], four_words.W_OUT),
        "not-added": four_words.W_OUT * CHAIN_H,
        "cosine": LOGITS / lengths,
        "other-order": _another_order(LOGITS),
    }


def _exponentials_mistakes(z: Array) -> dict[str, Mistake]:
    return {
        "no-exponential": z,
        "base-10": 10.0**z,
        "base-2": 2.0**z,
        "times-e": np.e * z,
        "minus-sign": np.exp(-z),
        "minus-dropped": np.exp(np.abs(z)),
        "shifted": np.exp(z - z.max()),
        "chapter-h": four_words.EXPONENTIALS,
        "other-order": _another_order(np.exp(z)),
    }


def _total_mistakes(z: Array, e: Array) -> dict[str, Mistake]:
    mistakes: dict[str, Mistake] = {
        "sum-of-logits": z.sum(),
        "exponential-of-sum": np.exp(np.clip(z.sum(), -300, 300)),
        "mean": e.mean(),
        "total-of-shares": 1.0,
        "chapter-h": four_words.TOTAL,
    }
    if e.sum() > 0:
        mistakes["log-total"] = np.log(e.sum())
    return mistakes


def _shares_mistakes(z: Array, e: Array) -> dict[str, Mistake]:
    p = SHARES if e.min() <= 0 else e / e.sum()
    mistakes: dict[str, Mistake] = {
        "not-divided": e,
        "by-largest": p / p.max(),
        "percent": 100 * p,
        "log-shares": np.log(p),
        "chapter-h": four_words.PROBABILITIES,
        "other-order": _another_order(p),
    }
    if z.sum() != 0:
        mistakes["divided-logits"] = z / z.sum()
    return mistakes

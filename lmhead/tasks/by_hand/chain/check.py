"""The chain of numbers from h to the shares, for an h that no page prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from lmhead import four_words
from lmhead.checks.coerce import as_numbers
from lmhead.checks.formatting import format_value
from lmhead.checks.parts import not_run, right
from lmhead.checks.registry import task
from lmhead.checks.result import Part
from lmhead.checks.tolerance import Array, Tolerance, decimals
from lmhead.checks.trial import Trial
from lmhead.checks.values import Mistake, numbers
from lmhead.messages import say
from lmhead.softmax import logits as dot_products

PREFIX = "03-by-hand/chain"
PLACES = 3


@dataclass(frozen=True)
class ChainNumbers:
    """What the task starts from: h, (3,), and W_out, (4, 3). A course may have its own."""

    h: Any = (1.0, -1.0, 2.0)
    w_out: Any = tuple(map(tuple, four_words.W_OUT))

    def __post_init__(self) -> None:
        """Raise ValueError, with a sentence, for numbers that the task cannot start from."""
        for name, shape in (("h", (3,)), ("w_out", four_words.W_OUT.shape)):
            array = as_numbers(getattr(self, name))
            if array is None or array.shape != shape or not np.isfinite(array).all():
                raise ValueError(f"{name} should hold numbers, in the shape {shape}")
            object.__setattr__(self, name, array.astype(float))
        if np.abs(self.logits).max() > 20:
            raise ValueError("a logit is beyond 20, where three decimals mean nothing by hand")
        if not _shows_the_step(self.logits, four_words.LOGITS):
            raise ValueError("the logits are all alike, or those that the chapter prints")

    @cached_property
    def logits(self) -> Array:
        return dot_products(self.h, self.w_out)

    @cached_property
    def exponentials(self) -> Array:
        exponentials: Array = np.exp(self.logits)
        return exponentials

    @property
    def total(self) -> float:
        return float(self.exponentials.sum())

    @property
    def shares(self) -> Array:
        shares: Array = self.exponentials / self.total
        return shares


#: Where a part is computed from the learner's own numbers, these may have been rounded to three
#: decimals: 0.0005 in a logit changes its exponential by 0.05 %; 0.0005 in each of four
#: exponentials changes their total by 0.002 and, where that total is 2 or more, a share by 0.1 %
#: and 0.00025. A tenth of a percent and one unit of the third decimal cover both. Where the earlier
#: numbers are right, there is nothing to make up for: three decimals of what they lead to.
FOLLOWS_WITHIN = Tolerance(absolute=1e-3, relative=1e-3)


@task(
    PREFIX,
    points=4,
    takes=("logits", "exponentials", "total", "shares"),
    section="03-dot-products",
    given=ChainNumbers,
)
def chain(trial: Trial, logits: Any, exponentials: Any, total: Any, shares: Any) -> Iterator[Part]:
    """Logits, exponentials, their total and the shares for h = [1, −1, 2], to three decimals.

    Each of the four is worth a point, and one mistake costs one point: what is computed
    correctly from an earlier number that is wrong counts, and the message says so. It does not
    where the earlier numbers would make the step trivial (all alike), where the chapter prints
    the answer, or where they cannot be what they should be (an exponential that is not
    positive, a total of 1): then the part is not judged until they are right.
    """
    start = trial.given(ChainNumbers)
    yield _numbers("logits", logits, start.logits, _logits_mistakes(start), start)
    # From here on z and e are the learner's own numbers, where they can be computed with.
    z = _own(logits, start.logits, limit=300)  # a power of 10 overflows at 308

    part = _numbers(
        "exponentials", exponentials, start.exponentials, _exponentials_mistakes(z), start
    )
    fair = _shows_the_step(z, four_words.LOGITS)
    within = _following(z, start.logits)
    yield _follow(part, exponentials, np.exp(z), within, needs="logits", fair=fair)
    e = _own(exponentials, start.exponentials)

    positive = bool((e > 0).all())
    fair = positive and _shows_the_step(e, four_words.EXPONENTIALS)
    within = _following(e, start.exponentials)
    part = _numbers("total", total, start.total, _total_mistakes(z, e), start)
    yield _follow(part, total, e.sum(), within, needs="exponentials", fair=fair)
    divisor = _own(total, start.total)

    part = _numbers("shares", shares, start.shares, _shares_mistakes(z, e, start), start)
    if e.sum() != 0:
        part = _follow(part, shares, e / e.sum(), within, needs="exponentials", fair=fair)
    if divisor > 0 and not decimals(PLACES).accepts(divisor, np.asarray(start.total)):
        # Dividing by 1, or by the total that the chapter prints, would show nothing.
        fair = fair and abs(float(divisor) - 1) > 0.01
        fair = fair and not decimals(PLACES).accepts(divisor, np.asarray(four_words.TOTAL))
        part = _follow(part, shares, e / divisor, FOLLOWS_WITHIN, needs="total", fair=fair)
    yield part


def _numbers(
    name: str, value: Any, expected: Any, mistakes: dict[str, Mistake], start: ChainNumbers
) -> Part:
    return numbers(
        name,
        1,
        value,
        expected,
        name=name,
        places=PLACES,
        prefix=PREFIX,
        mistakes=mistakes,
        facts={"h": format_value(start.h).replace("-", "−")},
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


def _following(own: Array, expected: Array) -> Tolerance:
    """How near a number has to be to what the learner's earlier ones lead to."""
    return decimals(PLACES) if decimals(PLACES).accepts(own, expected) else FOLLOWS_WITHIN


def _follow(part: Part, value: Any, own: Any, within: Tolerance, *, needs: str, fair: bool) -> Part:
    """A part judged wrong, looked at again: is it what the learner's own numbers lead to?"""
    got, target = as_numbers(value), np.asarray(own)
    if part.status != "wrong" or got is None or got.shape != target.shape:
        return part
    if not within.accepts(got.astype(float), target):
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


def _logits_mistakes(start: ChainNumbers) -> dict[str, Mistake]:
    h, w_out, z = start.h, start.w_out, start.logits
    lengths = np.linalg.norm(w_out, axis=1) * np.linalg.norm(h)
    return {
        "chapter-h": four_words.LOGITS,
        "lost-sign": dot_products(np.abs(h), w_out),
        "no-negative": np.abs(z),
        "middle-ignored": dot_products(h * [1, 0, 1], w_out),
        "not-added": w_out * h,
        "cosine": z / np.where(lengths > 0, lengths, 1),
        "other-order": _another_order(z),
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


def _shares_mistakes(z: Array, e: Array, start: ChainNumbers) -> dict[str, Mistake]:
    p = start.shares if e.min() <= 0 else e / e.sum()
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

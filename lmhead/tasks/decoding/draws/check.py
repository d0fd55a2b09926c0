"""Many draws at once: counts that fit the shares, and a generator that is used as passed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from lmhead.checks.compare import no_value
from lmhead.checks.formatting import describe_type, format_call
from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import CallOutcome, Case
from lmhead.checks.parts import wrong
from lmhead.checks.random_numbers import sixteenths
from lmhead.checks.result import Part
from lmhead.checks.tolerance import Array
from lmhead.decoding import sample as reference
from lmhead.messages import Message, say
from lmhead.wire.subject import Seeded

from ..word_ids import as_ids

NAME = "draws"
PREFIX = "04-decoding/draws"

#: Draws of the first case, and of those that are there for words without a share, or for many.
DRAWS, FEWER = 10_000, 2_000
#: At most so many comparisons of a count with its share: 4 cases of at most 7 words.
COMPARISONS = 28
#: The counts of a right answer are refused with at most this chance.
#:
#: Bernstein's inequality for n draws of a word of share p:
#:     P(|count / n − p| ≥ t) ≤ 2 exp(−n t² / (2 (p (1 − p) + t / 3))).
#: The right side is a when t = L / 3n + √((L / 3n)² + 2 p (1 − p) L / n) with L = ln(2 / a).
#: With a = 4e-10 / 28 = 1.4e-11, L = 25.7. At n = 10,000, L / 3n = 0.0009, so
#:     p = 1/2:  t = 0.0009 + √(7.3e-7 + 2 · 0.25 · 25.7 / 10000)   = 0.0367
#:     p = 1/16: t = 0.0009 + √(7.3e-7 + 2 · 0.0586 · 25.7 / 10000) = 0.0182
#: and at n = 2,000, where L / 3n = 0.0043,
#:     p = 1/16: t = 0.0043 + √(1.8e-5 + 2 · 0.0586 · 25.7 / 2000)  = 0.0433
#: A word of 1/16 that is never drawn is off by 0.0625, more than what is allowed. Over the 28
#: comparisons together the chance of a false alarm is at most 28 a = 4e-10.
#:
#: What else is looked at adds less than 2e-10 (`_NEVER`, `_DEPENDENT`, `even`), so that all that
#: is judged of the draws refuses a right answer less than once in a billion checks.
FALSE_ALARM = 4e-10
#: A word that never comes is missed by chance with (1 − p)^n = exp(n ln(1 − p)); where this is
#: below exp(−27) = 1.9e-12, it should have come. 28 words: at most 5.3e-11.
_NEVER = 27.0
#: Pairs of draws, each draw in one pair, are independent too. A pair of words (i, j) comes with
#: q = p_i p_j, and by Chernoff's bound P(m KL(count / m, q) ≥ l) ≤ 2 exp(−l) among m pairs, where
#: KL(f, q) = f ln(f / q) + (1 − f) ln((1 − f) / (1 − q)). Four ways to pair draws, 16 pairs of
#: words: 64 · 2 exp(−28) = 8.9e-11.
_DEPENDENT = 28.0


def _show(name: str, args: tuple[Any, ...]) -> str:
    p, seeded, size = args
    return f"{format_call(name, (p,))[:-1]}, np.random.default_rng({seeded.seed}), {size})"


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(2**31))


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((np.array([0.125, 0.5, 0.0625, 0.3125]), Seeded(_seed(rng)), DRAWS))
    yield Case((sixteenths(rng, 5, zeros=(0, 3)), Seeded(_seed(rng)), FEWER))
    yield Case((sixteenths(rng, 7), Seeded(_seed(rng)), FEWER))
    yield Case((np.array([1.0]), Seeded(_seed(rng)), 3))
    yield Case((sixteenths(rng, 2), Seeded(_seed(rng)), 1))  # one draw is an array too
    # The third word's interval lies between two hundredths: a u in steps never falls into it.
    below = (int(rng.integers(20, 80)) + 0.5) / 100
    before, behind = below - 1 / 512, 1 - below - 1 / 512
    rare = np.array([0.6 * before, 0.4 * before, 1 / 256, 0.55 * behind, 0.45 * behind])
    yield Case((rare, Seeded(_seed(rng)), DRAWS))


# -- counts -------------------------------------------------------------------------------------


def allowed(p: Array, n: int) -> Array:
    """How far a fraction of n draws may be from each share of p (V,)."""
    level = math.log(2 * COMPARISONS / FALSE_ALARM)
    third = level / (3 * n)
    distance: Array = third + np.sqrt(third**2 + 2 * p * (1 - p) * level / n)
    return np.where(p > 0, distance, 0.0)  # what has no share is never drawn


def fits(ids: Sequence[int], p: Array) -> bool:
    """Whether the ids may be draws by these shares."""
    n = len(ids)
    if min(ids) < 0 or max(ids) >= len(p):  # before they are counted: an id may be 10**8
        return False
    fractions = np.bincount(ids, minlength=len(p)) / n
    with np.errstate(divide="ignore"):
        missing = (fractions == 0) & (-n * np.log1p(-p) > _NEVER)
    return bool(not missing.any() and (np.abs(fractions - p) <= allowed(p, n) + 1e-12).all())


def independent(ids: Sequence[int], p: Array) -> bool:
    """Whether ids that fit the shares p (V,) also come independently of one another.

    Looked at are pairs of neighbours, of draws two apart and half the length apart, and of the
    first with the last, the second with the one before it, and so on.
    """
    n = len(ids) - len(ids) % 4
    drawn = np.asarray(ids)[:n]
    fours = drawn.reshape(-1, 4)
    ways = (
        (drawn[::2], drawn[1::2]),
        (fours[:, :2].ravel(), fours[:, 2:].ravel()),
        (drawn[: n // 2], drawn[n // 2 :]),
        (drawn[: n // 2], drawn[: n // 2 - 1 : -1]),
    )
    due = np.outer(p, p).ravel()
    for first, second in ways:
        found = np.bincount(first * len(p) + second, minlength=due.size) / len(first)
        if (len(first) * _divergence(found, due) > _DEPENDENT).any():
            return False
    return True


def _divergence(f: Array, q: Array) -> Array:
    """KL(f, q) of two chances each, in nats; where q is 0 or 1 so is f, and it is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        yes = np.where(f > 0, f * np.log(f / q), 0.0)
        no = np.where(f < 1, (1 - f) * np.log((1 - f) / (1 - q)), 0.0)
    divergence: Array = np.nan_to_num(yes + no)
    return divergence


def even(ids: Sequence[int], p: Array) -> bool:
    """Whether every count is as near to its share as whole numbers allow.

    The counts of draws are so with a chance of about the volume of such counts over
    √((2πn)^(V−1) Π p): below 4e-5 (4 words of 10,000), 1e-4 (5 of 2,000) and 2e-6 (7 of 2,000) in
    the first three cases, and below 1e-13 in all of them.
    """
    counts = np.bincount(ids, minlength=len(p))
    return bool((np.abs(counts - len(ids) * p) <= 1).all())


def _problem(value: Any, expected: Any) -> Message | None:
    """Type and count of the ids; whether they fit the shares is judged with the case."""
    unreadable = no_value(value, NAME)
    if unreadable is not None:
        return unreadable
    ids = as_ids(value)
    if ids is None:
        return say("04-decoding/common/not-ids", name=NAME, kind=describe_type(value))
    size = len(expected)
    if len(ids) != size:
        return say(f"{PREFIX}/wrong-size", name=NAME, got=len(ids), expected=size)
    return None


def _fitting(part: Part, outcomes: Sequence[CallOutcome]) -> Part:
    """The verdict on the counts, where there are as many ids as were asked for."""
    if part.status != "right":
        return part
    off = [item for item in outcomes if not _has_fitting_ids(item)]
    if not off:
        return _like_draws(part, outcomes)
    known = next(
        (
            name
            for name, instead in INSTEAD.items()
            if all(_looks_like(item, instead) for item in off)
        ),
        None,
    )
    p, _, _ = off[0].case.args
    ids = as_ids(off[0].reply.value) or [0]
    fractions = np.bincount(np.clip(ids, 0, len(p)), minlength=len(p)) / len(ids)
    message = say(f"{PREFIX}/{known or 'other-counts'}", name=NAME)
    case = _show(NAME, off[0].case.args)
    return wrong(
        part.id, part.max_points, message, misconception=known, case=case, expected=p, got=fractions
    )


def _like_draws(part: Part, outcomes: Sequence[CallOutcome]) -> Part:
    """The verdict on ids that come as often as they should: whether chance made them."""
    drawn = [(item, as_ids(item.reply.value) or [], item.case.args[0]) for item in outcomes[:3]]
    if all(even(ids, p) for _, ids, p in drawn):
        known = "counts-fixed"
    elif not independent(*drawn[0][1:]):
        known = "dependent"
    else:
        return part
    case = _show(NAME, drawn[0][0].case.args)
    message = say(f"{PREFIX}/{known}", name=NAME)
    return wrong(part.id, part.max_points, message, misconception=known, case=case)


def _reference(p: Array, rng: Seeded, size: int) -> Array:
    drawn: Array = reference(p, np.random.default_rng(rng.seed), size)
    return drawn


def _has_fitting_ids(item: CallOutcome) -> bool:
    p, _, _ = item.case.args
    ids = as_ids(item.reply.value) or []
    return bool(ids) and fits(ids, p)


#: Known mistakes, by the shares that their draws have instead.
INSTEAD: Mapping[str, Callable[[Array], Array]] = {
    "all-alike": lambda p: np.zeros(0),  # one word every time, whichever: see `_looks_like`
    "equal-shares": lambda p: np.full(len(p), 1 / len(p)),
    "softmax-again": lambda p: np.exp(p) / np.exp(p).sum(),
    "squared": lambda p: p**2 / (p**2).sum(),
    "best-few": lambda p: _best(p, 2),
    "best-three": lambda p: _best(p, 3),
    "order-turned": lambda p: p[::-1],
    "rank-not-id": lambda p: np.sort(p)[::-1],
    "counted-from-1": lambda p: np.concatenate([[0.0], p]),
}


def _best(p: Array, count: int) -> Array:
    kept = np.where(p >= np.sort(p)[-min(count, len(p))], p, 0.0)
    shares: Array = kept / kept.sum()
    return shares


def _looks_like(item: CallOutcome, instead: Callable[[Array], Array]) -> bool:
    p, _, _ = item.case.args
    ids = as_ids(item.reply.value) or []
    if not ids or min(ids) < 0:
        return False
    shares = instead(p)
    if shares.size == 0:
        return len(set(ids)) == 1
    return fits(ids, shares)


# -- the generator ------------------------------------------------------------------------------


def _generator_cases(rng: np.random.Generator) -> Iterator[Case]:
    """The same seed twice, then another. 200 draws from four equal shares agree by chance in one
    of 4**200 cases.
    """
    first = _seed(rng)
    for seed in (first, first, first + 1):
        yield Case((np.full(4, 0.25), Seeded(seed), 200))


def _repeats(part: Part, outcomes: Sequence[CallOutcome]) -> Part:
    """Whether the same seed gave the same ids, and another seed others."""
    if part.status != "right":
        return part
    once, again, other = (as_ids(item.reply.value) for item in outcomes)
    if once != again:
        known = "own-generator"
    elif once == other:
        known = "same-every-time"
    else:
        return part
    message = say(f"{PREFIX}/{known}", name=NAME)
    case = _show(NAME, outcomes[0].case.args)
    return wrong(part.id, part.max_points, message, misconception=known, case=case)


# -- what is asked ------------------------------------------------------------------------------

DRAWS_TASK = FunctionTask(
    NAME,
    ("p", "rng", "size"),
    PREFIX,
    _reference,
    (
        Values("counts", 1, _cases, review=_fitting),
        Values("generator", 1, _generator_cases, review=_repeats),
    ),
    problem=_problem,
    show=_show,
)

register(DRAWS_TASK, section="04-draws", own_cases=False)

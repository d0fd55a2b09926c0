"""A draw by intervals: the interval of each word, and which one a random number falls into."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from lmhead.checks.compare import array_or_lists
from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import CallOutcome, Case, Mistake
from lmhead.checks.random_numbers import sixteenths
from lmhead.checks.result import Part
from lmhead.checks.tolerance import ROUNDING, Array
from lmhead.decoding import intervals as reference_intervals
from lmhead.decoding import pick as reference_pick
from lmhead.four_words import PROBABILITIES
from lmhead.messages import say

from ..word_ids import as_id, id_problem

PREFIX = "04-decoding/pick"

#: What is judged is the rule, not the last digits; float32 is right on ordinary numbers.
WITHIN = ROUNDING["float32"]
#: The largest number below 1 that a float can hold.
ALMOST_1 = float(np.nextafter(1.0, 0.0))

# -- cases --------------------------------------------------------------------------------------


def _unsorted(rng: np.random.Generator, positive: int) -> Array:
    """Sixteenths that do not fall from the first to the last."""
    while True:
        shares = sixteenths(rng, positive)
        if (np.diff(shares) > 0).any():
            return shares


def _rising(rng: np.random.Generator) -> Array:
    """Sixteenths that rise from the first word to the last, which has more than twice its share.

    Then the middle of the last interval lies before the last interval of the sorted shares.
    """
    while True:
        shares = np.sort(sixteenths(rng, 4))
        if 2 * shares[0] < shares[-1]:
            return shares


def _share_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((PROBABILITIES,))
    yield Case((_unsorted(rng, 3),))
    yield Case((_unsorted(rng, 5),))
    yield Case((sixteenths(rng, 3, zeros=(1,)),))
    yield Case((np.array([1.0]),))


def _inside_cases(rng: np.random.Generator) -> Iterator[Case]:
    for u in (0.02, 0.6, 0.75, 0.95):
        yield Case((PROBABILITIES, u))
    # Of each interval a half or a quarter before its end: multiples of 1/64, exact.
    for shares, before_ends in ((_rising(rng), (1 / 2, 1 / 4)), (_unsorted(rng, 5), (1 / 4,))):
        for before_end in before_ends:
            for u in np.cumsum(shares) - shares * before_end:
                yield Case((shares, float(u)))
    yield Case((np.array([1.0]), 0.5))


def _cut_cases(rng: np.random.Generator) -> Iterator[Case]:
    """u where an interval begins, 0 included; words without a share first, amid and last."""
    for zeros in ((), (2,), (0, 3, 6)):
        shares = sixteenths(rng, 4, zeros)
        starts = np.cumsum(shares) - shares
        for u in np.unique(starts[shares > 0]):
            yield Case((shares, float(u)))


def _end_cases(rng: np.random.Generator) -> Iterator[Case]:
    """u above the last cumulative sum, which rounding left below 1."""
    tenths = np.full(10, 0.1)  # ten times 0.1 in floats is 0.9999999999999999
    yield Case((tenths, ALMOST_1))
    yield Case((np.append(tenths, 0.0), ALMOST_1))
    for dtype, u in ((np.float64, ALMOST_1), (np.float32, ALMOST_1)):
        for zeros in (0, 2):
            yield Case((np.append(_short(rng, dtype), np.zeros(zeros, dtype)), u))


def _short(rng: np.random.Generator, dtype: Any) -> Array:
    """Shares in hundredths whose cumulative sums, in their own precision, end below 1.

    A call with hundredths can be shown, and pasted, without another rounding.
    """
    while True:
        rows = 1 + rng.multinomial(93, np.full(7, 1 / 7), size=10)  # (10, 7), each of sum 100
        shares = (rows / 100).astype(dtype)
        below: Array = shares[np.cumsum(shares, axis=1)[:, -1] < 1]
        if len(below):
            first: Array = below[0]
            return first


# -- known mistakes -----------------------------------------------------------------------------


def _starts(p: Array) -> Array:
    starts: Array = np.concatenate([[0.0], np.cumsum(p)[:-1]])
    return starts


def _sorted_rows(p: Array) -> Array:
    falling = np.sort(p)[::-1]
    return np.column_stack([_starts(falling), np.cumsum(falling)])


def _sorted_cuts(p: Array) -> Array:
    rows: Array = np.empty((len(p), 2))
    rows[np.argsort(-p, kind="stable")] = _sorted_rows(p)
    return rows


INTERVAL_MISTAKES: dict[str, Mistake] = {
    "ends-only": lambda p: np.cumsum(p),
    "starts-only": _starts,
    "cuts-only": lambda p: np.concatenate([[0.0], np.cumsum(p)]),
    "rows-and-columns": lambda p: np.stack([_starts(p), np.cumsum(p)]),
    "lengths": lambda p: np.column_stack([_starts(p), p]),
    "all-from-zero": lambda p: np.column_stack([np.zeros(len(p)), p]),
    "sorted": (_sorted_rows, _sorted_cuts),
    "shares-not-summed": lambda p: np.column_stack([np.concatenate([[0.0], p[:-1]]), p]),
}


def _first_above_u(p: Array, u: float) -> int:
    """Walks along the shares without adding them up."""
    for k, share in enumerate(p):
        if u < share:
            return k
    return len(p) - 1


def _rank(p: Array, u: float) -> int:
    return int(np.searchsorted(np.cumsum(np.sort(p)[::-1]), u, side="right"))


def _by_rank(p: Array, u: float) -> int:
    return int(np.argsort(-p, kind="stable")[min(_rank(p, u), len(p) - 1)])


INSIDE_MISTAKES: dict[str, Mistake] = {
    "largest": lambda p, u: int(np.argmax(p)),
    "nearest-share": lambda p, u: int(np.argmin(np.abs(p - u))),
    "equal-intervals": (
        lambda p, u: int(u * len(p)),
        lambda p, u: round(u * (len(p) - 1)),
    ),
    "not-summed": (
        _first_above_u,
        lambda p, u: int(np.searchsorted(p, u)),
        lambda p, u: int(np.argmax(p > u)),
    ),
    "rank-not-id": _rank,
    "sorted": _by_rank,
    "interval-before": lambda p, u: max(int(np.searchsorted(np.cumsum(p), u, side="right")) - 1, 0),
    "counted-from-1": lambda p, u: int(np.searchsorted(np.cumsum(p), u, side="right")) + 1,
    "nearest-cut": lambda p, u: int(np.argmin(np.abs(np.cumsum(p) - u))),
    "from-the-end": lambda p, u: (
        len(p) - 1 - int(np.searchsorted(np.cumsum(p[::-1]), u, side="right"))
    ),
}
CUT_MISTAKES: dict[str, Mistake] = {
    # The cut itself belongs to the right one, and yet 0 falls on the first word of all.
    "zero-to-the-first": lambda p, u: (
        0 if u == 0 else int(np.searchsorted(np.cumsum(p), u, side="right"))
    ),
    "cut-to-the-left": (
        lambda p, u: int(np.searchsorted(np.cumsum(p), u, side="left")),
        lambda p, u: int(np.argmax(u <= np.cumsum(p))),
    ),
}
END_MISTAKES: dict[str, Mistake] = {
    "past-the-end": (
        lambda p, u: int(np.searchsorted(np.cumsum(p), u, side="right")),
        lambda p, u: int((np.cumsum(p) <= u).sum()),
    ),
    "first-at-the-end": (
        lambda p, u: int(np.argmax(u < np.cumsum(p))),
        lambda p, u: int(np.searchsorted(np.cumsum(p), u, side="right")) % len(p),
    ),
    "nothing-at-the-end": lambda p, u: (
        None if u >= np.cumsum(p)[-1] else int(np.searchsorted(np.cumsum(p), u, side="right"))
    ),
    "last-without-share": lambda p, u: min(
        int(np.searchsorted(np.cumsum(p), u, side="right")), len(p) - 1
    ),
}


# -- what is asked ------------------------------------------------------------------------------


def _whether_u_counts(part: Part, outcomes: Sequence[CallOutcome]) -> Part:
    """The part; where it says no more than that a word is wrong, with what becomes of u."""
    if part.message is None or part.message.id != "04-decoding/common/other-word":
        return part
    drawn: dict[bytes, list[tuple[float, int]]] = {}
    for item in outcomes:
        p, u = item.case.args
        drawn.setdefault(p.tobytes(), []).append((u, as_id(item.reply.value) or 0))
    words = [[word for _, word in sorted(row)] for row in drawn.values()]
    if all(len(set(row)) == 1 for row in words):
        known = "u-ignored"
    elif any(word < before for row in words for before, word in pairwise(row)):
        known = "not-in-order"
    else:
        return part
    return replace(part, message=say(f"{PREFIX}/{known}", name="pick"), misconception=known)


INTERVALS = FunctionTask(
    "intervals",
    ("p",),
    PREFIX,
    reference_intervals,
    (Values("intervals", 1, _share_cases, INTERVAL_MISTAKES),),
    tolerance=WITHIN,
    problem=array_or_lists("intervals", WITHIN),
)
PICK = FunctionTask(
    "pick",
    ("p", "u"),
    PREFIX,
    reference_pick,
    (
        Values("inside", 1, _inside_cases, INSIDE_MISTAKES, review=_whether_u_counts),
        Values("cuts", 1, _cut_cases, CUT_MISTAKES),
        Values("end", 1, _end_cases, END_MISTAKES),
    ),
    tolerance=WITHIN,
    problem=id_problem("pick"),
)

register(INTERVALS, PICK, section="04-intervals")

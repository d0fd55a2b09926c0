"""The shares at a temperature, and where it goes: to greedy at 0, to equal shares at infinity."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from lmhead.checks.coerce import as_numbers
from lmhead.checks.compare import array_or_lists
from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import CallOutcome, Case, Function, Mistake
from lmhead.checks.random_numbers import HAIR, distinct_quarters
from lmhead.checks.tolerance import RULE, Array
from lmhead.four_words import LOGITS
from lmhead.messages import Message, say
from lmhead.softmax import softmax

NAME = "shares_at"
PREFIX = "04-decoding/temperature"

#: What is judged is the rule, not the last digits.
WITHIN = RULE


def reference(z: Array, temperature: float) -> Array:
    """The shares (V,) at a temperature from 0 to infinity."""
    if temperature == 0:
        largest = z == z.max()
        even: Array = largest / largest.sum()
        return even
    if math.isinf(temperature):
        return np.full(len(z), 1 / len(z))
    return softmax(z, temperature=temperature)


def _why(failing: Sequence[CallOutcome]) -> tuple[CallOutcome, Message] | None:
    """Which property of shares the first wrong answer breaks; else if it is too sharp or flat."""
    item = failing[0]
    got = np.asarray(as_numbers(item.reply.value), dtype=float)
    if (got < 0).any():
        return item, say(f"{PREFIX}/negative-share", name=NAME)
    if abs(got.sum() - 1) > 1e-3:
        return item, say(f"{PREFIX}/other-total", name=NAME, total=f"{got.sum():.4g}")
    larger = item.expected[:, None] > item.expected + 1e-9
    if (larger & (got[:, None] < got - 1e-9)).any():
        return item, say(f"{PREFIX}/other-order", name=NAME)
    more = got.max() - item.expected.max()
    if abs(more) < 1e-6:
        return None
    return item, say(f"{PREFIX}/{'too-sharp' if more > 0 else 'too-flat'}", name=NAME)


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    for t in (0.25, 1.0, 2.0):
        yield Case((LOGITS, t))
    for V, t in ((3, 0.5), (6, 0.8), (4, 1.25), (5, 5.0)):
        yield Case((distinct_quarters(rng, V), t))
    yield Case((distinct_quarters(rng, 4), 2))  # an int is a temperature too
    yield Case((np.array([-1.5]), 0.5))


def _extreme_cases(rng: np.random.Generator) -> Iterator[Case]:
    near = rng.permutation([0.0, 0.5, 1.5])
    yield Case((near + 1000.0, 1.0))
    yield Case((near - 1000.0, 0.8))
    yield Case((distinct_quarters(rng, 5), 0.001))
    # A lead of 0.002 is one of 2 at this temperature: whoever stops T higher up misses it.
    yield Case((rng.permutation([0.002, 0.0, -0.25]), 0.001))
    yield Case((rng.permutation([2e-9, 0.0, -0.25]), 1e-9))
    yield Case((distinct_quarters(rng, 4), 1e6))


def _limit_cases(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((distinct_quarters(rng, 5), 0.0))
    tied = distinct_quarters(rng, 6)
    tied[rng.choice(6, 2, replace=False)] = 4.0
    yield Case((tied, 0.0))
    tied = distinct_quarters(rng, 5)
    tied[rng.choice(5, 3, replace=False)] = 5.0
    yield Case((tied, 0.0))
    # No tie, but nearly one: the largest takes everything all the same.
    near = np.append(distinct_quarters(rng, 3) - 4.0, [0.0, HAIR])
    yield Case((rng.permutation(near), 0.0))
    yield Case((distinct_quarters(rng, 4), math.inf))
    yield Case((distinct_quarters(rng, 6), math.inf))


# -- known mistakes -----------------------------------------------------------------------------


def _power(z: Array, t: float) -> Array:
    scaled: Array = softmax(z) ** (1 / t)
    return scaled


def _divided(z: Array, t: float) -> Array:
    shares: Array = z / t / (z / t).sum()
    return shares


def _naive(z: Array, t: float) -> Array:
    e = np.exp(z / t)
    shares: Array = e / e.sum()
    return shares


def _first_largest(z: Array, t: float) -> Array:
    if t != 0:
        return reference(z, t)
    onehot: Array = (np.arange(len(z)) == np.argmax(z)).astype(float)
    return onehot


def _at_zero(z: Array, t: float, instead: Array) -> Array:
    return instead if t == 0 else reference(z, t)


#: What a temperature is kept above, or what is added to it, so that nothing is divided by 0.
_TINY = (0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-9, 1e-10, 1e-12)


def _floor(tiny: float, *, limits: bool = False) -> Function:
    return lambda z, t: (
        reference(z, t) if limits and math.isinf(t) else softmax(z, temperature=max(t, tiny))
    )


def _added(tiny: float, *, limits: bool = False) -> Function:
    return lambda z, t: (
        reference(z, t) if limits and math.isinf(t) else softmax(z, temperature=t + tiny)
    )


MISTAKES: dict[str, Mistake] = {
    "multiplied": lambda z, t: softmax(z * t),
    "ignored": lambda z, t: softmax(z),
    "shares-divided": lambda z, t: softmax(z) / t,
    "shares-scaled": lambda z, t: softmax(softmax(z) / t),
    "not-renormalised": (_power, lambda z, t: np.exp(z / t)),
    "logits-returned": lambda z, t: z / t,
    "no-exponential": _divided,
    "squared": lambda z, t: softmax(z / t**2),
    "log-shares": lambda z, t: np.log(softmax(z, temperature=t)),
}
EXTREME_MISTAKES: dict[str, Mistake] = {
    "overflow": (
        _naive,
        lambda z, t: np.nan_to_num(_naive(z, t)),
        # Subtracting the maximum after dividing, or raising shares to a power, does not help.
        lambda z, t: np.exp(z - z.max()) ** (1 / t) / (np.exp(z) ** (1 / t)).sum(),
    ),
    "powers-underflow": (
        lambda z, t: _power(z, t) / _power(z, t).sum(),
        lambda z, t: np.nan_to_num(_power(z, t) / _power(z, t).sum()),
        lambda z, t: (_naive(z, 1.0) ** (1 / t)) / (_naive(z, 1.0) ** (1 / t)).sum(),
    ),
    "clipped": lambda z, t: _naive(np.clip(z, -80 * t, 80 * t), t),
    "temperature-floor": (
        *(_floor(tiny) for tiny in _TINY if tiny > 1e-9),
        *(_added(tiny) for tiny in _TINY if tiny >= 1e-9),
    ),
}


def _near_tied(width: float) -> Function:
    """At 0, what is nearly the largest logit shares with it."""

    def mistake(z: Array, t: float) -> Array:
        near = np.isclose(z, z.max(), rtol=0, atol=width)
        return _at_zero(z, t, near / near.sum())

    return mistake


LIMIT_MISTAKES: dict[str, Mistake] = {
    "zero-nearly-tied": tuple(_near_tied(width) for width in (0.2, 0.1, 0.01, 1e-3, *_TINY)),
    "temperature-floor": (
        *(_floor(tiny, limits=True) for tiny in _TINY),
        *(_added(tiny, limits=True) for tiny in _TINY),
    ),
    "divided-by-zero": (
        lambda z, t: _naive(z, t),
        lambda z, t: _naive(z - z.max(), t),
        lambda z, t: _naive(z / t - (z / t).max(), 1.0),
    ),
    "zero-takes-one": _first_largest,
    "zero-is-one": lambda z, t: _at_zero(z, t, softmax(z)),
    "zero-is-uniform": lambda z, t: _at_zero(z, t, np.full(len(z), 1 / len(z))),
    "zero-not-shared": lambda z, t: _at_zero(z, t, (z == z.max()).astype(float)),
    "zero-gives-id": lambda z, t: int(np.argmax(z)) if t == 0 else reference(z, t),
    "infinity-is-one": lambda z, t: softmax(z) if math.isinf(t) else reference(z, t),
}


# -- what is asked ------------------------------------------------------------------------------

SHARES_AT = FunctionTask(
    NAME,
    ("z", "temperature"),
    PREFIX,
    reference,
    (
        Values("values", 1, _cases, MISTAKES, _why),
        Values("extremes", 1, _extreme_cases, EXTREME_MISTAKES, _why),
        Values("limits", 1, _limit_cases, LIMIT_MISTAKES, _why),
    ),
    tolerance=WITHIN,
    problem=array_or_lists(NAME, WITHIN),
)

register(SHARES_AT, section="04-temperature")

"""Softmax, written by the learner: any leading shape, any size of score, masks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from lmhead import softmax as reference
from lmhead.checks.compare import difference
from lmhead.checks.function_task import Dtype, FunctionTask, Kept, Values, counted, register
from lmhead.checks.functions import Case, Function, Mistake
from lmhead.checks.tolerance import Array
from lmhead.messages import Message, say

from ..rows import WITHIN, scores, total

PREFIX = "02-logits-softmax/softmax"
NAME = "softmax"


def _rows(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((scores(rng, 2),))
    yield Case((scores(rng, 4),))
    yield Case((scores(rng, 7),))
    yield Case((np.full(4, 1.5),))  # all alike
    yield Case((rng.permutation([-3, 1, 2, 4]),))  # integers
    yield Case((np.array([float(rng.integers(2, 9))]),))  # one word: the whole budget
    yield Case((scores(rng, 5).astype(np.float32),))


def _arrays(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((scores(rng, 2, 4),))  # (T, V)
    yield Case((scores(rng, 3, 3),))  # square: a total of the wrong shape fits
    yield Case((scores(rng, 1, 3),))
    yield Case((scores(rng, 2, 3, 4),))  # (B, T, V)
    yield Case((scores(rng, 2, 2, 3, 3),))  # as attention has them
    yield Case((np.asfortranarray(scores(rng, 4, 3)),))  # not contiguous
    yield Case((scores(rng, 2, 3).astype(np.float32),))
    yield Case((rng.permuted(np.tile([-2, 0, 1], (2, 1)), axis=1),))  # integers


def _large(rng: np.random.Generator) -> Iterator[Case]:
    near = rng.permutation([0.0, 0.5, 1.5])
    yield Case((near + 1000,))
    yield Case((near - 1000,))
    yield Case((near - 400,))
    yield Case((rng.permutation([1000.0, 999.0, -1000.0]),))
    yield Case((rng.permutation([1000.0, 999.0, -1000.0, -1000.0, -1000.0]),))
    yield Case(((near + 110).astype(np.float32),))
    yield Case(((near - 110).astype(np.float32),))


def _apart(rng: np.random.Generator) -> Iterator[Case]:
    """Rows so far apart that each needs a maximum of its own."""
    near = rng.permutation([0.0, 0.5, 1.5])
    yield Case((np.stack([near + 1000, near[::-1] - 1000]),))


def _masked(rng: np.random.Generator) -> Iterator[Case]:
    row = scores(rng, 4)
    row[rng.integers(4)] = -np.inf
    yield Case((row,))
    row = scores(rng, 5)
    row[rng.permutation(5)[:3]] = -np.inf
    yield Case((row,))
    row = np.full(3, -np.inf)
    row[rng.integers(3)] = 1.5
    yield Case((row,))  # one word is left


def _low(rng: np.random.Generator) -> Iterator[Case]:
    """Masked, and every other score is low too: no ordinary number stands for -inf."""
    for low in (-1000.0, -1e6):
        near = rng.permutation([0.0, 0.5])
        yield Case((np.insert(near + low, rng.integers(3), -np.inf),))


# -- known mistakes ------------------------------------------------------------------------


def _exp_over(power: Array, axis: int | None = -1) -> Array:
    return power / total(power, axis)


def _naive(z: Array) -> Array:
    return _exp_over(np.exp(z))


def _with_math(z: Array) -> Array:
    powers = [math.exp(score) for score in z]
    return np.array([power / sum(powers) for power in powers])


def _onehot_of_first(z: Array) -> Array:
    onehot: Array = (np.arange(len(z)) == z.argmax()).astype(float)
    return onehot


MISTAKES: dict[str, Mistake] = {
    # Wrong for integers alone, so these come first.
    "truncated": lambda z: reference.softmax(z).astype(z.dtype),
    "truncated:early": lambda z: np.exp(z - z.max()).astype(z.dtype).astype(float),
    "divided-logits": lambda z: z / z.sum(),
    "raised-and-divided": lambda z: (z - z.min()) / (z - z.min()).sum(),
    "absolute-divided": lambda z: np.abs(z) / np.abs(z).sum(),
    "divided-first": lambda z: np.exp(z / z.sum()),
    "divided-first:twice": lambda z: _naive(z / z.sum()),
    "divided-first:maximum": lambda z: _naive(z / z.max()),
    "divided-first:length": lambda z: _naive(z / np.linalg.norm(z)),
    "by-logits": lambda z: np.exp(z) / z.sum(),
    "by-largest": lambda z: np.exp(z - z.max()),
    "by-mean": lambda z: np.exp(z) / np.exp(z).mean(),
    "by-length": lambda z: np.exp(z) / np.linalg.norm(np.exp(z)),
    "not-divided": lambda z: np.exp(z),
    "total-of-logits": lambda z: np.exp(z) / np.exp(z.sum()),
    "logits-returned": lambda z: z,
    "logits-returned:shifted": lambda z: z - z.max(),
    "log-shares": reference.log_softmax,
    "minus-sign": lambda z: reference.softmax(-z),
    "base-2": lambda z: _exp_over(2.0**z),
    "base-10": lambda z: _exp_over(10.0**z),
    "percent": lambda z: 100 * reference.softmax(z),
    "sigmoid": lambda z: 1 / (1 + np.exp(-z)),
    "hard": _onehot_of_first,
    "hard:ties": lambda z: (z == z.max()).astype(float),
    "squared": lambda z: _exp_over(z**2),
    "total-enlarged": tuple(
        lambda z, tiny=tiny, way=way: way(z) / (total(way(z)) + tiny)
        for tiny in (0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6)
        for way in (np.exp, lambda z: np.exp(z - z.max(axis=-1, keepdims=True)))
    ),
}


def _over(z: Array, axis: int | None) -> Array:
    return _exp_over(np.exp(z), axis)


def _each_alone(z: Array) -> Array:
    """A loop over the first axis that takes each item for one row."""
    return np.array([_over(item, None) for item in z])


def _no_keepdims(largest: bool, dividing: bool) -> Function:
    """The maximum, the total or both lose their axis, and numpy lines them up with the words."""

    def mistake(z: Array) -> Array:
        power = np.exp(z - z.max(axis=-1, keepdims=not largest))
        shares: Array = power / power.sum(axis=-1, keepdims=not dividing)
        return shares

    return mistake


SHAPE_MISTAKES: dict[str, Function] = {
    "whole-array": lambda z: _over(z, None),
    "first-axis": lambda z: _over(z, 0),
    "positions": lambda z: _over(z, -2),
    "second-axis": lambda z: _over(z, 1),
    "rows-only": _each_alone,
    "no-keepdims": _no_keepdims(False, True),
    "no-keepdims:both": _no_keepdims(True, True),
    "no-keepdims:maximum": _no_keepdims(True, False),
    "flattened": lambda z: _naive(z).ravel(),
    "flattened:rows": lambda z: _naive(z).reshape(-1, z.shape[-1]),
}


def _tiny_added(tiny: float) -> Function:
    def mistake(z: Array) -> Array:
        power = np.exp(z)
        return power / (total(power) + tiny)

    return mistake


def _clipped(limit: float) -> Function:
    return lambda z: _naive(np.clip(z, -limit, limit))


LARGE_MISTAKES: dict[str, Function] = {
    # In the order of how few of the cases they fail.
    "whole-maximum": lambda z: _naive(z - z.max()),
    "mean-subtracted": lambda z: _naive(z - z.mean(axis=-1, keepdims=True)),
    "minimum-subtracted": lambda z: _naive(z - z.min(axis=-1, keepdims=True)),
    "only-above": lambda z: _naive(z - z.max() if z.max() > 0 else z),
    "absolute-subtracted": lambda z: _naive(z - np.abs(z).max(axis=-1, keepdims=True)),
    "scaled": lambda z: _naive(z / z.max(axis=-1, keepdims=True)),
    "scaled:absolute": lambda z: _naive(z / np.abs(z).max(axis=-1, keepdims=True)),
    "nan-hidden": lambda z: np.nan_to_num(_naive(z)),
    "nan-hidden:ones": lambda z: np.nan_to_num(_naive(z), nan=1.0),
    **{f"tiny-added:{tiny}": _tiny_added(tiny) for tiny in (1e-12, 1e-9, 1e-8, 1e-6)},
    **{f"clipped:{limit}": _clipped(limit) for limit in (20, 50, 60, 80, 88, 100, 500, 700, 709)},
    "overflow": _naive,
    "overflow:math": _with_math,
    "maximum-added": lambda z: _naive(z + z.max(axis=-1, keepdims=True)),
}


def _left_out(z: Array) -> Array:
    return _naive(z[np.isfinite(z)])


def _masked_by(score: float) -> Function:
    return lambda z: _naive(np.where(np.isfinite(z), z, score))


def _masked_by_stable(score: float) -> Function:
    return lambda z: reference.softmax(np.where(np.isfinite(z), z, score))


def _afterwards(z: Array) -> Array:
    shares = _naive(np.where(np.isfinite(z), z, 0))
    return np.where(np.isfinite(z), shares, 0)


MASK_MISTAKES: dict[str, Mistake] = {
    "masked-as-zero": (_masked_by(0), _masked_by_stable(0)),
    "masked-afterwards": _afterwards,
    "masked-left-out": (_left_out, lambda z: reference.softmax(z[np.isfinite(z)])),
    "minimum-subtracted": lambda z: _naive(z - z.min(axis=-1, keepdims=True)),
    "mean-subtracted": lambda z: _naive(z - z.mean(axis=-1, keepdims=True)),
    "absolute-subtracted": lambda z: _naive(z - np.abs(z).max(axis=-1, keepdims=True)),
    "masked-nan": tuple(
        lambda z, way=way: np.where(np.isfinite(z), way(z), np.nan)
        for way in (_naive, reference.softmax)
    ),
    "masked-kept": tuple(
        lambda z, way=way: np.where(np.isfinite(z), way(z), z)
        for way in (_naive, reference.softmax)
    ),
    **{
        f"masked-low:{low:g}": (_masked_by(low), _masked_by_stable(low))
        for low in (-1, -2, -5, -10, -20, -50, -100, -700, -999, -1e3, -1e4, -1e5, -1e6)
    },
}


def _not_exactly_zero(value: Any, expected: Any) -> Message | None:
    """What is wrong with shares, those of masked words to the last digit."""
    found = difference(value, expected, NAME, WITHIN, dtype=False)
    if found is None and (np.asarray(value)[expected == 0] != 0).any():
        return say(f"{PREFIX}/masked-not-zero", name=NAME)
    return found


# -- what is asked -------------------------------------------------------------------------

SOFTMAX = FunctionTask(
    NAME,
    ("z",),
    PREFIX,
    reference.softmax,
    (
        Values("row", 1, _rows, MISTAKES),
        Values("shapes", 1, _arrays, SHAPE_MISTAKES),
        Values("large", 1, _large, LARGE_MISTAKES, more=("shapes", _apart)),
        Values(
            "masked",
            1,
            _masked,
            MASK_MISTAKES,
            problem=_not_exactly_zero,
            more=("large", _low),
            review=counted("masked-not-zero"),
        ),
        Dtype("dtype", 1, of=("row", "shapes")),
        Kept("kept", 1, of=("row", "shapes", "large", "masked")),
    ),
    tolerance=WITHIN,
)

# Large scores and masks are tried on single rows, so that one mistake costs one point; rows far
# apart from one another are added where shapes are right.
register(SOFTMAX, section="02-softmax")

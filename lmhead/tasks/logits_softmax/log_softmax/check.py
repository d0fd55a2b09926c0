"""Log-softmax, written by the learner: right also where a share is too small for a float."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead import softmax as reference
from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import Case, Function
from lmhead.checks.tolerance import Array

from ..rows import WITHIN, scores, total

PREFIX = "02-logits-softmax/log-softmax"


def _near(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((scores(rng, 2),))
    yield Case((scores(rng, 5),))
    yield Case((np.zeros(4),))
    yield Case((rng.permutation([-3, 1, 2, 4]),))  # integers
    yield Case((scores(rng, 2, 4),))
    yield Case((scores(rng, 3, 3),))
    yield Case((scores(rng, 2, 3, 4),))
    yield Case((scores(rng, 3).astype(np.float32),))


def _far(rng: np.random.Generator) -> Iterator[Case]:
    behind = float(rng.integers(800, 1001))
    yield Case((rng.permutation([0.0, -1.0, -behind]),))  # float64 loses the share at 745
    yield Case((rng.permutation([behind, behind - 1.5]),))
    yield Case((rng.permutation([-behind, -behind - 1.5]),))
    yield Case((rng.permutation([0.0, -1.0, -200.0]).astype(np.float32),))
    yield Case((rng.permutation([1.5, 0.5, -np.inf, -behind]),))  # a masked word
    yield Case((np.array([[behind, behind - 1.5], [-behind, -behind - 2]]),))  # rows far apart


# -- known mistakes ------------------------------------------------------------------------


def _naive(z: Array) -> Array:
    powers = np.exp(z)
    return powers / total(powers)


def _largest(z: Array) -> Array:
    largest: Array = z.max(axis=-1, keepdims=True)
    return largest


def _below(z: Array) -> Array:
    return z - _largest(z)


def _log_total(z: Array, axis: int | None = -1) -> Array:
    logarithm: Array = np.log(total(np.exp(z), axis))
    return logarithm


MISTAKES: dict[str, Function] = {
    "shares": reference.softmax,
    "loss": lambda z: -reference.log_softmax(z),
    "base-2": lambda z: reference.log_softmax(z) / np.log(2),
    "base-10": lambda z: reference.log_softmax(z) / np.log(10),
    "no-total": _below,
    "total-not-logged": lambda z: z - total(np.exp(z)),
    "total-of-logits": lambda z: z - np.log(total(z)),
    "total-of-logits:plain": lambda z: z - total(z),
    "maximum-forgotten": lambda z: z - _log_total(_below(z)),
    "maximum-twice": lambda z: _below(z) - _log_total(z),
    "maximum-added": lambda z: z + _largest(z) - _log_total(_below(z)),
    "total-added": lambda z: z + _log_total(z),
    "mean": lambda z: z - np.log(np.exp(z).mean(axis=-1, keepdims=True)),
    "log-of-logits": np.log,
    "log1p": lambda z: np.log1p(_naive(z)),
    "log-of-exponentials": lambda z: np.log(np.exp(z)) / _log_total(z),
    "whole-array": lambda z: z - _log_total(z, None),
    "first-axis": lambda z: z - _log_total(z, 0),
    "no-keepdims": lambda z: z - np.log(np.exp(z).sum(axis=-1)),
    "no-keepdims:both": lambda z: (
        z - z.max(axis=-1) - np.log(np.exp(z - z.max(axis=-1)).sum(axis=-1))
    ),
}


def _log_of(tiny: float, *, clipped: bool = False) -> Function:
    """The logarithm of a share that was made, with something small to keep it from 0."""

    def mistake(z: Array) -> Array:
        p = reference.softmax(z)
        return np.log(np.maximum(p, tiny) if clipped else p + tiny)

    return mistake


_TINY = (1e-300, 1e-100, 1e-30, 1e-20, 1e-16, 1e-15, 1e-12, 1e-10, 1e-9, 1e-8)
FAR_MISTAKES: dict[str, Function] = {
    "log-of-softmax": lambda z: np.log(reference.softmax(z)),
    "log-of-softmax:as-written": lambda z: np.log(_naive(z)),
    "overflow": lambda z: z - _log_total(z),
    "tiny-added": lambda z: np.log(_naive(z) + 1e-12),
    **{f"tiny-added:{tiny}": _log_of(tiny) for tiny in _TINY},
    **{f"tiny-added:not below {tiny}": _log_of(tiny, clipped=True) for tiny in _TINY},
    "nan-hidden": lambda z: np.nan_to_num(z - _log_total(z)),
    "nan-hidden:of-softmax": lambda z: np.nan_to_num(np.log(reference.softmax(z))),
    "whole-maximum": lambda z: z - z.max() - _log_total(z - z.max()),
}


# -- what is asked -------------------------------------------------------------------------

LOG_SOFTMAX = FunctionTask(
    "log_softmax",
    ("z",),
    PREFIX,
    reference.log_softmax,
    (Values("values", 1, _near, MISTAKES), Values("far", 2, _far, FAR_MISTAKES)),
    tolerance=WITHIN,
)

register(LOG_SOFTMAX, section="02-floats")

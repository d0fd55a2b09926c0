"""One step of training on the output matrix, written by the learner as a function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from lmhead.checks.function_task import Dtype, FunctionTask, Kept, Values, register
from lmhead.checks.functions import CallOutcome, Case, Function
from lmhead.checks.random_numbers import nonzero, quarters
from lmhead.checks.tolerance import ROUNDING, Array, common_factor
from lmhead.four_words import W_OUT, WORDS, H
from lmhead.messages import Message, say
from lmhead.softmax import cross_entropy_slope, logits, softmax

PREFIX = "03-by-hand/sgd-step"
NAME = "sgd_step"

#: What is judged is the rule, not the last digits: a single-precision calculation, or a total
#: with 1e-9 added, is right on ordinary numbers. The known mistakes are off by far more.
WITHIN = ROUNDING["float32"]


def reference(w_out: Array, h: Array, right: int) -> Array:
    """The new output matrix, (V, d), in the dtype of `w_out`."""
    slope = cross_entropy_slope(logits(h, w_out), right)  # (V,)
    moved: Array = w_out - np.outer(slope, h)  # (V, d)
    return moved.astype(w_out.dtype)


def _why(failing: Sequence[CallOutcome]) -> tuple[CallOutcome, Message] | None:
    """Which property of the step is broken: along h, nothing in all, of the right length."""
    changes = [item.reply.value - item.case.args[0] for item in failing]
    for item, change in zip(failing, changes, strict=True):
        h = item.case.args[1]
        off = np.abs(change - np.outer(change @ h / (h @ h), h)).max(axis=1)  # (V,)
        if not WITHIN.accepts(off, np.zeros(len(off))):
            return item, say(f"{PREFIX}/not-along-h", name=NAME, row=int(off.argmax()))
    for item, change in zip(failing, changes, strict=True):
        total = change.sum(axis=0)
        if not WITHIN.accepts(total, np.zeros(len(total))):
            return item, say(f"{PREFIX}/not-balanced", name=NAME)
    steps = [item.expected - item.case.args[0] for item in failing]
    factor = common_factor(changes, steps)
    if factor is None:
        return None
    return failing[0], say(f"{PREFIX}/other-length", name=NAME, factor=f"{factor:.3g}")


# -- cases: what is special about each stays, the numbers are fresh ------------------------


def _cases(rng: np.random.Generator) -> Iterator[Case]:
    def word(count: int) -> int:
        return int(rng.integers(count))

    pair = rng.choice([-1.5, -0.5, 0.75, 2.0], (2, 1), replace=False)
    yield Case((pair, nonzero(rng, 1), word(2)))  # one dimension
    yield Case((quarters(rng, 3, 2), nonzero(rng, 2), word(3)))
    yield Case((quarters(rng, 3, 3), nonzero(rng, 3), word(3)))  # square: a transpose fits
    for right in range(len(WORDS)):
        yield Case((W_OUT, H, right))  # the chapter's
    yield Case((quarters(rng, 5, 3), rng.integers(2, 4, 3) * rng.choice([-1, 1], 3), word(5)))
    yield Case((quarters(rng, 4, 6), nonzero(rng, 6), word(4)))  # d > V
    yield Case((quarters(rng, 2, 4).T, nonzero(rng, 2), word(4)))  # not contiguous
    single = np.float32
    yield Case((quarters(rng, 4, 2).astype(single), nonzero(rng, 2).astype(single), word(4)))
    yield Case((quarters(rng, 1, 2), nonzero(rng, 2), 0))  # one word: p is 1, nothing moves


def _large_cases(rng: np.random.Generator) -> Iterator[Case]:
    """Logits whose exponentials overflow, or all underflow, unless the maximum goes first."""
    one = np.array([1.0])
    near = rng.permutation([0.0, 0.5, 1.5])[:, None]  # (3, 1), a lead that decides the shares
    yield Case((near + 1000.0, one, int(rng.integers(3))))
    # A second number that counts for nothing: the largest product is then no logit.
    low = np.column_stack([near - 1000.0, quarters(rng, 3)])
    yield Case((low, np.array([1.0, 0.0]), int(rng.integers(3))))
    apart = rng.permutation([1000.0, 999.0, -1000.0])[:, None]
    yield Case((apart, one, int(rng.integers(3))))
    # float32 overflows above 88.7 already.
    single = (near + 120.0).astype(np.float32)
    yield Case((single, one.astype(np.float32), int(rng.integers(3))))


# -- known mistakes, as functions of the same arguments -------------------------------------


def _slope(w_out: Array, h: Array, right: int) -> Array:
    return cross_entropy_slope(logits(h, w_out), right)


def _onehot(w_out: Array, right: int) -> Array:
    onehot: Array = np.arange(len(w_out)) == right
    return onehot.astype(w_out.dtype)


def _naive(z: Array) -> Array:
    shares: Array = np.exp(z) / np.exp(z).sum()
    return shares


def _only_right_row(w_out: Array, h: Array, right: int) -> Array:
    w_out[right] -= _slope(w_out, h, right)[right] * h
    return w_out


def _divided(w_out: Array, h: Array, right: int) -> Array:
    z = w_out @ h
    stepped: Array = w_out - np.outer(z / z.sum() - _onehot(w_out, right), h)
    return stepped


def _slope_of_share(w_out: Array, h: Array, right: int) -> Array:
    slope = _slope(w_out, h, right)
    return w_out - np.outer((1 + slope[right]) * slope, h)


MISTAKES: dict[str, Function] = {
    "ascent": lambda w, h, right: w + np.outer(_slope(w, h, right), h),
    "only-right-row": _only_right_row,
    "without-h": lambda w, h, right: w - _slope(w, h, right)[:, None],
    "divided-logits": _divided,
    "transposed": lambda w, h, right: w - np.outer(h, _slope(w, h, right)),
    "logits-minus-onehot": lambda w, h, right: w - np.outer(w @ h - _onehot(w, right), h),
    "no-onehot": lambda w, h, right: w - np.outer(softmax(w @ h), h),
    "no-shares": lambda w, h, right: w + np.outer(_onehot(w, right), h),
    "mean": lambda w, h, right: w - np.outer(_slope(w, h, right), h) / len(w),
    "half": lambda w, h, right: w - np.outer(_slope(w, h, right), h) / 2,
    "slope-of-share": _slope_of_share,
    "slope-returned": lambda w, h, right: np.outer(_slope(w, h, right), h),
    "change-returned": lambda w, h, right: -np.outer(_slope(w, h, right), h),
    "shares-returned": lambda w, h, right: softmax(w @ h),
    "logits-returned": lambda w, h, right: w @ h - _slope(w, h, right) * (h @ h),
    "logits-stepped": lambda w, h, right: w @ h - _slope(w, h, right),
    "h-stepped": lambda w, h, right: h - _slope(w, h, right) @ w,
    "nothing-moved": lambda w, h, right: w,
}


def _step_with(share: Function) -> Function:
    def mistake(w_out: Array, h: Array, right: int) -> Array:
        stepped: Array = w_out - np.outer(share(w_out @ h) - _onehot(w_out, right), h)
        return stepped

    return mistake


LARGE_MISTAKES: dict[str, Function] = {
    "overflow": _step_with(_naive),
    "nan-hidden": _step_with(lambda z: np.nan_to_num(_naive(z))),
    "tiny-added": _step_with(lambda z: np.exp(z) / (np.exp(z).sum() + 1e-12)),
    "clipped": _step_with(lambda z: _naive(np.clip(z, -80, 80))),
}


# -- what is asked --------------------------------------------------------------------------

SGD_STEP = FunctionTask(
    NAME,
    ("w_out", "h", "right"),
    PREFIX,
    reference,
    (
        Values("values", 2, _cases, MISTAKES, _why),
        Values("large", 1, _large_cases, LARGE_MISTAKES),
        Dtype("dtype", 1, of=("values",)),
        Kept("kept", 1, of=("values",)),
    ),
    tolerance=WITHIN,
)

register(SGD_STEP, section="03-sgd")

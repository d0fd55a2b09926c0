"""The head: the scores of hidden vectors of any leading shape."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lmhead import softmax as reference
from lmhead.checks.function_task import Dtype, FunctionTask, Values, register
from lmhead.checks.functions import Case, Function
from lmhead.checks.random_numbers import nonzero, quarters
from lmhead.checks.tolerance import Array

from ..rows import WITHIN

PREFIX = "02-logits-softmax/logits"


def _vectors(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((nonzero(rng, 2), quarters(rng, 3, 2)))
    yield Case((nonzero(rng, 3), nonzero(rng, 3, 3)))  # square: a transpose fits
    yield Case((nonzero(rng, 4), quarters(rng, 2, 4)))  # d > V
    yield Case((rng.integers(2, 4, 2), rng.integers(-3, 4, (3, 2)).astype(float)))
    yield Case((nonzero(rng, 2), nonzero(rng, 1, 2)))  # one word
    yield Case((nonzero(rng, 2).astype(np.float32), quarters(rng, 5, 2).astype(np.float32)))


def _arrays(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((nonzero(rng, 2, 3), quarters(rng, 4, 3)))  # (T, d)
    yield Case((nonzero(rng, 3, 3), nonzero(rng, 3, 3)))  # T = d = V: everything fits
    yield Case((nonzero(rng, 1, 2), quarters(rng, 3, 2)))
    yield Case((nonzero(rng, 2, 3, 2), quarters(rng, 4, 2)))  # (B, T, d)
    yield Case((nonzero(rng, 3, 3, 3), nonzero(rng, 3, 3)))
    yield Case((rng.integers(2, 4, (2, 3)), quarters(rng, 4, 3)))
    yield Case((nonzero(rng, 4, 2).astype(np.float32), quarters(rng, 3, 2).astype(np.float32)))


def _cosine(h: Array, w: Array) -> Array:
    lengths = np.linalg.norm(w, axis=1) * np.linalg.norm(h)
    scaled: Array = w @ h / lengths
    return scaled


MISTAKES: dict[str, Function] = {
    "columns": lambda h, w: h @ w,
    "columns:left": lambda h, w: w.T @ h,
    "columns:dot": lambda h, w: np.dot(h, w),
    "not-added": lambda h, w: w * h,
    "all-added": lambda h, w: np.full(len(w), (w * h).sum()),
    "added-up-column": lambda h, w: (w * h).sum(axis=0),
    "cosine": _cosine,
    "length-divided": lambda h, w: w @ h / np.linalg.norm(h),
    "root-d": lambda h, w: w @ h / np.sqrt(len(h)),
    "shares": lambda h, w: reference.softmax(w @ h),
    "exponentials": lambda h, w: np.exp(w @ h),
    "distances": lambda h, w: np.linalg.norm(w - h, axis=1),
    "row-sums": lambda h, w: w.sum(axis=1),
}


def _each(h: Array, w: Array) -> Array:
    return np.array([w @ vector for vector in h])


SHAPE_MISTAKES: dict[str, Function] = {
    # Right for (T, d), where w_out @ h is wrong as well, so these come first.
    "two-axes": lambda h, w: (w @ h.T).T,
    "two-axes:dot": lambda h, w: np.dot(w, h.T).T,
    "two-axes:loop": _each,
    "one-vector": lambda h, w: w @ h,
    "one-vector:dot": lambda h, w: np.dot(w, h),
    "one-vector:product": lambda h, w: (w * h).sum(axis=-1),
    "vocabulary-first": lambda h, w: np.inner(w, h),
    "vocabulary-first:transpose": lambda h, w: w @ h.T,
    "vocabulary-first:moved": lambda h, w: np.moveaxis(h @ w.T, -1, 0),
    "flattened": lambda h, w: h.reshape(-1, h.shape[-1]) @ w.T,
    "last-position": lambda h, w: h[..., -1, :] @ w.T,
    "first-position": lambda h, w: h[0] @ w.T,
    "averaged": lambda h, w: h.mean(axis=-2) @ w.T,
    "columns": lambda h, w: h @ w,
}


# -- what is asked -------------------------------------------------------------------------

LOGITS = FunctionTask(
    "logits",
    ("h", "w_out"),
    PREFIX,
    reference.logits,
    (
        Values("vector", 1, _vectors, MISTAKES),
        Values("shapes", 1, _arrays, SHAPE_MISTAKES),
        Dtype("dtype", 1, of=("vector", "shapes")),
    ),
    tolerance=WITHIN,
)

register(LOGITS, section="02-logits")

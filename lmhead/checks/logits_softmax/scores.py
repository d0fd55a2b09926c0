"""The head: the scores of hidden vectors of any leading shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ... import softmax as reference
from ..functions import Case, Function
from ..registry import Trial, task
from ..result import Part
from ..values import Array
from .asked import Asked, draw

ASKED = Asked(
    name="logits",
    takes=("h", "w_out"),
    prefix="02-logits-softmax/logits",
    reference=reference.logits,
    points={"vector": 1.0, "shapes": 1.0, "dtype": 1.0},
)


@task(
    ASKED.prefix,
    points=3,
    takes=(ASKED.name,),
    section="02-logits",
    cases=lambda: dict.fromkeys(("vector", "shapes"), ASKED.reference),
)
def logits(trial: Trial, logits: Any) -> Iterator[Part]:
    """One vector, (d,); many, (T, d) and (B, T, d); the dtype of the arguments."""
    missing = ASKED.missing(logits)
    if missing is not None:
        yield missing
        yield from ASKED.skip(missing)
        return
    one = ASKED.call(logits, trial.cases("vector", _vectors(trial.rng)), trial.limits)
    first = ASKED.values("vector", one, MISTAKES, trial.limits)
    yield first
    if first.status != "right":
        yield from ASKED.skip(first)
        return
    many = ASKED.call(logits, trial.cases("shapes", _arrays(trial.rng)), trial.limits)
    yield ASKED.values("shapes", many, SHAPE_MISTAKES, trial.limits)
    yield ASKED.dtype([*one, *many])


def _filled(rng: np.random.Generator, *shape: int) -> Array:
    """Numbers without 0 and ±1, where forgetting a factor would not show."""
    return rng.choice([-2.0, -1.5, -0.75, -0.5, 0.5, 0.75, 1.5, 2.0], shape)


def _vectors(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((_filled(rng, 2), draw(rng, 3, 2)))
    yield Case((_filled(rng, 3), _filled(rng, 3, 3)))  # square: a transpose fits
    yield Case((_filled(rng, 4), draw(rng, 2, 4)))  # d > V
    yield Case((rng.integers(2, 4, 2), rng.integers(-3, 4, (3, 2)).astype(float)))
    yield Case((_filled(rng, 2), _filled(rng, 1, 2)))  # one word
    yield Case((_filled(rng, 2).astype(np.float32), draw(rng, 5, 2).astype(np.float32)))


def _arrays(rng: np.random.Generator) -> Iterator[Case]:
    yield Case((_filled(rng, 2, 3), draw(rng, 4, 3)))  # (T, d)
    yield Case((_filled(rng, 3, 3), _filled(rng, 3, 3)))  # T = d = V: everything fits
    yield Case((_filled(rng, 1, 2), draw(rng, 3, 2)))
    yield Case((_filled(rng, 2, 3, 2), draw(rng, 4, 2)))  # (B, T, d)
    yield Case((_filled(rng, 3, 3, 3), _filled(rng, 3, 3)))
    yield Case((rng.integers(2, 4, (2, 3)), draw(rng, 4, 3)))
    yield Case((_filled(rng, 4, 2).astype(np.float32), draw(rng, 3, 2).astype(np.float32)))


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

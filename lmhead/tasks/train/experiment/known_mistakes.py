"""What steps of training do to a table, right and with the known mistakes (`experiment`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from lmhead.checks.functions import Function, Mistake
from lmhead.checks.tolerance import Array
from lmhead.softmax import softmax

from ..sgd_simulation import Batch, cross_entropy, gathered, slope

#: From logits (B, T, V), tokens and targets (B, T) to the slopes on the logits, (B·T, V).
Slopes = Callable[[Array, Array, Array], Array]


def _of_the_mean(z: Array, tokens: Array, targets: Array) -> Array:
    return slope(z.reshape(-1, z.shape[-1]), targets.ravel())


def moved(
    table: Array,
    batches: list[Batch],
    rate: float,
    momentum: float,
    decay: float,
    stale: float,
    slopes: Slopes = _of_the_mean,
    *,
    length: float = 1.0,
    kept: bool = False,
    zeroed_late: bool = False,
    times: int = 1,
    again: int = 1,
) -> Array:
    """The table after each step of SGD, (steps, V, V), as `torch.optim.SGD` makes them.

    stale: what stands in each gradient before the first call. length: of a step, as a factor.
    kept: whether the gradients of earlier calls are still there; zeroed_late: whether they are
    set to zero after the step alone. times: how often each batch is gone through; again: how
    often a step is made with one gradient.
    """
    found, gradient = [], np.full_like(table, stale)
    velocity = np.zeros_like(table)
    for tokens, targets in batches:
        for _ in range(times):
            pushed = gathered(len(table), tokens, slopes(table[tokens], tokens, targets))
            gradient = gradient + pushed if kept or zeroed_late else pushed
            for _ in range(again):
                velocity = momentum * velocity + gradient + decay * table
                table = table - rate * length * velocity
            if zeroed_late:
                gradient = np.zeros_like(table)
        found.append(table)
    return np.stack(found)


def tables(*case: Any) -> Array:
    """The table after each step, (steps, V, V)."""
    return moved(*case)


Losses = Callable[[Array, Array, Array], float]


def _losses(of: Losses, *, later: bool = False) -> Function:
    """Each batch's number, from the logits that its tokens had before the step or after it."""

    def losses(table: Array, batches: list[Batch], *rest: Any) -> Array:
        before, after = rest[-2:]
        pairs = zip(after if later else before, batches, strict=False)
        return np.array([of(each[tokens], tokens, targets) for each, (tokens, targets) in pairs])

    return losses


def _mean(z: Array, tokens: Array, targets: Array) -> float:
    return cross_entropy(z.reshape(-1, z.shape[-1]), targets.ravel())


losses_before = _losses(_mean)


# -- known mistakes, as functions of the same arguments --------------------------------------


def _steps(slopes: Slopes) -> Function:
    return partial(moved, slopes=slopes)


def _viewed(z: Array, tokens: Array, targets: Array) -> Array:
    """Logits (B, T, V) read as (B, V, T) without being transposed."""
    B, T, V = z.shape
    push = softmax(z.reshape(B, V, T), axis=1)
    push[np.arange(B)[:, None], targets, np.arange(T)] -= 1
    found: Array = push.reshape(B * T, V) / (B * T)
    return found


def _softmax_twice(z: Array, tokens: Array, targets: Array) -> Array:
    """Cross-entropy of shares that were taken for logits."""
    p = softmax(z.reshape(-1, z.shape[-1]))
    push = slope(p, targets.ravel())
    found: Array = p * (push - (p * push).sum(axis=1, keepdims=True))
    return found


def _some(read: slice, due: slice) -> Slopes:
    """The loss of some positions alone, each with the target of the same place in `due`."""

    def slopes(z: Array, tokens: Array, targets: Array) -> Array:
        found = np.zeros_like(z)
        part = z[:, read]
        if part.size:
            push = slope(part.reshape(-1, z.shape[-1]), targets[:, due].ravel())
            found[:, read] = push.reshape(part.shape)
        return found.reshape(-1, z.shape[-1])

    return slopes


#: What the driver's model makes of its logits in eval mode, where dropout would be left out.
IN_EVAL = 0.5

MOVES: dict[str, Mistake] = {
    "gradients-kept": lambda *case: moved(*case, kept=True),
    "gradient-from-before": lambda *case: moved(*case, zeroed_late=True),
    "own-rule": lambda *case: moved(case[0], case[1], case[2], 0.0, 0.0, case[5]),
    "eval-mode": _steps(lambda z, t, y: _of_the_mean(IN_EVAL * z, t, y) * IN_EVAL),
    "stepped-twice": (
        lambda *case: moved(*case, times=2),
        lambda *case: moved(*case, length=2.0),
        lambda *case: moved(*case, again=2),
    ),
    "summed": _steps(lambda z, t, y: _of_the_mean(z, t, y) * t.size),
    "word-read": _steps(lambda z, t, y: _of_the_mean(z, t, t)),
    "viewed": _steps(_viewed),
    "softmax-twice": _steps(_softmax_twice),
    "last-alone": _steps(_some(slice(-1, None), slice(-1, None))),
    "shifted-again": (
        _steps(_some(slice(None, -1), slice(1, None))),
        _steps(_some(slice(1, None), slice(None, -1))),
    ),
    "uphill": _steps(lambda z, t, y: -_of_the_mean(z, t, y)),
}

#: Those that give another loss too, so that what is returned is wrong for the same reason.
OF_THE_LOSS = {"summed", "word-read", "viewed", "softmax-twice", "last-alone", "shifted-again",
               "uphill", "eval-mode"}  # fmt: skip

RETURNED: dict[str, Mistake] = {
    "loss-afterwards": _losses(_mean, later=True),
    "sum-returned": _losses(lambda z, t, y: _mean(z, t, y) * t.size),
    "perplexity-returned": _losses(lambda z, t, y: float(np.exp(_mean(z, t, y)))),
    "bits-returned": _losses(lambda z, t, y: _mean(z, t, y) / float(np.log(2))),
}

#: Parts of what torch says where a usual mistake does not even run.
FAULTS = {
    "not-flattened": (
        "Expected target size", "Expected input batch_size", "spatial targets",
        "multi-target not supported", "shape mismatch between target", "Expected floating point",
    ),
    "graph-gone": ("backward through the graph a second time",),
    "no-graph": ("does not require grad",),
}  # fmt: skip

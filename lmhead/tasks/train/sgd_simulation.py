"""What training does, worked out in numpy: the models of the checks and plain SGD on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lmhead.checks.tolerance import Array
from lmhead.softmax import softmax

Batch = tuple[Array, Array]  # tokens and targets, integers (B, T)


@dataclass(frozen=True)
class Ways:
    """How a model of the task `head` is built and trained; the defaults are the untied one's.

    shared: whether one table has both uses. entrance, exit, body: whether a use's contribution
    to the slope counts. bias: whether the head has one. no_body, turned: whether the body is
    left out of the logits, the table transposed.
    """

    shared: bool = False
    entrance: bool = True
    exit: bool = True
    body: bool = True
    bias: bool = False
    no_body: bool = False
    turned: bool = False


def logits_after(
    table: Array, layers: Array, batches: list[Batch], rate: float, probe: Array, ways: Ways
) -> Array:
    """The logits (B, T, V) of `probe` after a step of SGD with each batch.

    The model: x = E[token], h = tanh(layers x), z = W h + b, with W and E starting as `table`.
    """
    E, W, M, b = table.astype(float), table.astype(float), layers.astype(float), 0.0
    for tokens, targets in batches:
        t, y = tokens.ravel(), targets.ravel()
        x = E[t]
        h = x if ways.no_body else np.tanh(x @ M.T)
        push = slope(h @ (W if ways.turned else W.T) + b, y)
        to_h = push @ (W.T if ways.turned else W)
        to_a = to_h if ways.no_body else to_h * (1 - h**2)
        to_w = h.T @ push if ways.turned else push.T @ h
        to_e = np.zeros_like(E)
        np.add.at(to_e, t, to_a if ways.no_body else to_a @ M)
        to_e, to_w = to_e * ways.entrance, to_w * ways.exit
        if ways.body and not ways.no_body:
            M = M - rate * to_a.T @ x
        if ways.bias:
            b = b - rate * push.sum(axis=0)
        if ways.shared:
            E = W = E - rate * (to_e + to_w)
        else:
            E, W = E - rate * to_e, W - rate * to_w
    x = E[probe]
    h = x if ways.no_body else np.tanh(x @ M.T)
    z: Array = h @ (W if ways.turned else W.T) + b
    return z


def slope(z: Array, targets: Array) -> Array:
    """The slope of the mean cross-entropy on the logits (N, V)."""
    push = softmax(z)
    push[np.arange(len(z)), targets] -= 1
    return push / len(z)


def cross_entropy(z: Array, targets: Array) -> float:
    """The mean over (N, V) logits, in nats."""
    top = z.max(axis=1)
    total = np.log(np.exp(z - top[:, None]).sum(axis=1)) + top
    return float(np.mean(total - z[np.arange(len(z)), targets]))


def gathered(words: int, tokens: Array, slopes: Array) -> Array:
    """The slope on a table of bigrams: row t adds up the slopes (N, V) where t was read."""
    total = np.zeros((words, slopes.shape[1]))
    np.add.at(total, tokens.ravel(), slopes)
    return total


__all__ = ["Batch", "Ways", "cross_entropy", "gathered", "logits_after", "slope"]

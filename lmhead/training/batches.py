"""Which tokens a step sees: a function of the seed and the step, so that a run can go on."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..corpus import Tokens
from .settings import TrainingProblem

__all__ = ["Batches", "batches_of_an_epoch", "starts_of_windows", "windows"]


class Batches:
    """Windows of the text to train on, each once an epoch, in an order drawn from the seed.

    An epoch starts at an offset of its own, so that windows are not cut at the same places.
    Step k of a seed is the same batch whatever ran before; of `parts` processes each takes its
    share of it.
    """

    def __init__(
        self, tokens: Tokens, batch: int, length: int, seed: int, part: int = 0, parts: int = 1
    ) -> None:
        self.an_epoch = batches_of_an_epoch(tokens, batch, length, parts)
        self._tokens, self._batch, self._length, self._seed = tokens, batch, length, seed
        self._mine = slice(part * batch // parts, (part + 1) * batch // parts)
        self._order: tuple[int, np.ndarray] = (-1, np.empty(0))

    def at(self, step: int) -> tuple[Tensor, Tensor]:
        """This process's share of a step: tokens and the tokens after them, (B, T) int64."""
        epoch, place = divmod(step, self.an_epoch)
        if self._order[0] != epoch:
            rng = np.random.default_rng([self._seed, epoch])
            count = self.an_epoch * self._batch
            spare = self._tokens.size - 1 - count * self._length
            starts = int(rng.integers(spare + 1)) + self._length * rng.permutation(count)
            self._order = (epoch, starts)
        starts = self._order[1][place * self._batch :][: self._batch][self._mine]
        return _at(self._tokens, starts, self._length)


def batches_of_an_epoch(tokens: Tokens, batch: int, length: int, parts: int = 1) -> int:
    """How many batches the text to train on gives. TrainingProblem where it gives none."""
    found = (tokens.size - length - 1) // (batch * length)
    if found < 1:
        raise TrainingProblem(
            f"the text to train on has {tokens.size:,} tokens, and one batch takes "
            f"{batch} x {length} + {length + 1}: lower --batch or --length, or take a longer text"
        )
    if batch % parts:
        raise TrainingProblem(
            f"a batch of {batch} sequences cannot be shared out among {parts} processes: "
            f"take a --batch that {parts} divides"
        )
    return int(found)


def starts_of_windows(tokens: Tokens, length: int, purpose: str) -> NDArray[np.int64]:
    """Where the windows of a text begin, side by side; what is left at its end is dropped.

    purpose: "validate" or "test", for the TrainingProblem where the text is shorter than one.
    """
    starts = np.arange(0, tokens.size - length, length)
    if not starts.size:
        raise TrainingProblem(
            f"the text to {purpose} on has {tokens.size:,} tokens, fewer than the {length + 1} "
            f"of one window: lower --length (it is {length}), or take a longer text"
        )
    return starts


def windows(
    tokens: Tokens, length: int, batch: int, purpose: str = "validate"
) -> list[tuple[Tensor, Tensor]]:
    """A whole text in windows side by side, in batches: tokens and the tokens after them."""
    starts = starts_of_windows(tokens, length, purpose)
    return [
        _at(tokens, starts[first : first + batch], length) for first in range(0, starts.size, batch)
    ]


def _at(tokens: Tokens, starts: np.ndarray, length: int) -> tuple[Tensor, Tensor]:
    places = starts[:, None] + np.arange(length + 1)
    found = torch.from_numpy(tokens[places].astype(np.int64))
    return found[:, :-1], found[:, 1:]

"""Runs that take a second: a text of a few thousand tokens, and a model for it."""

import dataclasses
from typing import Any

import numpy as np

V, T = 40, 8


def run(text: Any, shape: Any, recipe: Any, seed: int = 1, **options: Any) -> Any:
    import torch

    from lmhead.training.loop import train

    return train(shape, recipe, text, seed, device=torch.device("cpu"), **options)


def figures(run: Any) -> dict[str, Any]:
    """Everything that has to be the same in two runs: all but the clock."""
    found: dict[str, Any] = dataclasses.replace(run, seconds=0.0).to_json()
    return found


class Clock:
    """A clock that goes on by so many seconds each time it is looked at; or when it is told."""

    def __init__(self, tick: float = 0.0) -> None:
        self.now, self.tick = 1000.0, tick

    def monotonic(self) -> float:
        self.now += self.tick
        return self.now

    def perf_counter(self) -> float:
        return self.now


def noise(rng: np.random.Generator, length: int) -> np.ndarray:
    """Tokens of which each tells the next but for noise."""
    tokens = [0]
    for _ in range(length - 1):
        sure = rng.random() < 0.8
        tokens.append((3 * tokens[-1] + 1) % V if sure else int(rng.integers(V)))
    return np.array(tokens, dtype=np.int32)

"""What 04-decoding/generate asks for, written from the notebook's text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lmhead.tasks.contracts import Arguments, Array, Contract, Outcome, as_array

COUNT = 300


class Model:
    """A step that depends on all ids so far, and writes down what it was asked."""

    def __init__(self, words: int, seed: int) -> None:
        self.words, self.seed, self.asked = words, seed, []

    def __call__(self, ids: Any) -> Array:
        if not isinstance(ids, (list, tuple, np.ndarray)):
            raise TypeError("no list of ids")
        self.asked.append([int(i) for i in ids])
        return np.random.default_rng([self.seed, *self.asked[-1]]).permutation(self.words) / 4


class Choice:
    """Greedy or another word, and writes down the logits that it was given."""

    def __init__(self, rank: int) -> None:
        self.rank, self.given = rank, []

    def __call__(self, z: Any) -> int:
        self.given.append([float(item) for item in z])
        return int(np.argsort(z)[-1 - self.rank])


def _generate(rng: np.random.Generator) -> Iterator[Arguments]:
    for _ in range(COUNT):
        words = int(rng.integers(2, 6))
        prompt = [int(i) for i in rng.integers(0, words, int(rng.integers(1, 5)))]
        stop = None if rng.random() < 0.4 else int(rng.integers(words))
        model, choice = Model(words, int(rng.integers(2**31))), Choice(int(rng.integers(2)))
        arguments = (model, prompt, choice, int(rng.integers(0, 7)))
        yield arguments if stop is None and rng.random() < 0.5 else (*arguments, stop)


def _same_text(arguments: Arguments, one: Outcome, two: Outcome) -> bool:
    if one.error or two.error:
        return one.error == two.error
    a, b = as_array(one.value), as_array(two.value)
    if a is None or b is None or a.shape != b.shape or b.dtype.kind not in "iu":
        return False
    calls = [(after[0].asked, after[2].given) for after in (one.after, two.after)]
    return (
        np.array_equal(a, b) and calls[0] == calls[1] and list(two.after[1]) == list(arguments[1])
    )


CONTRACTS = {"generate": Contract(_generate, _same_text)}

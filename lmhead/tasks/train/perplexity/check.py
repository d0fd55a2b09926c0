"""Perplexity from the losses of batches, and what compares over two vocabularies."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from lmhead.checks.function_task import FunctionTask, Values, register
from lmhead.checks.functions import Case, Mistake
from lmhead.checks.tolerance import Array, Tolerance

PREFIX = "06-train/perplexity"

#: A perplexity is right to a millionth: other formulas differ by more in some case.
WITHIN = Tolerance(1e-9, 1e-6)


def over_tokens(losses: Array, counts: Array) -> float:
    """exp of the mean loss of a token."""
    return float(np.exp(np.sum(losses * counts) / np.sum(counts)))


def bits(perplexity: float, tokens: int, characters: int) -> float:
    """All tokens' bits, shared out among the characters."""
    return tokens * math.log2(perplexity) / characters


def _batches(rng: np.random.Generator) -> Iterator[Case]:
    """Batches of unequal length; a last one that is short; equal ones; one alone; two of so few
    tokens that even their summed loss has an exponential.
    """
    for count in (2, 3, 5):
        losses = np.round(rng.uniform(1.0, 6.0, count), 3)
        losses[1] = losses[0] + 1.5  # not all alike, so that how they are averaged shows
        lengths = rng.integers(20, 400, count)
        lengths[1] = lengths[0] + 100
        yield Case((losses, lengths))
    yield Case((np.round(rng.uniform(2.0, 5.0, 4), 3), np.array([512, 512, 512, 37])))
    yield Case((np.round(rng.uniform(2.0, 5.0, 3), 3), np.full(3, 256)))
    yield Case((np.round(rng.uniform(2.0, 5.0, 1), 3), np.array([64])))
    yield Case((np.round(rng.uniform(1.0, 4.0, 2), 3), np.array([3, 1])))


def _texts(rng: np.random.Generator) -> Iterator[Case]:
    """Tokens of several characters, and of one."""
    for _ in range(4):
        tokens = int(rng.integers(200, 5000))
        characters = int(tokens * rng.uniform(2.5, 5.5))
        yield Case((round(float(rng.uniform(4, 200)), 2), tokens, characters))
    yield Case((4.0, 300, 300))


# -- known mistakes, as functions of the same arguments -------------------------------------


def _mean(losses: Array, counts: Array) -> float:
    return float(np.sum(losses * counts) / np.sum(counts))


PERPLEXITIES: dict[str, Mistake] = {
    "mean-of-perplexities": (
        lambda losses, counts: np.exp(losses).mean(),
        lambda losses, counts: np.average(np.exp(losses), weights=counts),
    ),
    "batches-equal": lambda losses, counts: np.exp(losses.mean()),
    "base-two": (
        lambda losses, counts: 2 ** _mean(losses, counts),
        lambda losses, counts: 2 ** losses.mean(),
    ),
    "summed": (
        lambda losses, counts: np.exp(losses.sum()),
        lambda losses, counts: np.exp(np.sum(losses * counts)),
    ),
    "mean-returned": _mean,
    "below-one": lambda losses, counts: np.exp(-_mean(losses, counts)),
    "by-batches": (
        lambda losses, counts: np.exp(losses.sum() / np.sum(counts)),
        lambda losses, counts: np.exp(np.sum(losses * counts) / len(losses)),
    ),
    "already-summed": lambda losses, counts: np.exp(np.mean(losses / counts)),
    "last-batch": lambda losses, counts: np.exp(losses[-1]),
}

BITS: dict[str, Mistake] = {
    "nats": lambda ppl, t, c: t * math.log(ppl) / c,
    "per-token": lambda ppl, t, c: math.log2(ppl),
    "upside-down": lambda ppl, t, c: c * math.log2(ppl) / t,
    "not-logarithm": (lambda ppl, t, c: t * ppl / c, lambda ppl, t, c: ppl / c),
    "all-bits": lambda ppl, t, c: t * math.log2(ppl),
    "tokens-left-out": lambda ppl, t, c: math.log2(ppl) / c,
    "perplexity-of-characters": lambda ppl, t, c: ppl ** (t / c),
    "minus": lambda ppl, t, c: -t * math.log2(ppl) / c,
}


# -- what is asked --------------------------------------------------------------------------

PERPLEXITY = FunctionTask(
    "perplexity",
    ("losses", "counts"),
    PREFIX,
    over_tokens,
    (Values("perplexity", 2, _batches, PERPLEXITIES),),
    tolerance=WITHIN,
)
BITS_PER_CHARACTER = FunctionTask(
    "bits_per_character",
    ("perplexity", "tokens", "characters"),
    PREFIX,
    bits,
    (Values("bits", 1, _texts, BITS),),
    tolerance=WITHIN,
)

register(PERPLEXITY, BITS_PER_CHARACTER, section="06-perplexity")

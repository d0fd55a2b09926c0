"""The head of the four words, as the tasks that ask for an h look at it."""

from __future__ import annotations

from lmhead.checks.tolerance import Array
from lmhead.four_words import W_OUT, WORDS
from lmhead.softmax import logits, softmax

CAT, RUN = WORDS.index("猫"), WORDS.index("跑")

#: Beyond this a score overflows; no sensible answer comes near it.
LARGEST = 1e100


def shares_of(h: Array) -> Array:
    """The shares of the four words, (4,), for a hidden vector, (3,)."""
    return softmax(logits(h, W_OUT))


def percent(share: float) -> str:
    """A share as the messages say it."""
    return f"{100 * share:.2f}"

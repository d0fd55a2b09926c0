"""The last step of a language model, from a hidden vector to a word.

One module a chapter. Read them in this order:

1. :mod:`lmhead.distance`    one hidden vector against every row of a table; a word's row
2. :mod:`lmhead.softmax`     scores (logits), shares (softmax), and the loss of the right word
3. :mod:`lmhead.four_words`  the same, worked through on four words and three dimensions
4. :mod:`lmhead.decoding`    from shares to a word, and from words to a text
5. :mod:`lmhead.tying`       one table for both ends: what it saves, and how it learns
6. :mod:`lmhead.tiny_lm`     a small trained model without a head of its own, to put one on

Importing the package loads none of them, and so not numpy either; the first use
of ``lmhead.softmax`` imports that module.
"""

from importlib import import_module
from types import ModuleType

__version__ = "0.1.0"
__all__ = [  # in reading order
    "distance",
    "softmax",
    "four_words",
    "decoding",
    "tying",
    "tiny_lm",
]


def __getattr__(name: str) -> ModuleType:
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]

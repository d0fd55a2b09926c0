"""The last step of a language model, from a hidden vector to a word.

One module a chapter. Read them in this order:

1. :mod:`lmhead.softmax`     scores (logits), shares (softmax), and the loss of the right word
2. :mod:`lmhead.four_words`  the same, worked through on four words and three dimensions

Importing the package loads none of them, and so not numpy either; the first use
of ``lmhead.softmax`` imports that module.
"""

from importlib import import_module
from types import ModuleType

__version__ = "0.1.0"
__all__ = ["softmax", "four_words"]  # in reading order


def __getattr__(name: str) -> ModuleType:
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]

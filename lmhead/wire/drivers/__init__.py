"""Small programs of the course's own that work with a learner's object on the learner's side.

What a learner writes with torch takes and returns tensors and models, which do not cross the
wire. A check then names one of these drivers: it runs beside the learner's code, calls it, and
returns plain data, which the check judges against its own simulation. A driver holds no solution,
and what it says is believed no more than any other reply.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from ..codec import WireError

#: A driver's name -> the module below this one that has a function of the name's last part.
_MODULES = {"torch.head": "with_torch", "torch.step": "with_torch", "memory.peak": "memory",
            "tiny.own_head": "tiny"}  # fmt: skip

Driver = Callable[..., Any]


def load(name: str) -> Driver:
    """The driver of this name: it is given the learner's object, then the check's arguments.

    Raises ModuleNotFoundError where a library that it works with is not installed.
    """
    if name not in _MODULES:
        raise WireError(f"unknown driver {name[:40]!r}")
    module = importlib.import_module(f".{_MODULES[name]}", __name__)
    # What a driver needs only sometimes is loaded now, too: a call has a limit of time, and an
    # import that it interrupts leaves the library in pieces.
    prepare = getattr(module, "prepare", None)
    if prepare is not None:
        prepare()
    driver: Driver = getattr(module, name.rpartition(".")[2])
    return driver

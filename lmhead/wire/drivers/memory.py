"""How much memory a call takes at its peak."""

from __future__ import annotations

import contextlib
import importlib
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

#: Bytes that are held, and freed, before the call. No peak is below: one that is was reset.
_MARK = 4096


def prepare() -> None:
    """Load what counts tensors, where torch has been imported."""
    if "torch" in sys.modules:
        importlib.import_module(f"{__package__}.torch_memory")


def peak(function: Callable[..., Any], *args: Any) -> dict[str, Any]:
    """Call the function; what it returned, and the bytes that it held at its peak.

    Counted is what Python, numpy and, where it has been imported, torch allocate during the call:
    not the arguments. Torch's peak is added to that of the others, wherever it was.
    At least `_MARK` bytes are counted. None where the function stopped the counting or had it
    begin anew; other ways of tampering with it, from within the process that it counts in, go
    unseen.
    """
    with contextlib.ExitStack() as stack:
        tensors: Any = None
        if "torch" in sys.modules:
            from .torch_memory import Held

            tensors = stack.enter_context(Held())
        running = tracemalloc.is_tracing()
        if not running:
            tracemalloc.start()
        try:
            before, _ = tracemalloc.get_traced_memory()
            tracemalloc.reset_peak()
            bytearray(_MARK)
            value = function(*args)
            _, most = tracemalloc.get_traced_memory()
        finally:
            if not running:
                tracemalloc.stop()
    held = most - before
    if held < _MARK:
        return {"value": value, "peak": None}
    return {"value": value, "peak": held + (tensors.most if tensors else 0)}

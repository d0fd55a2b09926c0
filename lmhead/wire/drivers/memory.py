"""How much memory a call takes at its peak."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

#: Bytes that are held, and freed, before the call. No peak is below: one that is was reset.
_MARK = 4096


def peak(function: Callable[..., Any], *args: Any) -> dict[str, Any]:
    """Call the function; what it returned, and the bytes that it held at its peak.

    Counted is what Python and numpy allocate during the call: not the arguments.
    At least `_MARK` bytes are counted. None where the function stopped the counting or had it
    begin anew; other ways of tampering with it, from within the process that it counts in, go
    unseen.
    """
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
    return {"value": value, "peak": held if held >= _MARK else None}

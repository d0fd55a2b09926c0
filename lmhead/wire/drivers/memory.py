"""How much memory a call takes at its peak."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any


def peak(function: Callable[..., Any], *args: Any) -> dict[str, Any]:
    """Call the function; what it returned, and the bytes that it held at its peak.

    Counted is what Python and numpy allocate during the call: not the arguments.
    """
    running = tracemalloc.is_tracing()
    if not running:
        tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        value = function(*args)
        _, most = tracemalloc.get_traced_memory()
    finally:
        if not running:
            tracemalloc.stop()
    return {"value": value, "peak": most - before}

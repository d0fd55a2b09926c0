"""Values written out for a reader: rounded sensibly, short, never a learner's own `repr`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..wire.subject import Handle, Missing, Subject, TooLargeValue, is_a

_LONGEST = 300


def show(value: Any) -> str:
    """One value, as text of at most a few lines."""
    kind = type(value)
    if kind is Missing:
        text = "—"
    elif issubclass(kind, Subject):
        text = f"{value.name}()"
    elif issubclass(kind, Handle):
        text = f"<{value.type_name}>"
    elif kind is TooLargeValue:
        text = f"<{value.what}>"
    elif is_a(value, np.ndarray):
        text = np.array2string(
            value, precision=4, suppress_small=False, threshold=24, edgeitems=3, max_line_width=72
        )
    elif isinstance(value, (float, np.floating)):
        text = f"{float(value):.5g}"
    elif isinstance(value, (list, tuple)):
        text = _sequence(value)
    elif isinstance(value, np.generic):
        text = str(value.item())
    else:
        text = repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _sequence(value: list[Any] | tuple[Any, ...]) -> str:
    items = [show(item) for item in value[:12]]
    if len(value) > 12:
        items.append("…")
    left, right = ("[", "]") if isinstance(value, list) else ("(", ")")
    return f"{left}{', '.join(items)}{right}"


def kind_of(value: Any) -> str:
    """What a value is, in words: its type, and its shape where it has one."""
    kind = type(value)
    if issubclass(kind, Handle):
        return str(value.type_name)
    if kind is TooLargeValue:
        return str(value.what)
    if is_a(value, np.ndarray):
        return f"array {value.shape} {value.dtype}"
    if isinstance(value, (list, tuple)):
        return f"{kind.__name__} ({len(value)})"
    return kind.__name__

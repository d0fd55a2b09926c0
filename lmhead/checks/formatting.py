"""Values written out for a reader: rounded sensibly, short, never a learner's own `repr`."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..wire.subject import Handle, Missing, Subject, TooLargeValue, is_a

_LONGEST = 300
#: An argument with more numbers than this is described, not written out.
_PASTED = 64


#: Significant digits that a number is shown with, and more where two would look alike.
_DIGITS, _MORE = 5, (9, 13, 17)


def format_value(value: Any, digits: int = _DIGITS) -> str:
    """One value, as text of at most a few lines."""
    text = _text(value, digits)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def told_apart(one: Any, other: Any) -> tuple[str, str]:
    """Two values that differ, with as many digits as it takes to see it."""
    texts = format_value(one), format_value(other)
    for digits in _MORE:
        if texts[0] != texts[1]:
            break
        texts = format_value(one, digits), format_value(other, digits)
    return texts


def _text(value: Any, digits: int = _DIGITS) -> str:
    kind = type(value)
    if kind is Missing:
        return "—"
    if issubclass(kind, Subject):
        return f"{value.name}()"
    if issubclass(kind, Handle):
        return f"<{describe_type(value)}>"
    if kind is TooLargeValue:
        return f"<{value.what}>"
    if kind is np.ndarray and value.ndim > 4:
        return describe_type(value)  # numpy's summary of many axes is long, and takes long
    if kind is np.ndarray:
        return _array(value, digits)
    if issubclass(kind, (float, np.floating)):
        return f"{float(value) + 0.0:.{digits}g}"  # + 0.0 makes -0 a plain 0
    if issubclass(kind, np.generic):
        return _text(value.item(), digits)
    if kind in (list, tuple):
        return _sequence(value, digits)
    if kind is dict:
        items = [
            f"{format_value(key)}: {format_value(item)}" for key, item in list(value.items())[:6]
        ]
        return "{" + ", ".join(items + ["…"] * (len(value) > 6)) + "}"
    if kind is int and value.bit_length() > 64:
        # Python refuses to write very long ones in decimal.
        return f"{'-' if value < 0 else ''}1e{int(value.bit_length() * 0.30103)} (about)"
    if kind in (set, frozenset):
        return f"{{{', '.join(format_value(item) for item in list(value)[:12])}}}"
    return repr(value)


def _sequence(value: list[Any] | tuple[Any, ...], digits: int) -> str:
    items = [format_value(item, digits) for item in value[:12]]
    if len(value) > 12:
        items.append("…")
    if type(value) is tuple:
        return f"({', '.join(items)}{',' * (len(items) == 1)})"
    return f"[{', '.join(items)}]"


def _array(value: np.ndarray[Any, Any], digits: int) -> str:
    if value.dtype.kind == "f" and digits == _DIGITS and value.size:
        # What rounding left where 0 is meant is shown as 0: -2.2204e-16 beside 1.5.
        largest = np.abs(value[np.isfinite(value)]).max(initial=0.0)
        value = np.where(np.abs(value) < 1e-15 * largest, 0.0, value)
    width = 0
    if value.ndim > 1:  # numbers below one another
        width = max((len(_text(item, digits)) for item in value.ravel()[:200]), default=0)
    # numpy lays the brackets out and asks this for every number.
    return np.array2string(
        value,
        separator=", ",
        threshold=24,
        edgeitems=3,
        max_line_width=72,
        formatter={"all": lambda item: _text(item, digits).rjust(width)},
    )


def format_call(name: str, args: tuple[Any, ...]) -> str:
    """A call as a learner can paste it into a cell to see the same."""
    return f"{name}({', '.join(_argument(item) for item in args)})"


def _argument(value: Any) -> str:
    if issubclass(type(value), float):
        # In full: a u just below 1 is not 1, and a cell does not know inf.
        return re.sub("inf|nan", r"np.\g<0>", repr(float(value)))
    if type(value) is not np.ndarray:
        return repr(value) if type(value) in (int, str, bool) else format_value(value)
    if value.size == 0 < value.ndim - 1 or value.size > _PASTED:
        return f"<{describe_type(value)}>"
    if not value.flags.c_contiguous and value.T.flags.c_contiguous:
        return _argument(value.T) + ".T"
    text = _written(value)
    plain = {"f": "float64", "i": "int64", "b": "bool", "U": value.dtype.name}
    if value.dtype.name != plain.get(value.dtype.kind):
        return f"np.array({text}, dtype=np.{value.dtype.name})"
    if value.dtype.kind == "f" and value.size and not set(text) & set(".en"):
        text = re.sub(r"(\d+)", r"\1.0", text, count=1)  # or it would come back as integers
    return f"np.array({text})"


def _written(value: np.ndarray[Any, Any]) -> str:
    if value.ndim:
        return f"[{', '.join(_written(item) for item in value)}]"
    if value.dtype.kind != "f":
        return repr(value.item())
    return re.sub("inf|nan", r"np.\g<0>", f"{value.item() + 0.0:.6g}")  # a name that a cell knows


def describe_type(value: Any) -> str:
    """What a value is, in Python's own words: its type, and its shape or length if it has one."""
    kind = type(value)
    if issubclass(kind, Subject):
        return "class" if value.is_class else "function"
    if issubclass(kind, Handle):
        return str(value.type_name).removeprefix("builtins.")
    if kind is TooLargeValue:
        return str(value.what)
    if is_a(value, np.ndarray):
        return f"ndarray, shape {value.shape}, {value.dtype}"
    if issubclass(kind, np.generic):
        return f"np.{value.dtype.name}"
    if kind in (list, tuple, dict, set):
        return f"{kind.__name__}, len {len(value)}"
    return kind.__name__

"""Values to JSON and back, for data that may come from a hostile program.

What crosses, and how it looks in JSON (`$` names the kind; numbers that JSON has stay
themselves, so that ``2`` and ``2.0`` remain different):

==================  =====================================================================
None, bool, str     themselves
...                 ``{"$": "ellipsis"}``: an untouched ``name = ...``
int                 itself up to 2**53, beyond that ``{"$": "int", "v": hex}``
float               itself when finite, else ``{"$": "float", "v": "nan" | "inf" | "-inf"}``
complex             ``{"$": "complex", "v": [re, im]}``
list                a JSON array
tuple, set          ``{"$": "tuple" | "set" | "frozenset", "v": [...]}``
bytes               ``{"$": "bytes", "v": base64}``
dict                ``{"$": "dict", "v": [[key, value], ...]}`` (any plain keys)
numpy scalar        ``{"$": "scalar", "dtype": "<f4", "v": base64}``
numpy array         ``{"$": "array", "dtype", "shape", "v": base64, "strides"?, "writeable"?}``
anything else       what the caller's ``reference`` hook makes of it
==================  =====================================================================

Exact types only: an object whose class *derives* from one of these is something else,
and so cannot smuggle its own ``__eq__`` or ``__array__`` across.
"""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Json = Any


class WireError(ValueError):
    """A message that does not follow the format, or breaks one of the caps."""


class TooLarge(WireError):
    """A value that does not fit the caps. Its text says what and how large."""


@dataclass(frozen=True)
class Caps:
    """How much one message may hold. Generous for exercises, small for a machine."""

    depth: int = 24
    items: int = 200_000
    hashed: int = 4_000  # in all sets and dicts together
    text: int = 1_000_000  # characters in all strings together
    array_bytes: int = 16 * 2**20  # in all arrays together


DEFAULT_CAPS = Caps()
_PLAIN_INT = 2**53
_HEX_DIGITS = 3500  # 4,215 decimal digits: Python writes no more than 4,300
_MAX_DIMS = 16
# Kinds of dtype that are plain memory: bool, integers, floats, complex, fixed-width text.
_KINDS = "biufcU"


def _dtype_text(dtype: np.dtype[Any]) -> str | None:
    """The dtype's portable name, or None where it is not plain memory."""
    if dtype.kind not in _KINDS or dtype.hasobject or dtype.names is not None:
        return None
    if (dtype.kind == "f" and dtype.itemsize > 8) or (dtype.kind == "c" and dtype.itemsize > 16):
        return None  # long double differs between machines
    return dtype.str


def _dtype_from_text(text: object) -> np.dtype[Any]:
    if not isinstance(text, str) or len(text) > 12 or text[:1] not in "<>|=":
        raise WireError(f"unknown dtype {text!r}")
    try:
        dtype = np.dtype(text)
    except (TypeError, ValueError) as error:
        raise WireError(f"unknown dtype {text!r}") from error
    if _dtype_text(dtype) is None or dtype.itemsize > 2**20:
        raise WireError(f"dtype {text!r} is not allowed")
    return dtype


class Encoder:
    """Turns a value into JSON. `reference` is asked for what is not plain data."""

    def __init__(self, reference: Callable[[Any], Json], caps: Caps = DEFAULT_CAPS) -> None:
        self._reference = reference
        self._caps = caps
        self._items = 0
        self._text = 0
        self._array_bytes = 0
        self._hashes = 0

    def encode(self, value: Any, depth: int = 0) -> Json:
        self._count(1, depth)
        kind = type(value)
        if value is None or kind is bool:
            return value
        if value is Ellipsis:
            return {"$": "ellipsis"}
        if kind is int:
            return self._int(value)
        if kind is float:
            return value if math.isfinite(value) else {"$": "float", "v": repr(value)}
        if kind is str:
            return self._string(value)
        if kind is list:
            return [self.encode(item, depth + 1) for item in self._sized(value)]
        if kind in (set, frozenset, dict):
            self._hashes += len(value)
            if self._hashes > self._caps.hashed:
                raise TooLarge(f"a {kind.__name__} of {len(value):,} items")
        if kind in (tuple, set, frozenset):
            items = [self.encode(item, depth + 1) for item in self._sized(value)]
            return {"$": kind.__name__, "v": items}
        if kind is dict:
            pairs = [
                [self.encode(key, depth + 1), self.encode(item, depth + 1)]
                for key, item in self._sized(value).items()
            ]
            return {"$": "dict", "v": pairs}
        if kind is complex:
            return {"$": "complex", "v": [self.encode(value.real), self.encode(value.imag)]}
        if kind is bytes:
            self._bytes(len(value), "a bytes object")
            return {"$": "bytes", "v": base64.b64encode(value).decode("ascii")}
        if kind is np.ndarray:
            return self._array(value)
        if issubclass(kind, np.generic) and kind.__module__ == "numpy":
            return self._scalar(value)
        return self._reference(value)

    def _count(self, items: int, depth: int) -> None:
        self._items += items
        if depth > self._caps.depth:
            raise TooLarge(f"a value nested more than {self._caps.depth} levels deep")
        if self._items > self._caps.items:
            raise TooLarge(f"a value with more than {self._caps.items:,} items")

    def _sized(self, value: Any) -> Any:
        if self._items + len(value) > self._caps.items:
            raise TooLarge(f"a {type(value).__name__} of {len(value):,} items")
        return value

    def _bytes(self, size: int, what: str) -> None:
        self._array_bytes += size
        if self._array_bytes > self._caps.array_bytes:
            raise TooLarge(f"{what} of {size:,} bytes")

    def _int(self, value: int) -> Json:
        if abs(value) <= _PLAIN_INT:
            return value
        if value.bit_length() > 4 * _HEX_DIGITS:
            raise TooLarge(f"an integer of {value.bit_length():,} bits")
        return {"$": "int", "v": hex(value)}

    def _string(self, value: str) -> str:
        self._text += len(value)
        if self._text > self._caps.text:
            raise TooLarge(f"a text of {len(value):,} characters")
        return value

    def _scalar(self, value: np.generic) -> Json:
        dtype = _dtype_text(value.dtype)
        if dtype is None:
            return self._reference(value)
        self._bytes(value.dtype.itemsize, "a numpy scalar")
        return {
            "$": "scalar",
            "dtype": dtype,
            "v": base64.b64encode(value.tobytes()).decode("ascii"),
        }

    def _array(self, value: np.ndarray[Any, Any]) -> Json:
        dtype = _dtype_text(value.dtype)
        if dtype is None or value.ndim > _MAX_DIMS:
            return self._reference(value)
        self._bytes(value.nbytes, f"an array of shape {value.shape}")
        self._items += value.ndim
        message: dict[str, Json] = {
            "$": "array",
            "dtype": dtype,
            "shape": list(value.shape),
            "v": base64.b64encode(value.tobytes()).decode("ascii"),
        }
        # A caller's non-contiguous or read-only array arrives as such: code that is
        # right on fresh arrays alone shows it here.
        if value.size > 0 and not value.flags.c_contiguous:
            message["strides"] = list(value.strides)
        if not value.flags.writeable:
            message["writeable"] = False
        return message


class Decoder:
    """Turns JSON into values, believing nothing. `reference` is asked for unknown kinds."""

    def __init__(
        self, reference: Callable[[str, dict[str, Json]], Any], caps: Caps = DEFAULT_CAPS
    ) -> None:
        self._reference = reference
        self._caps = caps
        self._items = 0
        self._array_bytes = 0
        self._hashes = 0

    def decode(self, message: Json, depth: int = 0) -> Any:
        self._items += 1
        if depth > 2 * self._caps.depth or self._items > 2 * self._caps.items:
            raise WireError("a message nested too deep or with too many items")
        if message is None or isinstance(message, (bool, int, float, str)):
            return message
        if isinstance(message, list):
            return [self.decode(item, depth + 1) for item in message]
        if not isinstance(message, dict):
            raise WireError(f"unexpected {type(message).__name__} in a message")
        kind = message.get("$")
        if not isinstance(kind, str):
            raise WireError("a JSON object without its kind")
        match kind:
            case "ellipsis":
                return ...
            case "int":
                return self._int(message)
            case "float":
                return self._float(message)
            case "complex":
                return self._complex(message, depth)
            case "tuple":
                return tuple(self._list(message, depth))
            case "set" | "frozenset":
                return self._set(kind, message, depth)
            case "dict":
                return self._dict(message, depth)
            case "bytes":
                return self._base64(message.get("v"))
            case "scalar":
                return self._scalar(message)
            case "array":
                return self._array(message)
            case _:
                return self._reference(kind, message)

    def _list(self, message: dict[str, Json], depth: int) -> list[Any]:
        items = message.get("v")
        if not isinstance(items, list):
            raise WireError("a sequence without its items")
        return [self.decode(item, depth + 1) for item in items]

    def _hashed(self, items: list[Any]) -> list[Any]:
        """Count what goes into hash tables: items with one hash cost the square of their number."""
        self._hashes += len(items)
        if self._hashes > self._caps.hashed:
            raise WireError(f"more than {self._caps.hashed:,} items in sets and dicts")
        return items

    def _set(self, kind: str, message: dict[str, Json], depth: int) -> Any:
        items = self._hashed(self._list(message, depth))
        try:
            return set(items) if kind == "set" else frozenset(items)
        except TypeError as error:
            raise WireError("a set with an item that cannot be in one") from error

    def _dict(self, message: dict[str, Json], depth: int) -> dict[Any, Any]:
        result: dict[Any, Any] = {}
        for pair in self._hashed(self._list(message, depth)):
            if not isinstance(pair, list) or len(pair) != 2:
                raise WireError("a dict with something other than pairs")
            try:
                result[pair[0]] = pair[1]
            except TypeError as error:
                raise WireError("a dict with a key that cannot be one") from error
        return result

    def _int(self, message: dict[str, Json]) -> int:
        text = message.get("v")
        if not isinstance(text, str) or len(text) > _HEX_DIGITS + 3:
            raise WireError("an integer that is not one")
        try:
            return int(text, 16)
        except ValueError as error:
            raise WireError("an integer that is not one") from error

    def _float(self, message: dict[str, Json]) -> float:
        text = message.get("v")
        if text not in ("nan", "inf", "-inf"):
            raise WireError("a float that is not one")
        return float(text)

    def _complex(self, message: dict[str, Json], depth: int) -> complex:
        parts = self._list(message, depth)
        if len(parts) != 2 or not all(type(part) is float for part in parts):
            raise WireError("a complex number that is not one")
        return complex(parts[0], parts[1])

    def _base64(self, text: object) -> bytes:
        if not isinstance(text, str):
            raise WireError("bytes that are not base64")
        self._array_bytes += 3 * len(text) // 4
        if self._array_bytes > self._caps.array_bytes + 16:
            raise WireError("more bytes than a message may hold")
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError) as error:
            raise WireError("bytes that are not base64") from error

    def _scalar(self, message: dict[str, Json]) -> np.generic:
        dtype = _dtype_from_text(message.get("dtype"))
        data = self._base64(message.get("v"))
        if dtype.itemsize == 0:  # an empty numpy string
            empty: np.generic = dtype.type()
            return empty
        if len(data) != dtype.itemsize:
            raise WireError(f"a scalar of dtype {dtype} with {len(data)} bytes")
        scalar: np.generic = self._from_bytes(data, dtype)[0]
        return scalar

    def _array(self, message: dict[str, Json]) -> np.ndarray[Any, Any]:
        dtype = _dtype_from_text(message.get("dtype"))
        shape = message.get("shape")
        if not isinstance(shape, list) or len(shape) > _MAX_DIMS:
            raise WireError(f"an array of shape {shape!r}")
        if not all(type(n) is int and 0 <= n <= self._caps.array_bytes for n in shape):
            raise WireError(f"an array of shape {shape!r}")
        data = self._base64(message.get("v"))
        if len(data) != math.prod(shape) * dtype.itemsize:
            raise WireError(f"an array of shape {shape} and dtype {dtype} with {len(data)} bytes")
        if len(data):
            array = self._from_bytes(data, dtype).reshape(shape)
        else:
            try:
                array = np.empty(shape, dtype)
            except ValueError as error:  # a 0 among them, and the others together too large
                raise WireError(f"an array of shape {shape!r}") from error
        strides = message.get("strides")
        if strides is not None and array.size:
            array = self._strided(array, strides)
        if message.get("writeable") is False:
            array.flags.writeable = False
        return array

    @staticmethod
    def _from_bytes(data: bytes, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
        # Fixed-width text holds raw code points: one beyond Unicode's range fails only
        # when somebody prints it, so refuse it here.
        if dtype.kind == "U":
            points = np.frombuffer(data, dtype=dtype.str[0] + "u4")
            if (points > 0x10FFFF).any():
                raise WireError("text outside Unicode's range")
        return np.frombuffer(bytearray(data), dtype=dtype)

    def _strided(self, array: np.ndarray[Any, Any], strides: Json) -> np.ndarray[Any, Any]:
        """The same values laid out with the given strides, in memory of our own."""
        limit = self._caps.array_bytes
        if (
            not isinstance(strides, list)
            or len(strides) != array.ndim
            or not all(type(s) is int and abs(s) <= limit for s in strides)
        ):
            raise WireError(f"strides {strides!r} for an array of shape {array.shape}")
        low = sum(min(0, s * (n - 1)) for s, n in zip(strides, array.shape, strict=True))
        high = sum(max(0, s * (n - 1)) for s, n in zip(strides, array.shape, strict=True))
        span = high - low + array.itemsize
        self._array_bytes += span
        if self._array_bytes > limit + 16 or any(s % array.itemsize for s in strides):
            raise WireError(f"strides {strides!r} for an array of shape {array.shape}")
        view: np.ndarray[Any, Any] = np.ndarray(
            array.shape, array.dtype, buffer=bytearray(span), offset=-low, strides=tuple(strides)
        )
        view[...] = array
        return view

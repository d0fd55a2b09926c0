"""What took long to make, kept in the user's cache folder: arrays and a few plain values.

The folder is $LMHEAD_CACHE, else ``lmhead`` in the one that the system has for this. It can be
deleted at any time. Where it cannot be written or read, everything goes on without it.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._files import whole_file

__all__ = ["folder", "read", "write"]

Arrays = dict[str, NDArray[Any]]
ABOUT = "about"  # the plain values, as JSON, in an array of bytes


def folder() -> Path | None:
    """Where things are kept; None where the user has no home.

    It is the folder that platformdirs names. That package is not used: the corpus needs numpy
    alone, also inside the sandbox.
    """
    if named := os.environ.get("LMHEAD_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        above = os.environ.get("LOCALAPPDATA")
        return Path(above) / "lmhead" / "cache" if above else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "lmhead"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "lmhead"


def _file(name: str, key: dict[str, Any]) -> Path | None:
    above = folder()
    digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()
    return above / f"{name}-{digest[:16]}.npz" if above is not None else None


def read(name: str, key: dict[str, Any]) -> tuple[Arrays, dict[str, Any]] | None:
    """What was written under this name and key; None where there is nothing whole.

    Nothing is unpickled: the file holds numbers and JSON, and who asks checks them.
    """
    file = _file(name, key)
    if file is None or not file.is_file():
        return None
    try:
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as found:
            arrays = {part: found[part] for part in found.files}
        about = json.loads(arrays.pop(ABOUT).tobytes())
        return (arrays, about["values"]) if about["key"] == key else None
    except Exception:  # zipfile, zlib, numpy and json each have errors of their own for damage
        return None


def write(name: str, key: dict[str, Any], arrays: Arrays, values: dict[str, Any]) -> None:
    """Keep arrays and values that JSON can hold, whole or not at all."""
    file = _file(name, key)
    if file is None:
        return
    about = np.frombuffer(json.dumps({"key": key, "values": values}).encode(), dtype=np.uint8)
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(file) as out:
            np.savez_compressed(out, **{**arrays, ABOUT: about})  # type: ignore[arg-type]

"""Pyodide for the notebooks in the browser: its public address, or a distribution on this host.

The kernel asks for one version of Pyodide, from Pyodide's own CDN unless told otherwise. Where that
is not reached from, ``make site PYODIDE=FOLDER`` takes Pyodide's full distribution from a folder:
what the notebooks need of it is copied, and nothing is asked of another host.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION

VERSION = PYODIDE_VERSION
CDN = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
ENTRY = "pyodide.mjs"
LOCK = "pyodide-lock.json"
CORE = (ENTRY, "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", LOCK)
# What the kernel starts with, and what a notebook may import besides.
STARTS_WITH = ("micropip", "ipython", "jedi", "numpy")
PACKAGES = (*STARTS_WITH, "matplotlib")
_VERSION = re.compile(r"^\s*\"version\"\s*:\s*\"([^\"]+)\"", re.MULTILINE)
_WHERE = (
    f"The full distribution of that version is pyodide-{VERSION}.tar.bz2 among the releases of "
    "github.com/pyodide/pyodide; unpack it and name its folder."
)


class PyodideError(Exception):
    """A distribution that will not do; the message says why in one sentence."""


def copy(folder: Path, target: Path) -> None:
    """Copy Pyodide's core and the packages above from the distribution in ``folder``.

    The lock that is written names these packages alone, so that an import of another is refused
    with a sentence instead of asking for a file that is not there.

    Raises ``PyodideError`` for a folder that is no full distribution of ``VERSION``.
    """
    lock = checked(folder)
    target.mkdir(parents=True)
    for name in CORE[:-1]:
        shutil.copyfile(folder / name, target / name)
    wanted = closure(lock["packages"])
    for package in wanted.values():
        shutil.copyfile(folder / package["file_name"], target / package["file_name"])
    text = json.dumps({**lock, "packages": wanted}, sort_keys=True)
    (target / LOCK).write_text(text, encoding="utf-8")


def checked(folder: Path) -> dict[str, Any]:
    """The lock of the distribution in ``folder``, after everything needed was found there."""
    missing = [name for name in CORE if not (folder / name).is_file()]
    if missing:
        raise PyodideError(
            f"PYODIDE: {folder} has no {missing[0]}, so it is no distribution of Pyodide. {_WHERE}"
        )
    found = _version(folder)
    if found != VERSION:
        raise PyodideError(
            f"PYODIDE: {folder} holds Pyodide {found or '(of no known version)'}, and the "
            f"notebooks' kernel needs {VERSION}. {_WHERE}"
        )
    try:
        lock: dict[str, Any] = json.loads((folder / LOCK).read_text(encoding="utf-8"))
        packages = closure(lock["packages"])
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise PyodideError(
            f"PYODIDE: {folder / LOCK} cannot be read ({type(error).__name__}: {error}). {_WHERE}"
        ) from None
    for name, package in packages.items():
        path = folder / package["file_name"]
        if not path.is_file():
            raise PyodideError(
                f"PYODIDE: {folder} has no {path.name}, which the notebooks need for {name}; this "
                f"may be the core alone. {_WHERE}"
            )
        if hashlib.sha256(path.read_bytes()).hexdigest() != package["sha256"]:
            raise PyodideError(
                f"PYODIDE: {path} is not the file that {LOCK} there names; it may have been "
                f"unpacked in part. {_WHERE}"
            )
    return lock


def _version(folder: Path) -> str | None:
    # npm's package says it in package.json; in the release's archive only the code does.
    package = folder / "package.json"
    if package.is_file() and (found := _VERSION.search(package.read_text("utf-8", "replace"))):
        return found[1]
    code = (folder / ENTRY).read_text(encoding="utf-8", errors="replace")
    versions = re.findall(r"[\"'](\d+\.\d+\.\d+(?:[a-z]+\d+)?)[\"']", code)
    return VERSION if VERSION in versions else next(iter(versions), None)


def closure(packages: dict[str, Any]) -> dict[str, Any]:
    """``PACKAGES`` and all that they depend on, from a lock's table; ``KeyError`` if not all."""
    names = {_plain(name): name for name in packages}
    waiting, found = list(PACKAGES), {}
    while waiting:
        name = names[_plain(waiting.pop())]
        if name not in found:
            found[name] = packages[name]
            waiting += packages[name]["depends"]
    return dict(sorted(found.items()))


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()

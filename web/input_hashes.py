"""What a part of the site was made from: files by their contents, folders by their names.

A part of the build is made anew when a hash of something that it was made from differs from the
one that was written down when it was made. Times of files decide nothing, but for one thing: a
file that was changed while a part was being made is written down as unknown, so that the next
build makes the part again.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from web import opened_files

ROOT = Path(__file__).resolve().parent.parent
#: Path -> the hash of what lies there.
Hashes = dict[str, str]
# Made by tools beside the sources; nothing is built from them.
IGNORED = frozenset({"__pycache__", ".ipynb_checkpoints", "node_modules", "_build"})
ABSENT, UNKNOWN = "absent", "changed while it was read"


def hash_of(path: Path) -> str:
    """The hash of a file's contents, or of the names of all files below a folder."""
    with opened_files.aside():
        if path.is_dir():
            names = sorted(file.relative_to(path).as_posix() for file in files_below(path))
            return hashlib.sha256("\0".join(names).encode()).hexdigest()
        try:
            return hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:
            return ABSENT


def files_below(folder: Path) -> list[Path]:
    """The files of ``folder``, however deep, but for what tools leave beside the sources.

    Of a file, the file itself.
    """
    if not folder.is_dir():
        return [folder]
    found = []
    for path in sorted(folder.iterdir()):
        if path.name not in IGNORED and not path.name.startswith("."):
            found += files_below(path)
    return found


def hashes_of(paths: Iterable[Path], since: int | None = None) -> Hashes:
    """The hash of each path. A file changed after ``since`` (ns) is unknown: it was read before."""
    found = {}
    for path in sorted(set(paths)):
        changed = since is not None and path.is_file() and path.stat().st_mtime_ns >= since
        found[str(path)] = UNKNOWN if changed else hash_of(path)
    return found


def changed(hashes: Mapping[str, str]) -> set[str]:
    """The paths at which there is something else now."""
    return {path for path, was in hashes.items() if hash_of(Path(path)) != was}


def digest(*parts: object) -> str:
    """One hash of several things that JSON can hold."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def environment() -> str:
    """The Python and the installed packages, with their versions, as one hash."""
    folders = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    packages = sorted(path.name for folder in folders for path in Path(folder).glob("*.dist-info"))
    return digest(sys.version, sys.platform, platform.machine(), packages)


def dependencies(log: Path, course: Path, output: Path, *, folders: bool) -> list[Path]:
    """The files, and ``folders`` if wanted, in a log of ``opened_files`` that a result depends on.

    Those are what lies below ``course`` and this checkout, and a user's own settings and fonts;
    not the installed packages, which ``environment`` stands for, nothing that belongs to the
    system, and nothing of the build's own ``output``.
    """
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    installed = [Path(sysconfig.get_path(name)) for name in names]
    never = [Path(sys.prefix), output]
    elsewhere = [*installed, Path(sys.base_prefix), Path(tempfile.gettempdir())]
    elsewhere += map(Path, ("/proc", "/dev", "/sys", "/etc", "/usr", "/run"))

    def below(path: Path, parents: list[Path]) -> bool:
        return any(path.is_relative_to(parent) for parent in parents)

    def matters(kind: str, path: Path) -> bool:
        if kind == opened_files.FOLDER and not folders:
            return False
        if below(path, never) or IGNORED & set(path.parts[len(course.parts) :]):
            return False
        return below(path, [course, ROOT]) or not below(path, elsewhere)

    return [path for kind, path in opened_files.read_log(log) if matters(kind, path)]

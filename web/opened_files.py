"""Which files a process opens to read, and which folders it lists, written down as it does so.

What a result depends on is thus seen, not guessed: a page's code that draws a figure names neither
the module behind the module that it imports nor the data that this one loads. It is imported in
the kernels of the pages too, so it needs the standard library alone.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from importlib.util import source_from_cache
from pathlib import Path

FILE, FOLDER = "file", "folder"
_LISTING = ("os.listdir", "os.scandir")
# What Python's own search for modules and packages lists is not what the program depends on.
_SEARCHES = ("_frozen_importlib_external", "importlib.metadata")
_aside = threading.local()


@contextlib.contextmanager
def aside() -> Iterator[None]:
    """Read files in this thread without their being written down."""
    _aside.on = True
    try:
        yield
    finally:
        _aside.on = False


def log_to(target: str | Path) -> None:
    """Write each path to the file ``target``, one a line, until this process ends."""
    log = open(target, "a", encoding="utf-8")  # noqa: SIM115  (open until the process ends)
    seen: set[tuple[str, str]] = set()

    def note(kind: str, path: object) -> None:
        if isinstance(path, (str, bytes, os.PathLike)) and not getattr(_aside, "on", False):
            entry = (kind, os.path.abspath(os.fsdecode(path)))
            if entry not in seen:
                seen.add(entry)
                log.write("\t".join(entry) + "\n")
                log.flush()

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            path, mode, flags = arguments
            access = flags & (os.O_WRONLY | os.O_RDWR) if isinstance(flags, int) else os.O_RDONLY
            # Without a mode it is os.open, whose name may be relative to some open folder.
            somewhere = mode is None and not os.path.isabs(os.fsdecode(path))  # type: ignore[arg-type]
            if access != os.O_WRONLY and not somewhere:
                note(FILE, path)
        elif event in _LISTING and sys._getframe(1).f_globals.get("__name__") not in _SEARCHES:
            note(FOLDER, "." if arguments[0] is None else arguments[0])

    note(FILE, __file__)  # so that a log which holds nothing was never started
    sys.addaudithook(hook)


def read_log(log: Path) -> list[tuple[str, Path]]:
    """What ``log_to`` wrote: pairs of kind and path. Of a compiled module the source is named."""
    found: dict[tuple[str, Path], None] = {}
    for line in log.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        kind, _, name = line.partition("\t")
        path = Path(name)
        if kind == FILE and path.suffix == ".pyc":
            try:
                path = Path(source_from_cache(name))
            except (ValueError, NotImplementedError):
                continue
        found[kind, path] = None
    return list(found)

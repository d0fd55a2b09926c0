"""The build's folder: one build in it at a time, and parts kept while they are right."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

LOCK, MADE_FROM = "lock", "made-from"


@contextlib.contextmanager
def alone(folder: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold ``folder`` for one build; another one waits here, after it has called ``waiting``.

    The system lets go of it when the process ends, however it ends.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / LOCK, "a", encoding="utf-8") as file:
        try:
            _lock(file.fileno(), wait=False)
        except OSError:
            waiting()
            _lock(file.fileno(), wait=True)
        yield


def _lock(descriptor: int, *, wait: bool) -> None:
    if os.name == "nt":
        import msvcrt

        windows: Any = msvcrt
        while True:
            try:
                windows.locking(descriptor, windows.LK_LOCK if wait else windows.LK_NBLCK, 1)
            except OSError:
                if not wait:
                    raise
            else:
                return
    import fcntl

    fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def kept(folder: Path, made_from: str, make: Callable[[Path], object]) -> Path:
    """What ``make`` writes into an empty folder, which is given to it: made once for ``made_from``.

    ``made_from`` is a hash of everything that it is made from. If ``make`` raises or is
    interrupted, there is nothing that a later call would take for done.
    """
    note = folder / MADE_FROM
    made = folder / "made"
    if note.is_file() and note.read_text(encoding="utf-8") == made_from and made.is_dir():
        return made
    shutil.rmtree(folder, ignore_errors=True)
    made.mkdir(parents=True)
    make(made)
    note.write_text(made_from, encoding="utf-8")
    return made

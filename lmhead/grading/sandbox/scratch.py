"""The folder that a sandbox has on the grader's side, and removing what killed graders left.

A folder is held by a lock on a file in it, which the system lets go of when the process that
made it, and every fork of that, has ended, however it ended. So whoever finds the lock free
knows that nobody uses the folder.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

if sys.platform != "win32":  # where nothing that was left is looked for
    import fcntl

    # O_NONBLOCK: opening a pipe must not wait for its writer.
    _READING = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

PREFIX = "lmhead-"
#: Unlikely to be in a folder of another program, since a folder that holds it is removed whole.
LOCK = ".lmhead-sandbox-lock"


@contextlib.contextmanager
def held_folder() -> Iterator[Path]:
    """A new folder that is removed at the end; by the next sandbox of this user where this process
    is killed before."""
    clear()
    with tempfile.TemporaryDirectory(prefix=PREFIX) as name:
        folder = Path(name)
        if sys.platform == "win32":
            yield folder
            return
        # Take the lock before the file gets the name that other graders look for.
        with open(folder / f"{LOCK}.new", "w", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            os.rename(file.name, folder / LOCK)
            yield folder


def clear() -> None:
    """Remove this user's folders whose processes are gone."""
    if sys.platform == "win32":
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            found = folder.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
                continue
            descriptor = os.open(folder / LOCK, _READING)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(descriptor)

"""One command at a time that writes to a course: `grade`, `release` or `collect`."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..gradebook.database_lock import InUse, database_lock
from ..problems import CourseProblem


@contextlib.contextmanager
def exclusive_use(course: Path, url: str) -> Iterator[None]:
    """Hold a course and its gradebook, whose server other machines may share.

    url: the gradebook's address. Raises `CourseProblem` where another command has one of them,
    and SQLAlchemy's errors where the server cannot be reached.
    """
    with course_lock(course), contextlib.ExitStack() as stack:
        try:
            stack.enter_context(database_lock(url))
        except InUse as error:
            raise CourseProblem(str(error)) from error
        yield


@contextlib.contextmanager
def course_lock(course: Path) -> Iterator[None]:
    """Hold the course for one command. Raises `CourseProblem` where another one has it.

    The system releases it when the process ends, however it ends.
    """
    folder = course / ".lmhead"
    path = folder / "lock"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        file = open(path, "a+", encoding="utf-8")  # noqa: SIM115  (closed below)
    except OSError as error:
        place = error.filename or course
        raise CourseProblem(f"{place} cannot be written: {error.strerror}") from error
    with file:
        try:
            _lock(file.fileno())
        except OSError as error:
            file.seek(0)
            who = file.read(20).strip()
            raise CourseProblem(
                f"another run of lmhead is at work on this course"
                f"{f' (process {who})' if who.isdigit() else ''}: let it end, or stop it"
            ) from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


def _lock(descriptor: int) -> None:
    """Lock a file, or raise OSError where it is locked."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        windows: Any = msvcrt
        windows.locking(descriptor, windows.LK_NBLCK, 1)
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

"""One grader at a time in a course folder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .release import CourseProblem


@contextlib.contextmanager
def course_lock(course: Path) -> Iterator[None]:
    """Hold the course for one grader. Raises `CourseProblem` where another one has it.

    The system lets go of it when the process ends, however it ends.
    """
    folder = course / ".lmhead"
    path = folder / "lock"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        file = open(path, "a+", encoding="utf-8")  # noqa: SIM115  (closed below)
    except OSError as error:
        raise CourseProblem(f"{course} cannot be written: {error.strerror}") from error
    with file:
        try:
            _lock(file.fileno())
        except OSError as error:
            file.seek(0)
            who = file.read(20).strip()
            raise CourseProblem(
                f"another grading run is at work on this course"
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

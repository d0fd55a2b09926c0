"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

__all__ = ["whole_file"]


@contextlib.contextmanager
def whole_file(path: Path, mode: int = 0o644, *, synced: bool = False) -> Iterator[BinaryIO]:
    """A file to write beside its place; it is moved there at the end: nobody sees half of it.

    The folder has to be there. synced: wait until the disk has it, so that a power cut does not
    leave an empty file either. Raises OSError, and leaves what was there, where it cannot be
    written; so does any error of the caller's.
    """
    descriptor, name = tempfile.mkstemp(prefix=".new-", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            if synced:
                file.flush()
                os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise

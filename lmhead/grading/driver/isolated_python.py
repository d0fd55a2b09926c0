"""Starts Python so that nothing beside the work is taken for a module.

The folder in which an instructor types a command may be a submission's own, or one that others
can write to: a `queue.py` there must not be what ``import queue`` finds. Python's ``-I`` leaves
out the working directory, ``PYTHONPATH`` and its like, and the user's own site folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

import lmhead


def isolated(code: str, *arguments: str) -> list[str]:
    """A command that runs `code` with this package and what is installed beside it, alone.

    The folder that holds the package comes last: it is the one that is running, and where it
    is not installed (a copy of the repository) nothing else leads to it.
    """
    folder = str(Path(lmhead.__file__).resolve().parents[1])
    return [
        sys.executable,
        "-I",
        "-c",
        f"import sys; sys.path.append({folder!r}); {code}",
        *arguments,
    ]

"""A submitted folder: whether it may be opened, and what lies beside the notebook."""

from __future__ import annotations

import os
from pathlib import Path

from ...messages import say
from .read import NotebookProblem

LARGEST_FOLDER = 16 * 2**20  # bytes of all that is handed in
MOST_FILES, DEEPEST = 1_000, 20
LONGEST_PATH = 1_000  # bytes of a path below the submitted folder


def check_folder(folder: Path) -> None:
    """Raise `NotebookProblem` where a submitted folder is not one to open.

    Links are refused (their targets are not the learner's), and so is what is too large, too
    many or too deep to be looked through, and a path that no other folder may have room for.
    """
    size = count = 0
    if folder.is_symlink() or folder.parent.is_symlink():
        raise NotebookProblem(say("file/link", file=folder.name))
    for place, folders, files in os.walk(folder, followlinks=False):
        if len(Path(place).relative_to(folder).parts) > DEEPEST:
            raise NotebookProblem(say("file/folder-too-large", file=folder.name))
        for name in folders + files:
            path = Path(place, name)
            if len(os.fsencode(path.relative_to(folder))) > LONGEST_PATH:
                raise NotebookProblem(say("file/folder-too-large", file=folder.name))
            if path.is_symlink():
                raise NotebookProblem(say("file/link", file=name))
            count += 1
            size += path.lstat().st_size if name in files else 0
        if count > MOST_FILES or size > LARGEST_FOLDER:
            raise NotebookProblem(say("file/folder-too-large", file=folder.name))


def files_beside(folder: Path, most: int = 16 * 2**20) -> dict[str, bytes]:
    """The plain files next to a notebook, by relative name. Links are not followed."""
    found: dict[str, bytes] = {}
    size = 0
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file() or path.suffix == ".ipynb":
            continue
        size += path.stat().st_size
        if size > most:
            break
        found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found

"""Writes what grading makes, each file whole or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from .._files import whole_file


def write_whole(path: Path, data: bytes) -> None:
    """`write_beside`, in a folder that is made where it is not there, readable by everybody."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_beside(path, data, 0o644)


def write_beside(path: Path, data: bytes, mode: int) -> None:
    """Write a file under a temporary name and move it into place, so that no reader sees half.

    Raises OSError, and leaves what was there, where it cannot be written.
    """
    with whole_file(path, mode) as file:
        file.write(data)


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files into a folder that then holds them alone."""
    remove_others(folder, files)  # first: a file may have the name that a folder had
    for name, data in files.items():
        write_whole(folder / name, data)


def remove_others(folder: Path, kept: Mapping[str, bytes]) -> None:
    """Remove what lies in a folder and is not among `kept`."""
    wanted = {folder / name for name in kept}
    places = {parent for path in wanted for parent in path.parents}
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.is_symlink() or path.is_file():
            if path not in wanted:
                path.unlink()
        elif path not in places:
            shutil.rmtree(path)
        else:
            below = path.relative_to(folder).as_posix() + "/"
            remove_others(
                path, {name[len(below) :]: b"" for name in kept if name.startswith(below)}
            )


def unwritable(error: OSError) -> str:
    """What the disk refuses, without a full stop."""
    where = f"{error.filename} cannot be written" if error.filename else "writing failed"
    return f"{where}: {error.strerror or error}"

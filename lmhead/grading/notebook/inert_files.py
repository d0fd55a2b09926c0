"""Names under which a learner's files lie where a server hands them out.

formgrader serves what lies beside a graded notebook from Jupyter's own origin. A page there, or
an image that holds scripts, would act with the rights of whoever opens it, so that such a file
is kept under a name that no server and no browser takes for anything but text.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

#: What a browser shows as text or as pixels, or saves: an allow-list, since what is a program to
#: a browser (html, xhtml, svg, xml, mht, js …) depends on the tables of each machine.
INERT = {
    *(".txt", ".csv", ".tsv", ".json", ".py", ".md", ".toml", ".ipynb"),
    *(".png", ".jpg", ".jpeg", ".gif", ".npy", ".npz"),
}

LONGEST_NAME = 255  # bytes of a file's name, as most file systems have it


def inert_names(names: Iterable[str]) -> dict[str, str]:
    """For each relative name that a browser might run, another that is text: old → new."""
    known = set(names)
    places = {str(place) for name in known for place in PurePosixPath(name).parents}
    taken = {name.casefold() for name in known | places}
    renamed: dict[str, str] = {}
    for name in sorted(known):
        if PurePosixPath(name).suffix.lower() in INERT:
            continue
        new, number = _with(name, ".txt"), 2
        while new.casefold() in taken:
            new, number = _with(name, f"-{number}.txt"), number + 1
        taken.add(new.casefold())
        renamed[name] = new
    return renamed


def _with(name: str, end: str) -> str:
    """A relative name with an ending, its last part cut where a file system has no room."""
    folder, slash, last = name.rpartition("/")
    room = LONGEST_NAME - len(end)
    kept = os.fsdecode(os.fsencode(last)[:room].decode("utf-8", "ignore").encode())
    return f"{folder}{slash}{kept if len(os.fsencode(last)) > room else last}{end}"


def make_inert(folder: Path) -> dict[str, str]:
    """Rename the files below a folder that a browser might run; returns new → old.

    Links are removed: what they lead to is not what the learner handed in.
    """
    names = []
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(place, name)
            if path.is_symlink():
                path.unlink()
            elif name in files:
                names.append(path.relative_to(folder).as_posix())
    renamed = inert_names(names)
    for old, new in renamed.items():
        os.rename(folder / old, folder / new)
    return {new: old for old, new in renamed.items()}

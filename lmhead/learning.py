"""Lays the exercise notebooks out in a learner's folder, finds them, opens JupyterLab there."""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from .course import ASSIGNMENTS, LANGUAGES, exercise_path

#: What became of a file. new: it was not there. kept: it was. older: it was, and is not the
#: one of this package. beside: the new one, beside an older one.
State = Literal["new", "kept", "older", "beside"]


def lay_out(folder: Path, lang: str, update: bool = False) -> Iterator[tuple[Path, State]]:
    """Copy each assignment's files below `folder`; yields (path, what became of it).

    A file that exists is left as it is, whatever it holds: it may be the learner's work. With
    `update`, where it is not the one of this package any more, the new one is put beside it
    under a name of its own. (Not in another folder: what a notebook reads lies beside it.)
    """
    for assignment in ASSIGNMENTS:
        source = exercise_path(assignment, lang).parent
        for path in sorted(source.rglob("*")):
            if not path.is_file() or path.name.startswith("."):
                continue
            target = folder / assignment / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            if _copied(path, target):
                yield target, "new"
            elif is_current(target, path):
                yield target, "kept"
            else:
                yield target, "older"
                if update:
                    yield from _put_beside(path, target)


def _copied(source: Path, target: Path) -> bool:
    """Copy a file, unless there is one already."""
    try:
        with open(target, "xb") as file:
            file.write(source.read_bytes())
    except FileExistsError:
        return False
    shutil.copymode(source, target)
    return True


def _put_beside(source: Path, target: Path) -> Iterator[tuple[Path, State]]:
    """Copy a file beside one of its name: ``x.new.ipynb``, or ``x.new-2.ipynb`` and so on."""
    for number in itertools.count(1):
        end = "new" if number == 1 else f"new-{number}"
        beside = target.with_name(f"{target.stem}.{end}{target.suffix}")
        if _copied(source, beside):
            yield beside, "beside"
            return
        if is_current(beside, source):
            yield beside, "kept"
            return


def is_current(mine: Path, released: Path) -> bool:
    """Whether a learner's file holds all that the course's own one says and asks.

    A notebook may hold answers and cells of the learner's beside. One that cannot be read is
    not current.
    """
    data, theirs = mine.read_bytes(), released.read_bytes()
    if data == theirs or released.suffix != ".ipynb":
        return data == theirs
    try:
        held = Counter(text for text, _ in _cells(data))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return False
    return not Counter(text for text, answer in _cells(theirs) if not answer) - held


def _cells(notebook: bytes) -> Iterator[tuple[str, bool]]:
    """Each cell's kind and source as one text, and whether it is for the learner to fill in."""
    for cell in json.loads(notebook.decode("utf-8-sig"))["cells"]:
        source = cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])
        marks = cell["metadata"].get("nbgrader", {})
        text = f"{cell['cell_type']}: {source}".replace("\r\n", "\n").rstrip()
        yield text, bool(marks.get("solution"))


def languages_in(folder: Path) -> set[str]:
    """The languages of the exercises that were laid out in `folder`; what cannot be read has none.

    A learner's file keeps its name in both languages, so only its content tells.
    """
    found = set()
    for assignment in ASSIGNMENTS:
        try:
            text = (folder / assignment / f"{assignment}.ipynb").read_text("utf-8-sig")
            lang = json.loads(text)["metadata"]["lmhead"]["lang"]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            continue
        if lang in LANGUAGES:
            found.add(str(lang))
    return found


def exercise_notebooks(folder: Path) -> list[Path]:
    """The notebooks of this course below `folder`, in order of their paths.

    Hidden folders, as JupyterLab's `.ipynb_checkpoints`, are passed by. A file with an
    assignment's name is listed even where it cannot be read, so that its owner is told.
    """
    from .grading.notebook.master import released_master
    from .grading.notebook.read import NotebookProblem, assignment_of, read_notebook

    known = {
        name: {cell.grade_id for cell in released_master(name, "en").cells} for name in ASSIGNMENTS
    }
    found = []
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = Path(place, name)
            if path.suffix != ".ipynb" or name.startswith("."):
                continue
            try:
                ours = assignment_of(read_notebook(path), known) is not None
            except NotebookProblem:
                ours = path.stem in ASSIGNMENTS
            if ours:
                found.append(path)
    return sorted(found)


def start_lab(folder: Path) -> int | None:
    """Run JupyterLab in `folder` until it is closed; its status, or None where there is none."""
    if importlib.util.find_spec("jupyterlab") is None:
        return None
    # -P: what lies in the folder that the command was typed in is no part of JupyterLab.
    command = [sys.executable, "-P", "-m", "jupyterlab", str(folder)]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # as in a container; it refuses to start without
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 0

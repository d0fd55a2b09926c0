"""Lays the exercise notebooks out in a learner's folder, finds them, opens JupyterLab there."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from .course import ASSIGNMENTS, LANGUAGES, exercise_path


def lay_out(folder: Path, lang: str) -> Iterator[tuple[Path, bool]]:
    """Copy each assignment's files below `folder`; yields (path, whether it was written).

    A file that exists is left as it is, whatever it holds: it may be the learner's work.
    """
    for assignment in ASSIGNMENTS:
        source = exercise_path(assignment, lang).parent
        for path in sorted(source.rglob("*")):
            if not path.is_file() or path.name.startswith("."):
                continue
            target = folder / assignment / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                with open(target, "xb") as file:
                    file.write(path.read_bytes())
            except FileExistsError:
                yield target, False
            else:
                shutil.copymode(path, target)
                yield target, True


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
    from .grading.home import released_master
    from .grading.reading import NotebookProblem, assignment_of, read_notebook

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
    command = [sys.executable, "-m", "jupyterlab", str(folder)]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # as in a container; it refuses to start without
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 0

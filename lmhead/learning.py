"""Lays the exercise notebooks out in a learner's folder and opens JupyterLab there."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from .course import ASSIGNMENTS, exercise_path


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


def start_lab(folder: Path) -> int | None:
    """Run JupyterLab in `folder` until it is closed; its status, or None where there is none."""
    if importlib.util.find_spec("jupyterlab") is None:
        return None
    try:
        return subprocess.call([sys.executable, "-m", "jupyterlab", str(folder)])
    except KeyboardInterrupt:
        return 0

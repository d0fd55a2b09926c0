"""A course folder with the mini notebook, for tests of whole classes."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import nbformat

from .conftest import RIGHT, submission

ROOT = Path(__file__).parents[2]


def make_course(folder: Path, more: str = "") -> Path:
    """A course with one assignment, mini. more: lines of its configuration."""
    (folder / "solutions" / "mini").mkdir(parents=True)
    nbformat.write(submission(**RIGHT), folder / "solutions" / "mini" / "mini.ipynb")
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    with open(folder / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write(f"\nc.SandboxExecute.cell_cpu = 2.0\nc.SandboxExecute.cell_wall = 5.0\n{more}\n")
    return folder


def hand_in(course: Path, student: str, answers: Mapping[str, str]) -> Path:
    """Write a student's notebook, in a course that has released it; returns it."""
    node = nbformat.read(course / "exercises" / "mini" / "mini.ipynb", as_version=4)
    for cell in node.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "").removesuffix("-answer")
        if name in answers and cell.metadata.nbgrader.solution:
            cell.source = answers[name]
    path = course / "submitted" / student / "mini" / "mini.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(node, path)
    return path

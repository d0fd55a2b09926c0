"""The reference solutions: what stands between the marks in the instructor's notebooks."""

from __future__ import annotations

import re

import nbformat

from lmhead.course import solution_path

#: What an answer cell of the master uses of the notebook above it.
_ABOVE = {
    "02-logits-softmax/tail": ("softmax-answer",),
    "04-decoding/draws": ("pick-answer",),
    "04-decoding/write": ("imports",),
    "06-train/head": ("torch",),
    "06-train/experiment": ("torch",),
}


def master(task: str) -> tuple[str, str]:
    """A task's reference solution: what it needs from above, and the cell itself."""
    assignment, name = task.split("/")
    notebook = nbformat.read(solution_path(assignment, "en"), as_version=4)
    cells = {cell.id: cell.source for cell in notebook.cells}  # a graded cell's is its grade id
    above = "\n".join(cells[item] for item in _ABOVE.get(task, ()))
    return _plain(above), _plain(cells[f"{name}-answer"])


def _plain(source: str) -> str:
    return re.sub(r"^ *### (BEGIN|END) SOLUTION\n?", "", source, flags=re.MULTILINE)

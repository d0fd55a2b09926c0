"""A course's variants where notebooks are released and graded.

The points of `variants.py` go into the released cells and the gradebook, and what a learner's
`check` needs to know goes beside the notebook. A notebook's text is the instructor's: `notes`
says where it does not say what the variants say.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
from nbformat import NotebookNode

from ...checks.usage_errors import UnknownTask
from ...checks.variant_files import JSON_FILE, from_text, public
from ...checks.variants import FILE, NONE, Variants
from .master import Master, MasterCell


def task_of(source: str) -> str | None:
    """The id of the task that a grade cell hands to `check`, or None for a cell of another kind."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except SyntaxError:
        return None
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            first = node.args[0]
            if node.func.id == "check" and isinstance(first, ast.Constant):
                return first.value if isinstance(first.value, str) else None
    return None


def points_of(source: str, variants: Variants) -> float | None:
    """The most that the check of a grade cell gives, or None where it calls none that exists."""
    task_id = task_of(source)
    try:
        return None if task_id is None else variants.find(task_id).points
    except UnknownTask:
        return None


def apply_points(notebook: NotebookNode, variants: Variants) -> None:
    """Put the points of the variants into a master's grade cells, in place."""
    for cell in notebook.cells:
        task_id = task_of(cell.source) if _is_grade(cell) else None
        if task_id in variants.points or task_id in variants.tasks:
            cell.metadata.nbgrader["points"] = variants.find(task_id).points


def _is_grade(cell: NotebookNode) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("grade"))


def out_of_step(master: Master, variants: Variants) -> str | None:
    """Where the gradebook gives other points than a task's check can, the sentence that says so."""
    for cell in master.cells:
        most = points_of(cell.source, variants) if cell.machine_graded else None
        if most is not None and cell.points is not None and abs(most - cell.points) > 1e-9:
            return (
                f"the gradebook has {cell.points:g} points for {task_of(cell.source)}, and its "
                f"check gives up to {most:g}: say what you want in {FILE}, "
                f"then run lmhead release {master.assignment}"
            )
    return None


def with_variants(master: Master, notebook: NotebookNode, variants: Variants) -> Master:
    """At home: the package's master with the points and the grade cells of a course's variants.

    notebook: the learner's, which is trusted here; the class's gradebook is elsewhere.
    """
    cells = [
        replace(cell, points=points_of(cell.source, variants) or cell.points)
        if cell.machine_graded
        else cell
        for cell in master.cells
    ]
    known = {cell.grade_id for cell in cells}
    for item in Master.from_notebook(master.assignment, notebook).cells:
        if item.grade_id in known or not variants.tasks:
            continue
        if task_of(item.source) in variants.tasks:
            cells.append(_fixed(item, points_of(item.source, variants)))
        elif item.solution and not item.grade:
            cells.append(item)
    return Master(master.assignment, tuple(cells))


def _fixed(cell: MasterCell, points: float | None) -> MasterCell:
    return replace(cell, grade=True, solution=False, locked=True, task=False, points=points)


CELL = "variants"
_CELL_HEAD = """\
# What this course asks beside the public one. Leave this cell as it is.
# 本课程与公开课程的不同之处。请保持这个单元格原样。
from lmhead.checks import use_variants
"""


def carry_variants(notebook: NotebookNode, variants: Variants, assignment: str) -> None:
    """Put a locked cell with what a learner's `check` needs into a released notebook, in place.

    It is none of nbgrader's cells: it is part of no version, and nothing is graded by it.
    """
    for text in _public_texts(variants, assignment).values():
        if text is None:
            continue
        literal = "\n".join(f"    {line!r}" for line in text.splitlines(keepends=True))
        cell = nbformat.v4.new_code_cell(f"{_CELL_HEAD}\nuse_variants(\n{literal}\n)", id=CELL)
        cell.metadata.update(deletable=False, editable=False)
        notebook.cells.insert(_behind_imports(notebook), cell)


def _behind_imports(notebook: NotebookNode) -> int:
    """Where such a cell stands: behind the first locked cell, else before any that is graded."""
    marks = [cell.metadata.get("nbgrader", {}) for cell in notebook.cells]
    for at, mark in enumerate(marks):
        if mark.get("locked") and not mark.get("grade") and not mark.get("solution"):
            return at + 1
    return next((at for at, mark in enumerate(marks) if mark), len(marks))


def carried_by(notebook: NotebookNode) -> Variants:
    """At home: the variants that a learner's notebook carries. Raises `UsageError`."""
    for cell in notebook.cells:
        if cell.cell_type != "code" or "use_variants(" not in cell.source:
            continue
        try:
            nodes = list(ast.walk(ast.parse(cell.source)))
        except SyntaxError:
            continue
        for node in nodes:
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "use_variants":
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    return from_text(first.value)
    return NONE


def _public_texts(variants: Variants, assignment: str) -> dict[str, str | None]:
    """The files of an assignment that learners are given, by name; None where it has none."""
    data = public(variants, assignment)
    shared = variants.shared and bool(variants.of(assignment))
    return {
        FILE: variants.source if shared else None,
        JSON_FILE: None if data is None or shared else json.dumps(data, indent=1) + "\n",
    }


def write_variant_files(folder: Path, variants: Variants, assignment: str) -> None:
    """Write what a learner's `check` needs beside a released notebook, and nothing else."""
    for name, text in _public_texts(variants, assignment).items():
        if text is None:
            (folder / name).unlink(missing_ok=True)
        else:
            (folder / name).write_text(text, "utf-8")


# -- what the notebook's text says ------------------------------------------------------------


def notes(notebook: NotebookNode, variants: Variants, assignment: str) -> list[str]:
    """What an instructor should look at in a master whose tasks have variants, as sentences."""
    mine = variants.of(assignment)
    said = []
    asked = dict(_prompts(notebook))
    for task_id in sorted(mine - set(asked)):
        said.append(f"{FILE} names {task_id}, and no grade cell of {assignment} checks it")
    for task_id, numbers in variants.given.items():
        for name, value in numbers.items() if task_id in asked else ():
            if not _stands_in(value, asked[task_id]):
                said.append(
                    f"{FILE} gives {name} = {value} for {task_id}, and the text above its check "
                    "does not say these numbers: change the master"
                )
    for task_id in sorted(set(variants.points) & set(asked)):
        said.append(
            f"{task_id} gives {variants.points[task_id]:g} points: see that the text says so too"
        )
    return said


def _prompts(notebook: NotebookNode) -> Iterator[tuple[str, str]]:
    """Each task's id, and the text between the check before it and its own."""
    text: list[str] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            text.append(cell.source)
        task_id = task_of(cell.source) if cell.cell_type == "code" and _is_grade(cell) else None
        if task_id is not None:
            yield task_id, "\n".join(text)
            text = []


_NUMBER = re.compile(r"[-−]?\d+(?:\.\d+)?(?:\s*%)?")


def _stands_in(value: Any, text: str) -> bool:
    """Whether the numbers stand in a text in a row, as digits; a share also as a percentage."""
    found = []
    for token in _NUMBER.findall(text):
        number = float(token.rstrip(" %").replace("−", "-"))
        found.append(number / 100 if token.endswith("%") else number)
    wanted = [float(item) for item in np.ravel(value)]
    places = range(len(found) - len(wanted) + 1)
    return any(np.allclose(found[at : at + len(wanted)], wanted) for at in places)

"""The reference solutions: ``solution.py`` of the tasks' folders, without its marks."""

from __future__ import annotations

import ast
import builtins
import re

import nbformat

from lmhead.course import solution_path
from tests.checks.conftest import IMPORTS


def master(task: str) -> tuple[str, str]:
    """A task's reference solution: what it needs from above, and the cell itself."""
    assignment, name = task.split("/")
    notebook = nbformat.read(solution_path(assignment, "en"), as_version=4)
    above: list[str] = []
    for cell in notebook.cells:
        if cell.id == f"{name}-answer":  # a graded cell's id is its grade id
            source = _plain(cell.source)
            return "\n".join(_needed(source, above)), source
        if cell.cell_type == "code" and cell.id not in ("setup", *_graded(notebook)):
            above.append(_plain(cell.source))
    raise LookupError(f"the master of {assignment} has no cell {name}-answer")


def _graded(notebook: nbformat.NotebookNode) -> set[str]:
    return {
        cell.id
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("grade") and cell.cell_type == "code"
    }


def _needed(source: str, above: list[str]) -> list[str]:
    """The cells above that define what a cell uses, beside what every answer is given."""
    given = _stored(IMPORTS) | set(dir(builtins))
    wanted = _loaded(source) - _stored(source) - given
    found = []
    for cell in reversed(above):
        if wanted & _stored(cell):
            wanted = (wanted - _stored(cell)) | (_loaded(cell) - _stored(cell) - given)
            found.insert(0, cell)
    return found


def _loaded(source: str) -> set[str]:
    nodes = ast.walk(ast.parse(source))
    return {node.id for node in nodes if isinstance(node, ast.Name) and _is(node, ast.Load)}


def _is(node: ast.Name, context: type[ast.expr_context]) -> bool:
    return isinstance(node.ctx, context)


def _stored(source: str) -> set[str]:
    """Every name that is bound anywhere in a source, its arguments and imports included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and _is(node, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
    return found


def _plain(source: str) -> str:
    return re.sub(r"^ *### (BEGIN|END) SOLUTION\n?", "", source, flags=re.MULTILINE)

"""Which modules this environment has and learners' cells do not.

A sandbox holds Python's own modules and the folders of installed packages; what is importable
here from elsewhere (a folder of PYTHONPATH, a package installed as editable) is not in it.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import sys
from collections.abc import Iterator

from nbformat import NotebookNode

from ...course import LIBRARIES
from ...extras import how_to_install
from . import bubblewrap

_MISSING = re.compile(r"No module named '(\w+)")


def lacking(name: str) -> bool:
    """Whether a module can be imported here and not in a sandbox. name: with or without dots.

    Nothing is imported. The course's own package is not one: what is left out of it is meant.
    """
    top = name.split(".")[0]
    if top == "lmhead" or top in sys.stdlib_module_names or not top.isidentifier():
        return False
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError, AttributeError):
        return False
    if spec is None:
        return False
    places = [*(spec.submodule_search_locations or ()), *([spec.origin] if spec.origin else [])]
    return not any(
        os.path.realpath(place).startswith(f"{folder}{os.sep}")
        for place in places
        for folder in bubblewrap.libraries()
    )


def libraries_of(assignment: str) -> tuple[str, ...]:
    """The libraries beside numpy that answers of an assignment use."""
    return tuple(LIBRARIES.get(assignment, ()))


def absent_library(assignment: str) -> tuple[str, str] | None:
    """The first such library that is not installed here, and how to install it."""
    for name, extra in LIBRARIES.get(assignment, {}).items():
        if importlib.util.find_spec(name) is None:
            return name, how_to_install(extra)
    return None


def named_in(error: str, text: str, absent: str | None = None) -> str | None:
    """The module that a learner's cell lacked through no fault of its own.

    error, text: the name of what stopped the cell, and what it said. absent: a library that the
    assignment uses and that is not installed here.
    """
    found = _MISSING.match(text) if error == "ModuleNotFoundError" else None
    if found is None or not (lacking(found[1]) or found[1] == absent):
        return None
    return found[1]


def notes(notebook: NotebookNode) -> Iterator[str]:
    """Sentences about what a master's cells import and the sandbox lacks."""
    modules = [name for cell in notebook.cells for name in _imports(cell)]
    for name in dict.fromkeys(modules):
        if lacking(name):
            yield (
                f"{name} can be imported here and not in the sandbox: learners' cells that import "
                "it stop, and their tasks wait for a person. Install it into the environment that "
                "lmhead is in."
            )


def _imports(cell: NotebookNode) -> Iterator[str]:
    try:
        nodes = list(ast.walk(ast.parse(cell.source))) if cell.cell_type == "code" else []
    except SyntaxError:
        return
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]

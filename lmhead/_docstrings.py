"""The docstrings of installed packages, read from their source files; none is imported.

Everyone who has the same versions installed has the same texts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

__all__ = ["LEFT_OUT", "docstrings"]

# Tests and copies of other projects' code are left out, and so are torch's private
# folders, which hold its compiler: their words would crowd out those that a reader knows.
LEFT_OUT = re.compile(
    r"/(tests?|testing|_?vendor(ed)?|_external|extern|third_party)/"
    r"|/(test_\w+|conftest)\.py$"
    r"|^scipy/_lib/"
    r"|^torch/_(?!_init__)"
)
BLOCK = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
SHORTEST = 80  # characters of a docstring


def docstrings(package: str) -> Iterator[tuple[str, str]]:
    """Each docstring of an installed package, with the file it is in, in the files' order.

    Raises `importlib.metadata.PackageNotFoundError` for a package that is not installed.
    """
    root = Path(str(distribution(package).locate_file(package)))
    for file in sorted(root.rglob("*.py")):
        name = file.relative_to(root.parent).as_posix()
        if LEFT_OUT.search(name):
            continue
        for node in ast.walk(ast.parse(file.read_bytes())):
            text = ast.get_docstring(node) if isinstance(node, BLOCK) else None
            if text and len(text) > SHORTEST:
                yield name, text

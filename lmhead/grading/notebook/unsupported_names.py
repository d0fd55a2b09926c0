"""Names that a plain grade cell cannot use: what they stand for is in the learner's process.

A grade cell runs on the grader's side. The learner's functions come to it as callables and
their data as copies, but the state of modules does not: figures that were drawn, files that
were written, a generator's seed, a patched name. A cell that looks at these here would look at
the grader's own, and find nothing. Such a cell waits for a person.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator, Mapping
from typing import Any

#: Modules whose state, or whose subject, is in the learner's process.
MODULES = frozenset(
    {
        "matplotlib", "seaborn", "pylab", "inspect", "mock", "unittest.mock", "IPython", "os",
        "pathlib", "glob", "shutil", "subprocess", "gc", "ast", "dis", "importlib",
    }
)  # fmt: skip
#: Builtins that look at a namespace or at files.
BUILTINS = frozenset({"open", "globals", "locals", "vars", "dir", "eval", "exec"})
#: Names that belong to the notebook itself.
NOTEBOOK = frozenset({"get_ipython", "In", "Out"})


def unsupported_name(source: str, names: Mapping[str, Any]) -> str | None:
    """The first such thing that a cell names, or None. names: those of the locked cells."""
    tree = ast.parse(source)
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and _stored(node)}
    for node in ast.walk(tree):
        for found in _imported(node):
            if _listed(found):
                return found
        if isinstance(node, ast.Attribute) and node.attr == "seed" and _is_random(node, names):
            return ast.unparse(node)
        if isinstance(node, ast.Name) and not _stored(node) and node.id not in own:
            value = names.get(node.id)
            if _listed(_home(value)) or (value is None and node.id in BUILTINS | NOTEBOOK):
                return node.id
    return None


def _stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _listed(name: str) -> bool:
    parts = name.split(".")
    return any(".".join(parts[:length]) in MODULES for length in range(1, len(parts) + 1))


def _home(value: Any) -> str:
    """The module that a locked name is, or was imported from."""
    if type(value) is types.ModuleType:
        return value.__name__
    named = type(value) in (types.FunctionType, types.BuiltinFunctionType, type)
    home = value.__module__ if named else None
    return home if isinstance(home, str) and home != "builtins" else ""


def _is_random(node: ast.Attribute, names: Mapping[str, Any]) -> bool:
    """Whether ``….seed`` is that of the random module or of numpy's."""
    base = ast.unparse(node.value)
    value = names.get(base)
    known = value.__name__ if type(value) is types.ModuleType else base
    return known == "random" or known.endswith(".random")

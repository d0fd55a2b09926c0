"""Every first-order mutant of a program: one change of ``rules`` at one place."""

from __future__ import annotations

import ast
import difflib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

from bench.mutants.rules import RULES, Around

Place = tuple[tuple[str, int | None], ...]


@dataclass(frozen=True)
class Mutant:
    """A changed answer. origin: the answer it was made from (its name and its source, as
    ``ast.unparse`` writes it); rule: what was changed; line: where, in that source."""

    task: str
    answer: str
    rule: str
    line: int
    original: str
    source: str

    @property
    def diff(self) -> str:
        """The lines that differ, as a unified diff without its head."""
        lines = difflib.unified_diff(
            self.original.splitlines(), self.source.splitlines(), lineterm="", n=1
        )
        return "\n".join(list(lines)[2:])

    @property
    def id(self) -> str:
        """The answer, and the changed lines: what an entry of ``equivalent.toml`` names."""
        removed, added = changed_lines(self.original, self.source)
        return f"{self.answer}: {removed} => {added}"


def changed_lines(before: str, after: str) -> tuple[str, str]:
    """The lines that only one of the two has, each joined by `` | ``."""
    removed, added = [], []
    for line in difflib.ndiff(before.splitlines(), after.splitlines()):
        if line.startswith("- "):
            removed.append(line[2:].strip())
        elif line.startswith("+ "):
            added.append(line[2:].strip())
    return " | ".join(removed), " | ".join(added)


def mutants(task: str, answer: str, source: str, above: str = "") -> list[Mutant]:
    """The mutants of an answer that compile and whose code differs from its own.

    above: what the answer uses of the notebook; it stays as it is.
    """
    tree = ast.parse(f"{above}\n{source}")
    first = len(above.splitlines()) + 1
    original = ast.unparse(tree)
    known = {_fingerprint(original)}
    found = []
    for place, node, around in places(tree):
        if tree.body[place[0][1] or 0].lineno < first:
            continue
        for rule in RULES:
            for what, replacement in rule(node, around):
                text = _text_with(tree, place, replacement)
                try:
                    mark = _fingerprint(text)
                except (SyntaxError, ValueError):
                    continue
                if mark in known:  # the same code once more, whatever it looks like
                    continue
                known.add(mark)
                line = getattr(node, "lineno", 0)
                found.append(Mutant(task, answer, what, line, original, text))
    return found


def places(tree: ast.Module) -> Iterator[tuple[Place, ast.AST, Around]]:
    """Every node that may be changed, and how to get there from the root."""
    texts = {
        node.value
        for _, node, _ in _walk(tree, (), Around())
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    yield from _walk(tree, (), Around(strings=tuple(sorted(texts))))


def _walk(node: ast.AST, place: Place, around: Around) -> Iterator[tuple[Place, ast.AST, Around]]:
    if place:
        yield place, node, around
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        arguments = dict.fromkeys([*around.arguments, *(item.arg for item in node.args.args)])
        inside = isinstance(node, ast.FunctionDef) or around.in_function
        around = Around(tuple(arguments), around.strings, inside)
    for field, value in ast.iter_fields(node):
        if field in _NOT_CHANGED.get(type(node), ()):
            continue
        items = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, item in items:
            if isinstance(item, ast.AST) and not _is_docstring(item):
                yield from _walk(item, (*place, (field, index)), around)


#: The text of an error, hints of types, what an import names.
_NOT_CHANGED: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Raise: ("exc", "cause"),
    ast.FunctionDef: ("returns", "decorator_list"),
    ast.arg: ("annotation",),
    ast.AnnAssign: ("annotation",),
    ast.JoinedStr: ("values",),
    ast.With: ("items",),
    ast.Import: ("names",),
    ast.ImportFrom: ("names",),
}


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _text_with(tree: ast.Module, place: Place, new: ast.AST | list[ast.stmt]) -> str:
    """The program with `new` at a place. The tree is afterwards what it was."""
    for node in new if isinstance(new, list) else [new]:
        ast.fix_missing_locations(node)
    parent: ast.AST = tree
    for field, index in place[:-1]:
        child = getattr(parent, field)
        parent = child if index is None else child[index]
    field, index = place[-1]
    before = getattr(parent, field)
    if index is None:
        after = new
    else:
        after = [*before[:index], *(new if isinstance(new, list) else [new]), *before[index + 1 :]]
    setattr(parent, field, after)
    try:
        return ast.unparse(tree)
    finally:
        setattr(parent, field, before)


def _fingerprint(source: str) -> object:
    """What a program compiles to, without line numbers: equal for programs that do the same."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # `is` with a number, and the like
        return _code(compile(source, "<cell>", "exec", optimize=2))


def _code(code: CodeType) -> object:
    constants = tuple(
        _code(item) if isinstance(item, CodeType) else (type(item).__name__, repr(item))
        for item in code.co_consts
    )
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars

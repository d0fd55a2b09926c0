"""What ARCHITECTURE.md is compared with: the modules' first sentences, and who calls whom.

``python -m tests.architecture`` writes the page's tree anew from the modules' docstrings.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "ARCHITECTURE.md"
BEGIN, END = "<!-- tree -->\n```text\n", "```\n<!-- end of the tree -->"
FOLDERS = ("lmhead", "web", "bench")
#: An assignment's folder is described once, in `lmhead.tasks`; a task's as well.
ONE_OF_MANY = re.compile(r"lmhead/tasks/\w+/")


# The tree


def tracked(folder: str) -> list[str]:
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", folder]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    names = [name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()]
    return [name for name in names if not ONE_OF_MANY.match(name)]


def first_sentence(name: str) -> str:
    """What a module's docstring, or a script's opening comment, says first."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if name.endswith(".py"):
        said = ast.get_docstring(ast.parse(text)) or ""
    else:
        lines = re.match(r"(?:// .*\n)+", text)
        said = re.sub(r"^// ?", "", lines[0], flags=re.MULTILINE) if lines else ""
    said = " ".join(said.split("\n\n")[0].split())
    said = said.split(". ")[0].replace("``", "`")
    return said.removesuffix(".").removesuffix(":")


def tree() -> str:
    """Each module of the package, the site and the measurements, below its folder."""
    lines = []
    for top in FOLDERS:
        names = [name for name in tracked(top) if name.endswith((".py", ".js"))]
        for folder in sorted({str(Path(name).parent) for name in names}):
            here = sorted(name for name in names if str(Path(name).parent) == folder)
            package = f"{folder}/__init__.py"
            said = first_sentence(package) if package in here else ""
            lines += ["", f"{folder}/    {said}".rstrip()]
            modules = [name for name in here if not name.endswith("/__init__.py")]
            width = max((len(Path(name).name) for name in modules), default=0)
            lines += [f"  {Path(name).name:<{width}}  {first_sentence(name)}" for name in modules]
    return "\n".join(lines[1:]) + "\n"


def with_tree(page: str) -> str:
    head, rest = page.split(BEGIN)
    return head + BEGIN + tree() + END + rest.split(END)[1]


# The two ways


@dataclass(frozen=True)
class Step:
    """A function of a way. handed_over: it is reached by what no reader of code can follow."""

    name: str
    handed_over: bool


def ways(page: str) -> dict[str, list[Step]]:
    """Of each section that is a way, its steps in order."""
    found = {}
    for section in page.split("\n## ")[1:]:
        steps = re.findall(r"^ *\d+\. (→ )?`([\w.]+)`", section, re.MULTILINE)
        if steps:
            title = section.partition("\n")[0]
            found[title] = [Step(name, bool(arrow)) for arrow, name in steps]
    return found


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Definition:
    """A function or a class, and the file that it stands in."""

    module: Path
    node: Defined


def definition(name: str) -> Definition | None:
    """Where a dotted name below `lmhead` is defined: a function, a method, a class."""
    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        base = ROOT.joinpath("lmhead", *parts[:cut])
        module = (
            base.with_suffix(".py") if base.with_suffix(".py").is_file() else base / "__init__.py"
        )
        if module.is_file():
            node: ast.Module | Defined = parsed(module)
            for part in parts[cut:]:
                named = [item for item in node.body if isinstance(item, Defined)]
                found = [item for item in named if item.name == part]
                if not found:
                    return None
                node = found[-1]  # after its overloads
            return Definition(module, node)
    return None


def names_used(start: Definition) -> list[str]:
    """The names that a function uses, in the order in which it comes to them.

    What it uses of its own module is followed; a loop's body comes twice.
    """
    of_module: dict[str, list[Defined]] = {}
    for node in ast.walk(parsed(start.module)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            of_module.setdefault(node.name, []).append(node)
    known: dict[Defined, list[str]] = {}

    def used_by(function: Defined) -> list[str]:
        if function not in known:
            known[function] = []  # one that comes back to itself adds nothing more
            known[function] = [name for part in function.body for name in used_in(part)]
        return known[function]

    def noted(name: str) -> Iterator[str]:
        for function in of_module.get(name, ()):
            yield from used_by(function)
        yield name

    def used_in(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Attribute):
            yield from used_in(node.value)
            yield from noted(node.attr)
        elif isinstance(node, ast.Name):
            yield from noted(node.id)
        elif isinstance(node, ast.Call):  # its arguments come first
            for item in (*node.args, *node.keywords, node.func):
                yield from used_in(item)
        elif not isinstance(node, ast.AnnAssign) or node.value is not None:
            for _ in range(2 if isinstance(node, ast.For | ast.While) else 1):
                for child in ast.iter_child_nodes(node):
                    yield from used_in(child)

    return used_by(start.node)


def faults_of(steps: list[Step]) -> list[str]:
    """Steps that do not exist, or that no earlier step comes to in the order that is told."""
    faults = []
    open_calls: list[tuple[str, list[str]]] = []  # each with the names it has yet to come to
    for step in steps:
        found = definition(step.name)
        if found is None:
            faults.append(f"there is no {step.name}")
            continue
        simple = step.name.rpartition(".")[2]
        if not step.handed_over and open_calls:
            for depth in range(len(open_calls) - 1, -1, -1):
                caller, names = open_calls[depth]
                if simple in names:
                    del open_calls[depth + 1 :]
                    open_calls[depth] = (caller, names[names.index(simple) + 1 :])
                    break
            else:
                faults.append(f"no step before {step.name} comes to it, in the order that is told")
        open_calls.append((step.name, names_used(found)))
    return faults


if __name__ == "__main__":
    PAGE.write_text(with_tree(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

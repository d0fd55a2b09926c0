"""A chapter's page, read and run without building the site.

`Page.numbers` and the like see the source; `Page.run` runs the code cells in one namespace, with
`glue` replaced by a dictionary, and `Page.text` is the prose with the glued numbers in place.
"""

import ast
import contextlib
import io
import re
import sys
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parents[2]
EDITIONS = {"en": ROOT / "chapters", "zh": ROOT / "zh" / "chapters"}

_CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)^```$", re.M | re.S)
# The code of a try-it cell, which a reader runs and the page does not.
_TRYIT = re.compile(r"^```(?:template|solution|check)\n.*?^```$", re.M | re.S)
_GLUE = re.compile(r"\{glue:text\}`([^`:]+)(?::([^`]+))?`")
_GLUED_FIGURE = re.compile(r"^```\{glue:figure\} (\S+)$", re.M)
_TAGS = re.compile(r"^:tags:.*\n", re.M)
DECIMAL = re.compile(r"(?<![\w.])[−-]?\d+\.\d+(?![\w.]*\w)")


def pages(edition: str) -> list["Page"]:
    """Every page of an edition, by name."""
    return [Page(edition, path.stem) for path in sorted(EDITIONS[edition].glob("*.md"))]


@dataclass(frozen=True)
class Ran:
    """What a page's code left behind: glued objects, and what each cell printed or showed."""

    glued: dict[str, object] = field(default_factory=dict)
    printed: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Page:
    edition: str
    name: str

    @cached_property
    def source(self) -> str:
        text = (EDITIONS[self.edition] / f"{self.name}.md").read_text(encoding="utf-8")
        # Without the jupytext header.
        return re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)

    @cached_property
    def cells(self) -> list[str]:
        return [_TAGS.sub("", cell).strip("\n") for cell in _CELL.findall(self.source)]

    @cached_property
    def prose(self) -> str:
        """The page without its code cells and try-it code; glue roles as they stand."""
        return _TRYIT.sub("", _CELL.sub("", self.source))

    @cached_property
    def glue_roles(self) -> list[tuple[str, str]]:
        """Name and format of every glued number, in the page's order."""
        return _GLUE.findall(self.prose)

    @cached_property
    def uses(self) -> set[str]:
        """What the prose shows of what is glued: numbers by name, and figures."""
        return {name for name, _ in self.glue_roles} | set(_GLUED_FIGURE.findall(self.prose))

    @cached_property
    def decimals(self) -> list[str]:
        """Every number with a decimal point that an author wrote in the prose."""
        return DECIMAL.findall(_GLUE.sub("", self.prose))  # a role's format is no number

    @cached_property
    def ran(self) -> Ran:
        ran = Ran()

        def glue(name: str, value: object, display: bool = True) -> None:
            ran.glued[name] = value

        namespace: dict[str, object] = {"__name__": "__page__"}
        # One key by hand: mock.patch.dict would also take back what the cells import.
        real = sys.modules.get("myst_nb")
        sys.modules["myst_nb"] = SimpleNamespace(glue=glue)  # type: ignore[assignment]
        try:
            for cell in self.cells:
                ran.printed.append(_run(cell, namespace))
        finally:
            del sys.modules["myst_nb"]
            if real is not None:
                sys.modules["myst_nb"] = real
        return ran

    @cached_property
    def text(self) -> str:
        """The prose with every glued number printed, as a reader sees it."""

        def printed(match: re.Match[str]) -> str:
            value = self.ran.glued[match[1]]
            return format(value, match[2]) if match[2] else str(value)

        return _GLUE.sub(printed, self.prose)

    @cached_property
    def sections(self) -> dict[str, str]:
        """The prose below each label, without glue filled in."""
        parts = re.split(r"^\(([a-z0-9-]+)\)=$", self.prose, flags=re.M)
        return dict(zip(parts[1::2], parts[2::2], strict=True))

    @cached_property
    def predictions(self) -> list[tuple[str, str]]:
        """Every predict question's id and its options' marks, as "  x "."""
        found = re.findall(r"^```\{predict\} (\S+)\n(.*?)^```$", self.source, re.M | re.S)
        return [(name, "".join(re.findall(r"^- \((.)\)", body, re.M))) for name, body in found]


def _run(cell: str, namespace: dict[str, object]) -> str:
    """Run a cell as a notebook would; what it printed, and the value of its last line."""
    tree = ast.parse(cell)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(tree, "<cell>", "exec"), namespace)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)
            if value is not None:
                print(repr(value))
    return out.getvalue()

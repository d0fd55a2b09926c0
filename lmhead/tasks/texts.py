"""Reads the texts of tasks: Markdown with plain headings, a file a language.

``text.en.md`` of a task::

    # One step of training

    ## you give
    a function

    ## prompt
    Write the function `sgd_step` …

    ## parts
    ### values
    The new W_out

    ## messages
    ### ascent
    `{name}` moves W_out along the slope, so the loss rises.

    ## hints
    ### 1
    Three things, one after the other …

The first heading is the title. ``you give`` stands in the notebook's table of tasks. A task
with parts names each. A message is one that the check says, ``{name}`` and the like filled in
by it. ``## cell NAME`` is a cell without points behind the task's own; one that is a fenced
block of ``python`` is code. ``## title in results`` is the title where no Markdown is, if it is
not the first heading without its stars. ``## answer`` is the course's own answer to a question
that a person reads. A link to ``chapters/…`` leads to the page of the same language.

An assignment's text has an ``## opening``, in which ``{table}``, ``{tasks}`` and ``{points}``
stand for what is counted, cells behind the imports, and messages that its tasks share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from . import TaskProblem, shown

_GROUPS = ("parts", "messages", "hints")
#: What may stand in the text of a task, of a written answer, of an assignment.
TASK = ("you give", "title in results", "prompt", *_GROUPS)
WRITTEN = ("you give", "prompt", "answer")
ASSIGNMENT = ("opening", "messages")
#: What has to.
_NEEDED = {TASK: ("you give", "prompt", "messages", "hints"), WRITTEN: ("prompt", "answer")}
#: What a folder that was laid out says where something has to be written.
FILL_IN = "FILL IN"
_CELL = re.compile(r"cell ([a-z][a-z0-9-]*)")
_CODE = re.compile(r"\A```python\n(.*?)\n```\Z", re.DOTALL)


@dataclass(frozen=True)
class Cell:
    """A cell without points. code: whether it is code, not text."""

    name: str
    source: str
    code: bool


@dataclass(frozen=True)
class Text:
    """One file. sections: by heading; groups: heading -> name -> text."""

    path: Path
    title: str
    sections: Mapping[str, str]
    groups: Mapping[str, Mapping[str, str]]
    cells: tuple[Cell, ...]

    def messages(self) -> dict[str, str]:
        """What the catalogs hold of a task's text: the end of the id -> sentence."""
        plain = self.sections.get("title in results", self.title.replace("*", ""))
        return {
            "title": plain,
            **{f"part/{name}": text for name, text in self.groups.get("parts", {}).items()},
            **self.groups.get("messages", {}),
            **{f"hint-{name}": text for name, text in self.groups.get("hints", {}).items()},
        }


def read(path: Path, kind: tuple[str, ...]) -> Text:
    """One text. kind: the headings that it may have.

    Raises `TaskProblem` where it is missing, or has a heading that nothing reads.
    """
    try:
        source = path.read_text("utf-8")
    except FileNotFoundError:
        raise TaskProblem(f"{shown(path)} is missing: it holds {', '.join(kind)}") from None
    if FILL_IN in source:
        raise TaskProblem(f"{shown(path)} still says {FILL_IN}")
    first, _, rest = source.partition("\n")
    if not first.startswith("# "):
        raise TaskProblem(f"{shown(path)} begins with {first!r}; its title, '# …', was expected")
    sections: dict[str, str] = {}
    groups: dict[str, dict[str, str]] = {}
    cells: list[Cell] = []
    for heading, body in _split(rest, "## ", path):
        if heading in groups or heading in sections:
            raise TaskProblem(f"{shown(path)} has two sections ## {heading}")
        cell = _CELL.fullmatch(heading)
        if cell is not None:
            code = _CODE.match(body)
            cells.append(Cell(cell[1], code[1] if code else body, code is not None))
        elif heading not in kind:
            raise TaskProblem(
                f"{shown(path)}: '## {heading}' is no section of it; "
                f"there are {', '.join(kind)} and 'cell NAME'"
            )
        elif heading in _GROUPS:
            groups[heading] = _group(body, heading, path)
        else:
            sections[heading] = body
    for needed in _NEEDED.get(kind, ()):
        if needed not in sections and needed not in groups:
            raise TaskProblem(f"{shown(path)} has no section '## {needed}'")
    if kind == TASK and list(groups["hints"]) != [str(n + 1) for n in range(len(groups["hints"]))]:
        raise TaskProblem(f"{shown(path)}: hints are numbered from 1, and these are not")
    return Text(path, first.removeprefix("# ").strip(), sections, groups, tuple(cells))


def _group(body: str, heading: str, path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, text in _split(body, "### ", path):
        if name in found:
            raise TaskProblem(f"{shown(path)} has two texts ### {name} in ## {heading}")
        if not text:
            raise TaskProblem(f"{shown(path)}: '### {name}' in ## {heading} says nothing")
        found[name] = text
    return found


def _split(source: str, mark: str, path: Path) -> Iterator[tuple[str, str]]:
    """The sections of a text: heading, and what stands below it without the space around."""
    heading: str | None = None
    lines: list[str] = []
    fenced = False
    for line in source.split("\n"):
        fenced ^= line.startswith("```")
        if line.startswith(mark) and not fenced:
            if heading is not None:
                yield heading, "\n".join(lines).strip("\n")
            heading, lines = line.removeprefix(mark).strip(), []
        elif heading is not None:
            lines.append(line)
        elif line.strip():
            raise TaskProblem(f"{shown(path)}: {line[:40]!r} stands below no heading '{mark}…'")
    if heading is not None:
        yield heading, "\n".join(lines).strip("\n")

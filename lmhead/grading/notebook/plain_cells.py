"""A graded notebook's cells without what a page of another program would take as its own.

nbconvert, which draws formgrader's pages, lets through HTML of raw cells with its links, ids and
classes, and writes the ids of cells into the page. Whoever wrote the notebook must not name
anything in a page where somebody marks.
"""

from __future__ import annotations

import re

from nbformat import NotebookNode

_TICKS = re.compile("`+")


def plain_cells(notebook: NotebookNode) -> None:
    """Rewrite a notebook in place: raw cells as text, and ids of ours.

    A cell of the course keeps its name as its id; any other is called by its place.
    """
    taken = {name for cell in notebook.cells if (name := _course_id(cell)) is not None}
    used: set[str] = set()
    for at, cell in enumerate(notebook.cells):
        if cell.cell_type == "raw":
            cell.cell_type, cell.source = "markdown", as_text(cell.source)
        name = _course_id(cell)
        if name is None or name in used:
            name = f"cell-{at}"
            while name in taken or name in used:
                name += "-"
        used.add(name)
        cell.id = name


def as_text(source: str) -> str:
    """A source as Markdown that shows it as it is: a code block that nothing in it ends."""
    longest = max((len(run) for run in _TICKS.findall(source)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{source}\n{fence}"


def _course_id(cell: NotebookNode) -> str | None:
    """What the master calls a cell, as far as it can be an id."""
    known = cell.metadata.get("nbgrader")
    name = known.get("grade_id") if isinstance(known, dict) else None
    whole = isinstance(name, str) and re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name)
    return name if whole else None

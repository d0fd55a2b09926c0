"""Reads a submitted notebook, and says in a sentence why it cannot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from ..checks.messages import Message, say
from ..course import ASSIGNMENTS

LARGEST = 64 * 2**20  # bytes of a submitted notebook


class NotebookProblem(Exception):
    """A file that is no notebook of this course. `message` is a sentence for its owner."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text("en"))
        self.message = message


def read_notebook(path: Path) -> NotebookNode:
    """The notebook in `path` as nbformat 4. Raises `NotebookProblem`; never writes."""
    name = path.name
    if path.is_symlink():
        raise NotebookProblem(say("file/link", file=name))
    if not path.is_file():
        raise NotebookProblem(say("file/missing", file=name))
    if path.stat().st_size > LARGEST:
        raise NotebookProblem(say("file/too-large", file=name, megabytes=LARGEST // 2**20))
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotebookProblem(say("file/not-utf8", file=name, position=error.start)) from error
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        raise NotebookProblem(say("file/not-json", file=name, line=line)) from error
    return _as_notebook(data, name)


def _as_notebook(data: Any, name: str) -> NotebookNode:
    if not isinstance(data, dict) or not isinstance(data.get("nbformat"), int):
        raise NotebookProblem(say("file/not-a-notebook", file=name))
    if data["nbformat"] < 4:
        try:
            data = nbformat.convert(nbformat.from_dict(data), 4)
        except Exception as error:
            raise NotebookProblem(say("file/not-a-notebook", file=name)) from error
    cells = data.get("cells")
    if not isinstance(cells, list) or not cells:
        raise NotebookProblem(say("file/no-cells", file=name))
    kept = [_as_cell(cell) for cell in cells]
    metadata = data.get("metadata")
    notebook: NotebookNode = nbformat.from_dict(
        {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": metadata if isinstance(metadata, dict) else {},
            "cells": [cell for cell in kept if cell is not None],
        }
    )
    return notebook


def _as_cell(cell: Any) -> dict[str, Any] | None:
    """A cell's kind, source and metadata; its outputs are nobody's proof of anything."""
    if not isinstance(cell, dict) or cell.get("cell_type") not in ("code", "markdown", "raw"):
        return None
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return None
    metadata = cell.get("metadata")
    kept: dict[str, Any] = {
        "cell_type": cell["cell_type"],
        "source": source.replace("\r\n", "\n"),
        "metadata": metadata if isinstance(metadata, dict) else {},
    }
    if isinstance(cell.get("id"), str):
        kept["id"] = cell["id"]
    if kept["cell_type"] == "code":
        kept.update(outputs=[], execution_count=None)
    return kept


def assignment_of(notebook: NotebookNode, known_ids: dict[str, set[str]]) -> str | None:
    """Which assignment a notebook is of: by its own word, else by the graded cells it holds.

    known_ids: assignment -> the ids of its graded cells.
    """
    data = notebook.metadata.get("lmhead")
    named = data.get("assignment") if isinstance(data, dict) else None
    if named in ASSIGNMENTS:
        return str(named)
    ids = set()
    for cell in notebook.cells:
        marks = cell.metadata.get("nbgrader")
        if isinstance(marks, dict) and isinstance(marks.get("grade_id"), str):
            ids.add(marks["grade_id"])
    best = max(known_ids, key=lambda name: len(known_ids[name] & ids), default=None)
    return (
        best if best is not None and 2 * len(known_ids[best] & ids) > len(known_ids[best]) else None
    )


def refuse_links(folder: Path) -> None:
    """Raise `NotebookProblem` where a submission holds a link: its target is not the learner's."""
    for path in [folder, *sorted(folder.rglob("*"))]:
        if path.is_symlink():
            raise NotebookProblem(say("file/link", file=path.name))


def files_beside(folder: Path, most: int = 16 * 2**20) -> dict[str, bytes]:
    """The plain files next to a notebook, by relative name. Links are not followed."""
    found: dict[str, bytes] = {}
    size = 0
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file() or path.suffix == ".ipynb":
            continue
        size += path.stat().st_size
        if size > most:
            break
        found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found

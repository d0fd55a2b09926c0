"""Reads a submitted notebook, and says in a sentence why it cannot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from ...course import ASSIGNMENTS
from ...messages import Message, say

LARGEST = 5 * 2**20  # bytes of a submitted notebook
MOST_CELLS = 1_000


class NotebookProblem(Exception):
    """A file that is no notebook of this course. `message` is a sentence for its owner."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text("en"))
        self.message = message


def read_notebook(path: Path) -> NotebookNode:
    """The notebook in `path` as nbformat 4. Raises `NotebookProblem`; never writes."""
    return parse_notebook(path.name, read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """What a submitted file holds; at most one byte more than a notebook may be long.

    Raises `NotebookProblem` where it cannot be read.
    """
    name = path.name
    if path.is_symlink():
        raise NotebookProblem(say("file/link", file=name))
    if not path.is_file():
        raise NotebookProblem(say("file/missing", file=name))
    try:
        with open(path, "rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise NotebookProblem(
            say("file/unreadable", file=name, reason=str(error.strerror))
        ) from error


def parse_notebook(name: str, content: bytes) -> NotebookNode:
    """The notebook that a file of this name holds, as nbformat 4. Raises `NotebookProblem`."""
    if len(content) > LARGEST:
        raise NotebookProblem(say("file/too-large", file=name, megabytes=LARGEST // 2**20))
    if not content.strip():
        raise NotebookProblem(say("file/empty", file=name, count=len(content)))
    if not content.strip(b"\0"):
        raise NotebookProblem(say("file/zeros", file=name, count=len(content)))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotebookProblem(say("file/not-utf8", file=name, position=error.start)) from error
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotebookProblem(_why_not_json(name, text, error)) from error
    try:
        return _as_notebook(data, name)
    except RecursionError as error:
        raise NotebookProblem(say("file/not-a-notebook", file=name)) from error


def _why_not_json(name: str, text: str, error: Exception) -> Message:
    """What a file that is no JSON is instead, where that can be told."""
    for line, start in enumerate(text.splitlines(), 1):
        if start.startswith(("<<<<<<< ", ">>>>>>> ")):
            return say("file/git-conflict", file=name, line=line)
    if text[:1000].lstrip().lower().startswith(("<!doctype html", "<html")):
        return say("file/web-page", file=name)
    return say("file/not-json", file=name, line=getattr(error, "lineno", 0))


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
    if len(cells) > MOST_CELLS:
        raise NotebookProblem(
            say("file/too-many-cells", file=name, count=len(cells), most=MOST_CELLS)
        )
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
    """A cell's kind, source and metadata, without its outputs, which prove nothing."""
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
        "source": writable(source.replace("\r\n", "\n")),
        "metadata": metadata if isinstance(metadata, dict) else {},
    }
    if isinstance(cell.get("id"), str):
        kept["id"] = cell["id"]
    if kept["cell_type"] == "code":
        kept.update(outputs=[], execution_count=None)
    return kept


def assignment_of(notebook: NotebookNode, known_ids: dict[str, set[str]]) -> str | None:
    """Which assignment a notebook is of: by its own word, else by the graded cells it holds.

    known_ids: assignment -> the ids of its graded cells, which in the course's notebooks are the
    cells' own ids too.
    """
    data = notebook.metadata.get("lmhead")
    named = data.get("assignment") if isinstance(data, dict) else None
    if named in ASSIGNMENTS:
        return str(named)
    ids = {cell.id for cell in notebook.cells if "id" in cell}
    for cell in notebook.cells:
        marks = cell.metadata.get("nbgrader")
        if isinstance(marks, dict) and isinstance(marks.get("grade_id"), str):
            ids.add(marks["grade_id"])
    best = max(known_ids, key=lambda name: len(known_ids[name] & ids), default=None)
    return (
        best if best is not None and 2 * len(known_ids[best] & ids) > len(known_ids[best]) else None
    )


def writable(text: str) -> str:
    """Text without the lone surrogates that no UTF-8 file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def language_of(notebook: NotebookNode) -> str:
    """The edition a notebook comes from: ``"en"`` or ``"zh"``."""
    data = notebook.metadata.get("lmhead")
    lang = data.get("lang") if isinstance(data, dict) else None
    return "zh" if lang == "zh" else "en"

"""Faults of honest submissions: files that can be repaired, and files that cannot be read.

A *mended* one is graded as if nothing had happened to it; a *broken* one cannot be read, and
gets no points and a sentence that says why.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass

import nbformat
from nbformat import NotebookNode


@dataclass(frozen=True)
class Mended:
    """A change that costs nothing. note: the id of a message that says it was seen, or None.

    change: the notebook to the file's bytes. added: what its name has before the suffix.
    """

    name: str
    about: str
    change: Callable[[NotebookNode], bytes]
    note: str | None = None
    added: str = ""


@dataclass(frozen=True)
class Broken:
    """A file that cannot be read. note: the id of the message that says why.

    change: the file's bytes to other ones; None where there is no notebook at all.
    link: it is a link to another file instead.
    """

    name: str
    about: str
    note: str
    change: Callable[[bytes], bytes] | None = None
    link: str | None = None


def as_bytes(notebook: NotebookNode) -> bytes:
    """The notebook as JupyterLab would save it."""
    text: str = nbformat.writes(notebook)
    return f"{text}\n".encode()


def _graded(notebook: NotebookNode) -> NotebookNode:
    """The first grade cell that a machine judges."""
    found: NotebookNode = next(
        cell
        for cell in notebook.cells
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade")
    )
    return found


def _copied_cell(notebook: NotebookNode) -> bytes:
    cell = _graded(notebook)
    copy = deepcopy(cell)
    copy.id = "a-copy"
    notebook.cells.insert(notebook.cells.index(cell) + 1, copy)
    return as_bytes(notebook)


def _missing_cell(notebook: NotebookNode) -> bytes:
    notebook.cells.remove(_graded(notebook))
    return as_bytes(notebook)


def _changed_cell(notebook: NotebookNode) -> bytes:
    cell = _graded(notebook)
    cell.source = "print('let me see')\n" + cell.source
    return as_bytes(notebook)


def _another_cell(notebook: NotebookNode) -> bytes:
    cell = deepcopy(_graded(notebook))
    cell.metadata.nbgrader.grade_id = "task-of-another-course"
    cell.id, cell.source = "another", "pass"
    notebook.cells.append(cell)
    return as_bytes(notebook)


def _old_format(notebook: NotebookNode) -> bytes:
    notebook.nbformat_minor = 0
    notebook.metadata.pop("kernelspec", None)
    for cell in notebook.cells:
        cell.pop("id", None)
    return json.dumps(notebook, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def _another_kernel(notebook: NotebookNode) -> bytes:
    notebook.metadata.kernelspec = NotebookNode(
        name="conda-env-my_env-py", display_name="Python [conda env:my_env]", language="python"
    )
    return as_bytes(notebook)


MENDED = (
    Mended("copied-cell", "A grade cell is there twice.", _copied_cell, "restore/copied-cell"),
    Mended("missing-cell", "A grade cell was deleted.", _missing_cell, "restore/missing-cell"),
    Mended("changed-cell", "A grade cell was changed.", _changed_cell, "restore/changed-cell"),
    Mended(
        "another-cell",
        "A grade cell of another course was pasted in.",
        _another_cell,
        "restore/unknown-cell",
    ),
    Mended("renamed", "Downloaded twice, and named so.", as_bytes, "file/renamed", " (1)"),
    Mended("old-format", "Saved by an old program: no cell ids, no kernel.", _old_format),
    Mended("another-kernel", "A kernel that only its owner has.", _another_kernel),
    Mended(
        "byte-order-mark",
        "A mark before its first byte.",
        lambda nb: b"\xef\xbb\xbf" + as_bytes(nb),
    ),
    Mended(
        "windows-lines",
        "Lines that end as on Windows.",
        lambda nb: as_bytes(nb).replace(b"\\n", b"\\r\\n").replace(b"\n", b"\r\n"),
    ),
)

BROKEN = (
    Broken(
        "cut-off",
        "The upload stopped half-way.",
        "file/not-json",
        lambda data: data[: len(data) // 2],
    ),
    Broken("empty", "An empty file.", "file/empty", lambda data: b""),
    Broken(
        "not-utf8", "Saved in another encoding.", "file/not-utf8", lambda data: b"\xff\xfe" + data
    ),
    Broken("missing", "The notebook was not handed in.", "file/missing"),
    Broken(
        "web-page",
        "The page that shows the notebook instead of the notebook.",
        "file/web-page",
        lambda data: b"<!DOCTYPE html>\n<title>03-by-hand - JupyterLab</title>\n",
    ),
    Broken(
        "other-data", "Another program's file.", "file/not-a-notebook", lambda data: b'{"a": 1}'
    ),
    Broken(
        "no-cells",
        "A notebook without a cell.",
        "file/no-cells",
        lambda data: b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
    ),
    Broken(
        "deep",
        "Brackets that nest too deep to be read.",
        "file/not-json",
        lambda data: b"[" * 200_000,
    ),
    Broken("link", "A link to a file of somebody else's.", "file/link", link="/etc/passwd"),
)

"""The results of checks in a graded notebook, which holds what a learner wrote too.

A result counts only as the output of a cell that the gradebook knows as this task's, and only
if it follows the schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from ...checks.result import MIME_TYPE, schema
from .master import Master, MasterCell
from .variant_notebooks import task_of

LARGEST_NOTEBOOK = 64 * 2**20  # bytes; the grader writes no larger ones

Json = Any
_VALID = Draft202012Validator(schema())


def results_in(path: Path, master: Master) -> dict[str, Json] | None:
    """Grade id -> the result in a graded notebook; None where there is no such notebook.

    An answer that a person marks and that was left blank is there with the value None.
    """
    try:
        if path.stat().st_size > LARGEST_NOTEBOOK:
            return None
        cells = json.loads(path.read_text("utf-8"))["cells"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    found: dict[str, Json] = {}
    known = {cell.grade_id: cell for cell in master.cells}
    for cell in cells if isinstance(cells, list) else []:
        item = known.get(_grade_id(cell) or "")
        if item is None or item.grade_id in found:
            continue
        if item.machine_graded:
            for result in _results(cell, item):
                found[item.grade_id] = result
        elif item.person_graded and _text(cell.get("source")).strip() == item.source.strip():
            found[item.grade_id] = None
    return found


def _grade_id(cell: Json) -> str | None:
    """The grade id of a cell that the grader restored."""
    try:
        name = cell["metadata"]["nbgrader"]["grade_id"]
    except (LookupError, TypeError):
        return None
    return name if isinstance(name, str) else None


def _text(value: Json) -> str:
    return "".join(value) if isinstance(value, list) else str(value)


def _results(cell: Json, item: MasterCell) -> Iterator[Json]:
    """The results among a grade cell's outputs: of its own task, within its points."""
    if cell.get("cell_type") != "code" or _text(cell.get("source")) != item.source:
        return
    for output in cell.get("outputs") or []:
        data = output.get("data") if isinstance(output, dict) else None
        result = data.get(MIME_TYPE) if isinstance(data, dict) else None
        if result is None or not _VALID.is_valid(result):
            continue
        if result["task"] == task_of(item.source) and result["points"] <= (item.points or 0.0):
            yield result

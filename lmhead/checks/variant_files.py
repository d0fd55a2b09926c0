"""Where a course's variants are: in the course folder, and what of them lies beside a notebook.

A released notebook comes with `variants.json`, which holds the points and the numbers that its
text says too and names the course's own tasks, or with `variants.py` itself where the
instructor shares it. `check` looks for either in the folder that it runs in.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..messages import current_language, say
from .registry import Task
from .usage_errors import CheckedLater, UsageError
from .variants import FILE, NONE, VariantProblem, Variants, load

JSON_FILE = "variants.json"
SCHEMA_VERSION = 1


def source_in(course: Path) -> str | None:
    """The text of a course's `variants.py`, or None where it has none.

    A folder below the course's, as the Chinese edition's, has that of the course around it.
    Raises `VariantProblem` where it cannot be read.
    """
    for folder in (course, course.resolve().parent):
        if folder != course and not (folder / "nbgrader_config.py").is_file():
            return None
        try:
            return (folder / FILE).read_text("utf-8-sig")
        except FileNotFoundError:
            continue
        except OSError as error:
            raise VariantProblem(f"{folder / FILE} cannot be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise VariantProblem(f"{folder / FILE} is not text in UTF-8") from None
    return None


def of_course(course: Path) -> Variants:
    """What a course folder's `variants.py` declares. Raises `VariantProblem`."""
    return load(source_in(course) or "")


def public(variants: Variants, assignment: str) -> dict[str, Any] | None:
    """What a learner's `check` is told of an assignment's variants; None where there is nothing.

    The points and the numbers, which the notebook says too, and which tasks are the course's.
    """
    mine = variants.of(assignment)
    own = [variants.tasks[task_id] for task_id in sorted(mine & set(variants.tasks))]
    data = {
        "schema": SCHEMA_VERSION,
        "points": {key: value for key, value in variants.points.items() if key in mine},
        "given": {key: dict(value) for key, value in variants.given.items() if key in mine},
        "own": {
            task.id: {
                "points": task.points,
                "takes": list(task.takes),
                "title": dict(variants.sentences.get(f"{task.id}/title", {})),
            }
            for task in own
        },
    }
    return data if data["points"] or data["given"] or data["own"] else None


def from_public(text: str) -> Variants:
    """The variants that `public` wrote down. Raises ValueError for anything else."""
    data = json.loads(text)
    if not isinstance(data, dict) or data.get("schema") != SCHEMA_VERSION:
        raise ValueError(f"{JSON_FILE} is not of this version of lmhead")
    own = {
        key: Task(
            key,
            float(item["points"]),
            tuple(item["takes"]),
            None,
            _later(key, dict(item.get("title", {}))),
        )
        for key, item in data["own"].items()
    }
    found = Variants(points=data["points"], given=data["given"], tasks=own)
    for task_id, numbers in found.given.items():
        task = found.find(task_id)
        if task.given is None:
            raise ValueError(f"{task_id} has no numbers that can be changed")
        task.given(**numbers)
    for task_id in found.points:
        found.find(task_id)
    return found


def _later(task_id: str, titles: dict[str, str]) -> Any:
    """The check of a course's own task at home. titles: by language."""

    def check(*work: Any) -> Any:
        title = titles.get(current_language(), task_id.split("/")[-1])
        raise CheckedLater(say("home/checked-later", task=task_id, title=title))

    return check


#: What the notebook that runs here carries itself.
_carried: Variants = NONE


def use_variants(text: str) -> None:
    """Have `check` ask what a course asks, where its files do not lie beside the notebook.

    text: that of `variants.json`, or of a `variants.py` that its instructor shares. A locked
    cell of the released notebook calls this: in Colab the notebook travels alone.
    Raises `UsageError` with a sentence where it is damaged.
    """
    global _carried
    _carried = from_text(text)


def from_text(text: str) -> Variants:
    """What `use_variants` is given. Raises `UsageError`."""
    try:
        return from_public(text) if text.lstrip().startswith("{") else load(text)
    except (ValueError, LookupError, TypeError, AttributeError, VariantProblem) as error:
        raise UsageError(say("home/variants-cell", reason=str(error))) from None


def beside(folder: Path) -> Variants:
    """The variants that came with the notebooks of a folder, or that one of them carries itself.

    Raises `UsageError` with a sentence where the file is damaged. A `variants.py` that has
    nothing to do with this package is somebody's own.
    """
    for name in (FILE, JSON_FILE):
        path = folder / name
        try:
            status = path.stat()
        except OSError:
            continue
        found = _read(path, (status.st_ino, status.st_mtime_ns, status.st_size))
        if found is not None:
            return found
    return _carried


@lru_cache(maxsize=8)
def _read(path: Path, state: tuple[int, ...]) -> Variants | None:
    """One file's variants; read again when its state is another."""
    try:
        text = path.read_text("utf-8-sig")
        if path.name == FILE:
            return load(text) if "lmhead.checks.variants" in text else None
        return from_public(text)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, VariantProblem) as error:
        raise UsageError(say("home/variants", file=path.name, reason=str(error))) from None

"""The course's tasks, a folder each; everything else about a task is generated from it.

An assignment is a folder here with an ``assignment.toml``, and each of its tasks a folder in it,
named like the task with ``_`` for ``-``::

    by_hand/assignment.toml    its id, its tasks in order, what they serve, the written answer
    by_hand/text.en.md         the notebook's opening, and sentences that several tasks share
    by_hand/text.zh.md         the same in Chinese
    by_hand/imports.py         the locked cell that imports what grade cells use
    by_hand/class.toml         eleven students who hand in answers of the bank
    by_hand/class_answers.py   what some of them hand in that is in no task's bank
    by_hand/sgd_step/check.py      the check, registered by ``@task``, and the known mistakes
    by_hand/sgd_step/text.en.md    title, prompt, parts, messages, hints; `texts` says how
    by_hand/sgd_step/text.zh.md    the same ids in Chinese
    by_hand/sgd_step/solution.py   the answer cell of the master
    by_hand/sgd_step/answers.py    right and wrong answers; `bank` says how
    by_hand/sgd_step/contract.py   what the text asks for, written apart from the check
    by_hand/sgd_step/__init__.py   empty: the folder is a package

``make exercises`` writes from these the masters (``solutions/``), the released notebooks
(``exercises/``), the catalogs of messages (``lmhead/locale/``) and the tables of tasks in the
pages. All of it is committed, and a test holds that it is what the folders give.

To add a misconception to a task, change four files of its folder:

1. ``check.py``: the mistake as a function of the same arguments, under its name, in the
   mistakes of the part. The first of them that gives the learner's output is named, so a
   narrow mistake stands before a broad one.
2. ``text.en.md`` and ``text.zh.md``: its sentence, under ``## messages`` and ``### its-name``.
3. ``answers.py``: a wrong answer that makes it, ``# %% wrong: its_name`` with
   ``# expect: its-name`` and ``# points:`` what the answer is still worth.

Then ``make exercises``, and ``python -m tests.submissions.judge 03-by-hand/sgd-step``: it grades
the bank of the task, and says what is amiss and in which file.

To add a task:

1. A line in ``assignment.toml`` under ``[tasks]``, where it comes in the notebook, with the
   objective that it serves.
2. A folder with the seven files above. ``python -m lmhead.tasks.generate --new 03-by-hand/loss``
   lays them out with everything that has to be filled in.
3. ``make exercises``, which says in a sentence what is missing and in which file.
4. ``python -m tests.submissions.judge 03-by-hand/loss``. The bank wants five right answers of
   different style, and five wrong ones that hear messages of the task's own.

This module reads what the folders say and knows no task. The engine of checks (`lmhead.checks`)
asks it which module holds a check; a check imports the engine, never the other way round.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

__all__ = [
    "FOLDER",
    "Assignment",
    "TaskProblem",
    "Written",
    "assignments",
    "folder_name",
    "shown",
]

FOLDER = Path(__file__).resolve().parent
SETTINGS = "assignment.toml"


class TaskProblem(Exception):
    """A folder of a task lacks something, or says what cannot be. The text names the file."""


@dataclass(frozen=True)
class Written:
    """An answer that a person reads. It has a grade cell and no check.

    of: the task whose last part it is, or None where it is a task of its own.
    """

    name: str
    points: float
    of: str | None = None


@dataclass(frozen=True)
class Assignment:
    """What an assignment's folder says of it.

    tasks: names of the tasks that a check judges, in the notebook's order -> objective.
    objectives: name -> language -> sentence, in the order of the intro's table.
    libraries: beside numpy, that answers use -> the extra of the package that has them.
    solved: modules of the package that hold what its learners write themselves.
    """

    id: str
    folder: Path
    tasks: Mapping[str, str]
    written: Written
    objectives: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    libraries: Mapping[str, str] = field(default_factory=dict)
    solved: tuple[str, ...] = ()

    @property
    def package(self) -> str:
        return f"{__name__}.{self.folder.name}"

    def module_of(self, task: str) -> str:
        """The module that registers the check of a task, given by its name."""
        return f"{self.package}.{folder_name(task)}.check"

    def folder_of(self, task: str) -> Path:
        return self.folder / folder_name(task)


def folder_name(name: str) -> str:
    """The folder of a task or an assignment: its name without a number, a Python name."""
    return name.lstrip("0123456789-").replace("-", "_")


@cache
def assignments(folder: Path = FOLDER) -> dict[str, Assignment]:
    """Every assignment below a folder, by id, in the course's order (that of the ids).

    Raises `TaskProblem` where an ``assignment.toml`` cannot be read or does not fit its folder.
    """
    found = [_read(path) for path in folder.glob(f"*/{SETTINGS}")]
    return {each.id: each for each in sorted(found, key=lambda each: each.id)}


def shown(path: Path) -> str:
    """A file of the tasks as the sentences name it."""
    return Path("lmhead", "tasks", path.relative_to(FOLDER)).as_posix()


def _read(path: Path) -> Assignment:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TaskProblem(f"{shown(path)} cannot be read: {error}") from None
    try:
        found = Assignment(
            id=data.pop("id"),
            folder=path.parent,
            tasks=data.pop("tasks"),
            written=_written(data.pop("written")),
            objectives=data.pop("objectives", {}),
            libraries=data.pop("libraries", {}),
            solved=tuple(data.pop("solved", ())),
        )
    except KeyError as error:
        raise TaskProblem(f"{shown(path)} does not say its {error}") from None
    if data:
        raise TaskProblem(f"{shown(path)} says {next(iter(data))!r}, which nothing reads")
    if folder_name(found.id) != path.parent.name:
        raise TaskProblem(
            f"{shown(path)} has the id {found.id!r}, and its folder would be "
            f"{folder_name(found.id)}/: rename one of them"
        )
    if found.written.of is not None and found.written.of not in found.tasks:
        raise TaskProblem(
            f"{shown(path)}: the written answer is a part of {found.written.of!r}, which is "
            f"no task here; there are {', '.join(found.tasks)}"
        )
    return found


def _written(data: dict[str, Any]) -> Written:
    return Written(data["name"], data["points"], data.get("of"))

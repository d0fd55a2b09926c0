"""Which tasks there are, what each asks for, and the function that checks it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .. import __version__
from ..messages import listed, say
from ..tasks import Assignment, TaskProblem, assignments, shown
from .functions import Function
from .result import Part
from .usage_errors import UnknownTask

CheckFunction = Callable[..., Iterator[Part]]


@dataclass(frozen=True)
class Task:
    """A task of an assignment.

    takes: the names that a learner defines for it, in the order in which `check` gets them.
    section: the label of the section that explains it, if one does.
    given: makes the numbers that the task starts from, where a course may have others; it
    raises ValueError with a sentence for those that do not do.
    cases: gives part -> the reference, for parts that take a course's own cases.
    """

    id: str
    points: float
    takes: tuple[str, ...]
    section: str | None
    function: CheckFunction
    given: Callable[..., Any] | None = None
    cases: Callable[[], Mapping[str, Function]] = dict

    @property
    def assignment(self) -> str:
        return self.id.split("/")[0]

    @property
    def name(self) -> str:
        return self.id.split("/")[1]

    @property
    def anchor(self) -> str:
        """The section's anchor in the page: Sphinx takes the label's leading digits off."""
        return (self.section or "").lstrip("0123456789-")


_tasks: dict[str, Task] = {}


def task(
    task_id: str,
    *,
    points: float,
    takes: tuple[str, ...],
    section: str,
    given: Callable[..., Any] | None = None,
    cases: Callable[[], Mapping[str, Function]] = dict,
) -> Callable[[CheckFunction], CheckFunction]:
    """Register the decorated generator of `Part`s as the check of `task_id`."""

    def register(function: CheckFunction) -> CheckFunction:
        if task_id in _tasks:
            raise ValueError(f"the task {task_id!r} has two checks")
        _tasks[task_id] = Task(task_id, points, takes, section, function, given, cases)
        return function

    return register


def find(task_id: Any) -> Task:
    """The task of this id; raises `UnknownTask` when there is none."""
    shown = repr(task_id)[:100] if isinstance(task_id, str) else type(task_id).__name__
    assignment, _, name = task_id.partition("/") if isinstance(task_id, str) else ("", "", "")
    known = assignments()
    if assignment not in known:
        raise UnknownTask(say("check/no-assignment", task=shown, assignments=listed(known)))
    if name not in known[assignment].tasks:
        if name == known[assignment].written.name:
            raise UnknownTask(say("check/written", task=task_id))
        ids = listed(f"{assignment}/{item}" for item in known[assignment].tasks)
        here = {"assignment": assignment, "tasks": ids, "version": __version__}
        raise UnknownTask(say("check/no-task", task=shown, **here))
    if task_id not in _tasks:
        _load(known[assignment], name)
    return _tasks[task_id]


def _load(assignment: Assignment, name: str) -> None:
    """Import the module that registers a task's check."""
    task_id, module = f"{assignment.id}/{name}", assignment.module_of(name)
    where = shown(assignment.folder_of(name) / "check.py")
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not module.startswith(error.name):
            raise
        raise TaskProblem(f"{where} is missing: it holds the check of {task_id}") from None
    if task_id not in _tasks:
        raise TaskProblem(f'{where} registers no check: @task("{task_id}", …) does')


def tasks(assignment: str) -> list[Task]:
    """The tasks of an assignment, in the notebook's order."""
    return [find(f"{assignment}/{name}") for name in assignments()[assignment].tasks]

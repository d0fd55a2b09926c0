"""What a course's `variants.py` has declared, and what that changes in a task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..messages import Own
from ..wire.subject import Limits
from .registry import CheckFunction, Task, find
from .result import Part
from .trial import ExtraCases, Trial


@dataclass(frozen=True)
class Variants:
    """What a course asks that the public one does not; `NONE` where it is the same.

    points, given: by task. extra: task -> part -> cases. tasks: the course's own.
    sentences: what they say. shared: whether learners get the file with their notebooks.
    """

    points: Mapping[str, float] = field(default_factory=dict)
    given: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    extra: Mapping[str, Mapping[str, ExtraCases]] = field(default_factory=dict)
    tasks: Mapping[str, Task] = field(default_factory=dict)
    sentences: Own = field(default_factory=dict)
    shared: bool = False
    source: str = ""

    def find(self, task_id: Any) -> Task:
        """The task of this id as this course has it; raises `UnknownTask`."""
        own = isinstance(task_id, str) and task_id in self.tasks
        task = self.tasks[task_id] if own else find(task_id)
        points = self.points.get(task.id, task.points)
        if points == task.points:
            return task
        return replace(task, points=points, function=_times(task.function, points / task.points))

    def trial(self, task: Task, rng: np.random.Generator, limits: Limits) -> Trial:
        """What the task's check is given."""
        return Trial(rng, limits, self.given.get(task.id, {}), self.extra.get(task.id, {}))

    def of(self, assignment: str) -> set[str]:
        """The ids of the tasks of an assignment that differ from the public course's."""
        named = [*self.points, *self.given, *self.extra, *self.tasks]
        return {task_id for task_id in named if task_id.split("/")[0] == assignment}


NONE = Variants()


def _times(function: CheckFunction, factor: float) -> CheckFunction:
    """The same check with every part's points multiplied."""

    def check(*work: Any) -> Iterator[Part]:
        for part in function(*work):
            yield replace(part, points=factor * part.points, max_points=factor * part.max_points)

    return check

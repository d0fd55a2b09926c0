"""Lateness as the driver asks for it: one object a run, whatever the late plugin is."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from nbgrader.preprocessors import AssignLatePenalties
from traitlets.config import Config

from .policy import LatePolicy, naive, penalty_for
from .timestamps import submitted_at


class Lateness:
    """The course's late plugin, set up once. Times are as the gradebook keeps them: in UTC,
    without saying so. Raises `CourseProblem` where a deadline or an extension has a mistake.
    """

    def __init__(self, config: Config) -> None:
        step = AssignLatePenalties(config=config)
        step.init_plugin()
        self._plugin: Any = step.plugin_inst
        if isinstance(self._plugin, LatePolicy):
            _ = self._plugin.deadlines  # a mistake in them is said before anything runs

    def handed_in(self, folder: Path) -> tuple[datetime | None, list[str]]:
        """When the work in `folder` was handed in, and what is to be said of that."""
        moment, problem = submitted_at(folder)
        return naive(moment), [] if problem is None else [problem.text("en")]

    def due(self, assignment: str, kept: datetime | None) -> datetime | None:
        """When an assignment is due. kept: what the gradebook has."""
        own = isinstance(self._plugin, LatePolicy)
        return self._plugin.due_for(assignment, kept) if own else kept

    def extension(
        self, assignment: str, student: str, due: datetime | None, kept: timedelta | None
    ) -> timedelta | None:
        """How much later one student may hand in. kept: what the gradebook has."""
        if isinstance(self._plugin, LatePolicy):
            return self._plugin.extension_for(assignment, student, due, kept)
        return kept

    def penalty(self, student: str, score: float, late: float) -> tuple[float | None, list[str]]:
        """Points to take off a score for `late` seconds, and what is to be said if the
        instructor's own plugin fails, which costs nobody anything."""
        try:
            return penalty_for(self._plugin, student, score, late), []
        except Exception as error:
            return None, [f"no late penalty: the plugin raised {type(error).__name__}: {error}"]

"""What a check found, as data. The terminal, the notebook and the feedback page draw it.

The JSON form is documented by `result.schema.json` beside this file; `SCHEMA_VERSION`
changes when a field changes its meaning.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Literal

from ..messages import Message

SCHEMA_VERSION = 1
MIME_TYPE = "application/vnd.lmhead.result+json"

Status = Literal["right", "partial", "wrong", "not-attempted", "not-run"]


@dataclass(frozen=True)
class Part:
    """One thing that a task asks, with its own points.

    misconception: the id of the known mistake that the learner's output equals, if any.
    expected, got, case: the smallest failing case, already written out for a reader.
    """

    id: str
    points: float
    max_points: float
    status: Status
    message: Message | None = None
    misconception: str | None = None
    case: str | None = None
    expected: str | None = None
    got: str | None = None

    def to_json(self, lang: str) -> dict[str, Any]:
        return {
            "id": self.id,
            "points": self.points,
            "max_points": self.max_points,
            "status": self.status,
            "message": self.message.to_json(lang) if self.message else None,
            "misconception": self.misconception,
            "case": self.case,
            "expected": self.expected,
            "got": self.got,
        }


@dataclass(frozen=True)
class Result:
    """A task's verdict.

    `points` is between 0 and `max_points`. In a notebook the result shows itself as HTML;
    its plain text is the number alone, which is how nbgrader reads partial credit.
    """

    task: str
    max_points: float
    lang: str
    parts: tuple[Part, ...] = ()
    #: Concerns the task as a whole (the process was lost, the reference was used, ...).
    message: Message | None = None
    section: str | None = None
    section_url: str | None = None
    #: The call that shows the task's first hint; None while grading, and where there is none.
    hint: str | None = field(default=None, compare=False)
    stdout: str = field(default="", compare=False)

    @property
    def points(self) -> float:
        total = sum(part.points for part in self.parts)
        if total > self.max_points - 1e-9:  # thirds add up to one
            return float(self.max_points)
        return float(max(total, 0.0))

    @property
    def status(self) -> Status:
        if self.points >= self.max_points:
            return "right"
        if self.points > 0:
            return "partial"
        states = {part.status for part in self.parts}
        if states and states <= {"not-attempted", "not-run"}:
            return "not-attempted"
        return "wrong"

    def to_json(self) -> dict[str, Any]:
        """The documented form (`result.schema.json`)."""
        return {
            "schema": SCHEMA_VERSION,
            "task": self.task,
            "status": self.status,
            "points": self.points,
            "max_points": self.max_points,
            "lang": self.lang,
            "message": self.message.to_json(self.lang) if self.message else None,
            "parts": [part.to_json(self.lang) for part in self.parts],
            "section": self.section,
            "section_url": self.section_url,
            "hint": self.hint,
        }

    def __repr__(self) -> str:
        """The verdict in plain text: what `print` and a front end without HTML show."""
        from .render import as_text

        return as_text(self.to_json())

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        from .render import as_html

        data = self.to_json()
        # nbgrader's own `autograde` reads the points here, and takes what is no number for full
        # marks. It says in the kernel's environment that it runs; lmhead's grader puts the points
        # alone in place of the text itself.
        by_nbgrader = "NBGRADER_EXECUTION" in os.environ
        plain = f"{self.points:g}" if by_nbgrader else repr(self)
        return {"text/plain": plain, "text/html": as_html(data), MIME_TYPE: data}


def schema() -> dict[str, Any]:
    """The JSON schema of `Result.to_json()`."""
    text = resources.files(__package__).joinpath("result.schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded

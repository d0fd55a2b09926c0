"""What being late costs: nbgrader's late plugin, set up in `nbgrader_config.py`.

For example::

    c.LatePolicy.time_zone = "Asia/Shanghai"
    c.LatePolicy.due = {"02-logits-softmax": "2026-10-09 23:59"}
    c.LatePolicy.penalty_method = "percent"
    c.LatePolicy.percent_per_day = 10

A student who may hand in later has a line in `extensions.csv` in the course folder, whose
first line is ``student,assignment,until``.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

from nbgrader.plugins import LateSubmissionPlugin
from traitlets import Dict, Enum, Float, TraitError, Unicode, validate

from ....messages import Message, say
from ..course_config import assignments_in
from .deadlines import Deadlines
from .timestamps import changed_at, submitted_at, time_zone

DAY = 86_400.0


class LatePolicy(LateSubmissionPlugin):  # type: ignore[misc]
    """Points off for what was handed in after its deadline.

    nbgrader calls `late_submission_penalty`. Before it does, the gradebook's deadline and
    extension have to be those of `due_for` and `extension_for`: see `set_times`.
    """

    penalty_method = Enum(
        ("none", "zero", "percent"),
        default_value="none",
        help="none: late work loses nothing. zero: all of its points. percent: "
        "`percent_per_day` of the points earned for each day begun (Canvas's own late policy "
        "takes it of the points possible). Days are counted by the clock of `time_zone`, so "
        "that handing in at the hour of the deadline is whole days late also over a change of "
        "summer time.",
    ).tag(config=True)
    percent_per_day = Float(
        10.0, min=0.0, max=100.0, help="Percent of the points earned, lost for each day begun."
    ).tag(config=True)
    floor = Float(
        0.0, min=0.0, max=100.0, help="Percent of its points that late work keeps at least."
    ).tag(config=True)
    grace_minutes = Float(
        0.0, min=0.0, help="Minutes after a deadline that cost nothing; days count from there."
    ).tag(config=True)
    due = Dict(
        value_trait=Unicode(),
        key_trait=Unicode(),
        help="Deadlines by assignment: ISO 8601, with a zone or in `time_zone`; a date alone is "
        "the end of that day. One that is not here is as the gradebook has it.",
    ).tag(config=True)
    time_zone = Unicode(
        "UTC", help="The zone of deadlines and extensions that name none: Asia/Shanghai, +08:00."
    ).tag(config=True)
    extensions_file = Unicode(
        "extensions.csv",
        help="Own deadlines of students, in the course folder: columns student, assignment (or "
        "* for all), until. While it is there it holds all extensions.",
    ).tag(config=True)
    time_from = Enum(
        ("timestamp", "disk"),
        default_value="timestamp",
        help="When work was handed in. timestamp: what its timestamp.txt says. disk: when a file "
        "of it was last changed, for a class that can write to submitted/ itself, and so its own "
        "timestamp.txt. Not together with `lmhead collect`, which writes all files anew.",
    ).tag(config=True)
    course = Unicode(".", help="The course's folder.").tag(config=True)

    @validate("percent_per_day", "floor", "grace_minutes")
    def _is_finite(self, proposal: Any) -> Any:
        if not math.isfinite(proposal["value"]):
            name = proposal["trait"].name
            raise TraitError(f"c.LatePolicy.{name} is {proposal['value']}, which is no number")
        return proposal["value"]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._deadlines: Deadlines | None = None
        self._span: tuple[datetime, datetime] | None = None

    @property
    def deadlines(self) -> Deadlines:
        """Read once. Raises `CourseProblem` where the settings or the file have a mistake."""
        if self._deadlines is None:
            course = Path(self.course)
            known = assignments_in(course, self.config) or None
            file = course / self.extensions_file
            self._deadlines = Deadlines.read(self.due, self.time_zone, file, known)
        return self._deadlines

    def due_for(self, assignment: str, kept: datetime | None) -> datetime | None:
        """An assignment's deadline as the gradebook keeps it: in UTC, without saying so.

        kept: what the gradebook has, which counts where the settings name none.
        """
        due = self.deadlines.due.get(assignment)
        return kept if due is None else naive(due)

    def extension_for(
        self, assignment: str, student: str, due: datetime | None, kept: timedelta | None
    ) -> timedelta | None:
        """How much later than `due` a student may hand in, as the gradebook keeps it.

        kept: what the gradebook has, which counts where there is no file of extensions.
        """
        if due is None:
            return None
        if self.deadlines.extensions is None:
            return kept
        until = naive(self.deadlines.extension(student, assignment))
        return None if until is None else until - due

    def source_of(self, assignment: str, student: str, copied: Path) -> Path:
        """The folder that tells when work was handed in: a copy of it, unless the disk is asked."""
        if self.time_from == "timestamp":
            return copied
        submitted = self.config.CourseDirectory.get("submitted_directory", "submitted")
        return Path(self.course) / str(submitted) / student / assignment

    def late_submission_penalty(
        self, student_id: str, score: float, total_seconds_late: float
    ) -> float | None:
        """Points to take off `score`; None where there is nothing to take."""
        late = total_seconds_late - 60 * self.grace_minutes
        if late <= 0 or self.penalty_method == "none":
            return None
        share = 1.0
        if self.penalty_method == "percent":
            most = 100.0 - self.floor
            share = min(self.percent_per_day * self.days_begun(total_seconds_late), most) / 100.0
        return float(score) * share

    def between(self, due: datetime | None, handed_in: datetime | None) -> None:
        """Say from when to when the next submission was late, in UTC without a zone: nbgrader's
        interface gives the seconds alone, which do not tell days by a clock."""
        known = due is not None and handed_in is not None
        self._span = (due, handed_in) if known else None  # type: ignore[assignment]

    def days_begun(self, seconds_late: float) -> int:
        """Days begun since the deadline and the grace after it, at least 1.

        By the clock of the course's zone where it is known between which moments they lie;
        else of 24 hours each.
        """
        span = self._span
        if span is not None and abs((span[1] - span[0]).total_seconds() - seconds_late) < 1:
            zone = time_zone(self.time_zone)
            due, came = (each.replace(tzinfo=UTC).astimezone(zone) for each in span)
            seconds_late = (came.replace(tzinfo=None) - due.replace(tzinfo=None)).total_seconds()
        return max(1, math.ceil((seconds_late - 60 * self.grace_minutes) / DAY))

    def reason(self, due: datetime, handed_in: datetime) -> Message:
        """When it was due, when it came, and by what rule it loses points, for the learner.

        Both in UTC without a zone."""
        zone = time_zone(self.time_zone)
        when = {
            "due": _shown(due, zone),
            "came": _shown(handed_in, zone),
            "zone": self.time_zone,
        }
        if self.penalty_method == "zero":
            return say("late/rule-zero", **when)
        self.between(due, handed_in)
        days = self.days_begun((handed_in - due).total_seconds())
        return say("late/rule-percent", **when, days=days, percent=f"{self.percent_per_day:g}")


def _shown(moment: datetime, zone: tzinfo) -> str:
    return moment.replace(tzinfo=UTC).astimezone(zone).strftime("%Y-%m-%d %H:%M")


def penalty_for(
    plugin: Any,
    student: str,
    score: float,
    late: float,
    due: datetime | None = None,
    handed_in: datetime | None = None,
) -> float | None:
    """What nbgrader's step `AssignLatePenalties` would record for a notebook.

    plugin: any late plugin, an instructor's own too. late: seconds after the deadline. due,
    handed_in: the student's own deadline and time, in UTC without a zone, where they are known.
    What the plugin gives is held between 0 and the score; None: no penalty.
    """
    if late <= 0:
        return None
    if isinstance(plugin, LatePolicy):
        plugin.between(due, handed_in)
    penalty = plugin.late_submission_penalty(student, score, late)
    if penalty is None or math.isnan(float(penalty)):
        return None
    return min(max(float(penalty), 0.0), max(float(score), 0.0))


def reason_for(
    plugin: Any, penalty: float | None, due: datetime | None, handed_in: datetime | None
) -> Message | None:
    """Why a submission loses points for being late; None where it does not, or where an
    instructor's own plugin decides. due, handed_in: in UTC without a zone."""
    if not penalty or due is None or handed_in is None or not isinstance(plugin, LatePolicy):
        return None
    return plugin.reason(due, handed_in)


def handed_in_at(plugin: Any, folder: Path) -> tuple[datetime | None, Message | None]:
    """When the work in a submitted folder was handed in, as the course has it, in UTC; and what
    is to be said to the learner. plugin: any late plugin."""
    if isinstance(plugin, LatePolicy) and plugin.time_from == "disk":
        return changed_at(folder), None
    return submitted_at(folder)


def set_times(plugin: Any, submission: Any, folder: Path) -> list[Message]:
    """Set the times of nbgrader's `SubmittedAssignment`, within its session; not committed.

    That is the time it was handed in, from `folder` (or from where it was handed in to), and,
    where `plugin` is a `LatePolicy`, its deadline and extension. Returns what is to be said to
    the learner.
    """
    assignment = submission.assignment
    if isinstance(plugin, LatePolicy):
        folder = plugin.source_of(assignment.name, submission.student.id, folder)
    moment, problem = handed_in_at(plugin, folder)
    submission.timestamp = naive(moment)
    if isinstance(plugin, LatePolicy):
        due = plugin.due_for(assignment.name, assignment.duedate)
        assignment.duedate = due
        submission.extension = plugin.extension_for(
            assignment.name, submission.student.id, due, submission.extension
        )
        plugin.between(submission.duedate, submission.timestamp)
    return [] if problem is None else [problem]


def naive(moment: datetime | None) -> datetime | None:
    """As the gradebook keeps times: in UTC, without saying so."""
    return None if moment is None else moment.astimezone(UTC).replace(tzinfo=None)


def existing_timestamp(directory: Any, dest_path: str) -> datetime | None:
    """In place of nbgrader's `CourseDirectory.get_existing_timestamp`, which ends the run at a
    file that it cannot read; `set_times` says what is wrong with it."""
    return naive(submitted_at(Path(dest_path))[0])

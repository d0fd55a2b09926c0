"""From what a download holds to the folders under `submitted/`, never over work unseen."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Literal

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ...problems import CourseProblem
from ..course_config import assignments_in, load_config
from ..course_lock import course_lock
from ..csv_tables import is_there
from ..late.hand_in_times import HandInTimes
from ..late.timestamps import FILE as TIME_FILE
from ..late.timestamps import submitted_at, written, zone_of
from ..late.unknown_times import LateMarks
from ..roster import FILE as ROSTER
from ..roster import Roster
from .gather import CollectedSubmission, gather
from .names import Source

EARLIER = ".earlier"  # in `submitted/`: what newer work has replaced
Status = Literal["new", "newer", "same", "kept", "nothing"]


@dataclass
class Collected:
    """One student's line of the report.

    status: new; newer (it replaced what was there, which is kept in `submitted/.earlier`);
    same (it is what was there); kept (what was there is newer); nothing (there was nothing
    to take).
    """

    student: str
    status: Status
    files: int = 0
    when: datetime | None = None
    late: bool = False
    notes: list[str] = field(default_factory=list)
    late_without_time: bool = False


@dataclass
class Collection:
    """What became of a download."""

    source: Source
    lines: list[Collected]
    unmatched: list[str]
    refused: list[str]
    missing: list[str]  # of the roster, who has nothing under `submitted/`
    notes: list[str] = field(default_factory=list)

    @property
    def late_without_time(self) -> list[str]:
        """Who is marked as late by Canvas, which does not say when they handed in."""
        return [line.student for line in self.lines if line.late_without_time]


@dataclass
class Collector:
    """Collects one assignment of the course in a folder.

    roster: a CSV file; by default `roster.csv` in the course folder, if there is one.
    """

    course: Path
    assignment: str
    roster: Path | None = None

    def __post_init__(self) -> None:
        self.course = self.course.resolve()
        self._config: Config = load_config(self.course)
        known = assignments_in(self.course, self._config)
        if self.assignment not in known:
            has = ", ".join(known) or "none"
            raise CourseProblem(f"this course has no assignment {self.assignment!r}; it has {has}")
        directory = CourseDirectory(config=self._config, assignment_id=self.assignment)
        self.submitted = self.course / str(directory.submitted_directory)
        usual = self.course / ROSTER
        given = self.roster or (usual if is_there(usual) else None)
        self.students: Roster | None = None if given is None else Roster.read(given)

    @property
    def zone(self) -> tzinfo:
        """The course's time zone, in which an LMS writes the times of its archives."""
        return zone_of(self._config)

    def collect(
        self, paths: Sequence[Path], source: Source | None = None, times: Path | None = None
    ) -> Collection:
        """Bring everybody's submission from the downloads to `submitted/`.

        times: a CSV file of when each student handed in. Raises `CourseProblem` where a file
        is not there; what is wrong with one submission is said in its line.
        """
        for path in paths:
            if not path.exists():
                raise CourseProblem(f"{path} is not there.")
        try:
            self.submitted.mkdir(parents=True, exist_ok=True)
            LateMarks(self.course).without_time(self.assignment, self.submitted)  # or it is said
            with course_lock(self.course), self._staging() as staging:
                found = gather(
                    paths,
                    self.assignment,
                    staging,
                    roster=self.students,
                    source=source,
                    zone=self.zone,
                    times=None if times is None else self.times_in(times),
                )
                lines = [self._deliver(handed, staging) for handed in found.handed]
                self._keep_late_marks(lines)
        except OSError as error:
            where = error.filename or self.submitted
            raise CourseProblem(f"{where} cannot be written: {error.strerror}.") from error
        return Collection(
            found.source, lines, found.unmatched, found.refused, self._missing(), found.notes
        )

    def times_in(self, path: Path) -> HandInTimes:
        """Who handed in when, from a table. Raises `CourseProblem`."""
        return HandInTimes.read(path, self.zone, self.students)

    def _missing(self) -> list[str]:
        if self.students is None:
            return []
        return [
            student.id
            for student in self.students.students
            if not (self.submitted / student.id / self.assignment).is_dir()
        ]

    def _keep_late_marks(self, lines: Sequence[Collected]) -> None:
        """Remember whom Canvas marks as late without a time: a gradebook shows no such mark."""
        marks = LateMarks(self.course)
        for line in lines:
            if line.status in ("kept", "nothing"):
                continue
            place = self.submitted / line.student / self.assignment
            line.late_without_time = line.late and submitted_at(place)[0] is None
            if line.late_without_time:
                line.notes.append(
                    "Canvas marks it as late and does not say when it came. "
                    "Until a time is given it loses nothing: --times FILE gives it."
                )
        unknown = {line.student for line in lines if line.late_without_time}
        marks.update(self.assignment, unknown, {line.student for line in lines})

    @contextlib.contextmanager
    def _staging(self) -> Iterator[Path]:
        """A folder beside the submissions, so that finished ones are moved there at a stroke."""
        for left in self.submitted.glob(".incoming-*"):  # by a run that was killed
            shutil.rmtree(left, ignore_errors=True)
        folder = tempfile.mkdtemp(prefix=".incoming-", dir=self.submitted)
        try:
            yield Path(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _deliver(self, handed: CollectedSubmission, staging: Path) -> Collected:
        line = Collected(
            handed.student, "nothing", len(handed.files), handed.when, handed.late, handed.notes
        )
        if not handed.files:
            return line
        place = self.submitted / handed.student / self.assignment
        if place.is_symlink() or place.parent.is_symlink():
            line.notes.append(f"{place} is a link: not written to.")
            return line
        if place.exists():
            there, _ = submitted_at(place)
            if _contents(place) == {
                "/".join(parts): stored.read_bytes() for parts, stored in handed.files.items()
            }:
                line.status = "same"
                if handed.when is not None and there is None:
                    write_time(place, handed.when)
                return line
            if there is not None and handed.when is not None and handed.when < there:
                line.status = "kept"
                line.notes.append(f"what is there came later, at {written(there, self.zone)}.")
                return line
        new = staging / "new" / handed.student
        for parts, stored in handed.files.items():
            target = new.joinpath(*parts)
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                os.link(stored, target)
            except OSError:
                shutil.copyfile(stored, target)
        if handed.when is not None:
            write_time(new, handed.when)
        line.status = "new"
        if place.exists():
            kept = self._next_earlier(handed.student)
            kept.parent.mkdir(parents=True, exist_ok=True)
            os.rename(place, kept)
            line.status = "newer"
            line.notes.append(f"what was there is in {kept.relative_to(self.course).as_posix()}.")
        place.parent.mkdir(parents=True, exist_ok=True)
        os.rename(new, place)
        return line

    def _next_earlier(self, student: str) -> Path:
        folder = self.submitted / EARLIER / self.assignment / student
        number = 1
        while (folder / str(number)).exists():
            number += 1
        return folder / str(number)


def _contents(place: Path) -> dict[str, bytes]:
    """The files of a submission but the time, by path; links are taken for themselves."""
    return {
        path.relative_to(place).as_posix(): b"" if path.is_symlink() else path.read_bytes()
        for path in place.rglob("*")
        if (path.is_symlink() or path.is_file()) and path != place / TIME_FILE
    }


def write_time(folder: Path, when: datetime) -> None:
    """Say when a submission was handed in, in ISO 8601 with its zone."""
    (folder / TIME_FILE).write_text(written(when) + "\n", "utf-8")

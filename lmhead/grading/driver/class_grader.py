"""Grades a class's submissions of one assignment into the gradebook.

The driver looks at what was handed in (`submissions`), decides what has changed since it was
graded last, has that done by workers (`class_run`, `workers`), and alone writes marks, graded
notebooks and feedback pages (`marking`, `store`). So a run that was stopped at any moment goes
on where it was when it is started again. Nothing that one submission does stops the next; each
ends in a line of the summary (`summary`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nbgrader.api import Gradebook, Student
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import DBAPIError
from traitlets.config import Config

from ..classroom.course_config import assignments_in, load_config
from ..classroom.course_lock import exclusive_use
from ..classroom.csv_tables import is_there
from ..classroom.late.unknown_students import unknown_students
from ..classroom.late.unknown_times import LateMarks, sentence
from ..classroom.release import release_locked, repair_release
from ..classroom.roster import Roster, first_and_last, roster_name
from ..classroom.student_ids import printable
from ..classroom.submissions import Submissions
from ..file_writing import unwritable
from ..gradebook.database import said_of
from ..gradebook.store import Store, is_released
from ..pages.summary import SummaryLine, counts
from ..problems import CourseProblem
from ..sandbox import missing_modules
from ..sandbox.bubblewrap import refuse_visible_course
from .class_run import ClassRun, RunPlan, WorkersFactory
from .preprocessors import LatePenalties


@dataclass
class ClassGrader:
    """Grades one assignment of the course in a folder.

    sandbox: as in `nbgrader_config.py`, which it overrides. jobs: how many submissions at a
    time, by default one a core. force: also what has not changed. make_workers: makes the workers
    (not yet started) from the sandbox's level and the limits, where they are not processes of
    this machine.
    """

    course: Path
    assignment: str
    sandbox: str | None = None
    jobs: int | None = None
    force: bool = False
    make_workers: WorkersFactory | None = None

    def __post_init__(self) -> None:
        self.course = self.course.resolve()
        self._config: Config = load_config(self.course)
        known = assignments_in(self.course, self._config)
        if self.assignment not in known:
            raise CourseProblem(
                f"this course has no assignment {self.assignment!r}; "
                f"it has {', '.join(known) or 'none'}"
            )
        if self.sandbox is not None:
            self._config.SandboxExecute.sandbox = self.sandbox
        self._known = set(known)
        self._directory = CourseDirectory(config=self._config, assignment_id=self.assignment)
        self._submissions = Submissions(self.submitted, self.assignment)
        self._run: ClassRun | None = None

    @property
    def submitted(self) -> Path:
        """The folder that the class hands in to."""
        return self.course / str(self._directory.submitted_directory)

    def students(self) -> list[str]:
        """Who has submitted, by folder name."""
        return self._submissions.students()

    def overlooked(self) -> list[str]:
        """What was handed in where no grading looks, as paths below the course folder."""
        return [
            printable(path.relative_to(self.course).as_posix())
            for path in self._submissions.overlooked(self._known)
        ]

    def unknown_students(self) -> str:
        """A sentence on who has an extension and is not of the class, once it has been graded;
        empty where there is nobody. Raises `CourseProblem`."""
        step = LatePenalties(config=self._config)
        step.init_plugin()
        roster = self.course / roster_name(self._config)
        url, course_id = self._directory.db_url, self._directory.course_id
        with self._storage(), Gradebook(url, course_id) as gradebook:
            graded = [str(row.id) for row in gradebook.db.query(Student.id)]
        return unknown_students(step.plugin_inst, roster, self.submitted, graded)

    def notes(self) -> list[str]:
        """What is to be said of the class beside the submissions: who is not in the roster, and
        who is late since nobody knows when. Raises `CourseProblem`."""
        said = []
        roster = self._roster()
        if roster is not None:
            known = roster.by_id()
            others = [name for name in self.students() if name not in known]
            if others:
                who = ", ".join(map(printable, others))
                said.append(
                    f"not in {roster_name(self._config)}, so graded and left out of export and "
                    f"report: {who}. Whoever belongs to the class gets a line there."
                )
        late = self.late_without_time()
        if late:
            said.append(sentence(self.assignment, late))
        return said

    def late_without_time(self) -> list[str]:
        """Students whom Canvas marks as late without saying when they handed in."""
        return LateMarks(self.course).without_time(self.assignment, self.submitted)

    def _roster(self) -> Roster | None:
        path = self.course / roster_name(self._config)
        return Roster.read(path) if is_there(path) else None

    def _names(self) -> dict[str, tuple[str, str]]:
        """First and last names by student, as the roster has them; none where it is unreadable,
        which `notes` says."""
        try:
            roster = self._roster()
        except CourseProblem:
            return {}
        if roster is None:
            return {}
        # formgrader writes names into its pages as they are.
        text = str.maketrans("<>", "‹›")
        return {
            each.id: first_and_last(each.name.translate(text))
            for each in roster.students
            if each.name
        }

    def by_another_version(self) -> list[str]:
        """Of the last run, who keeps marks that another version of the package has given."""
        return [] if self._run is None else sorted(self._run.other_version)

    def compare(self, students: list[str] | None = None) -> Iterator[SummaryLine]:
        """Grade each submission and write nothing: lines with what would differ (`differences`).

        Raises as `grade` does, and `CourseProblem` where nothing has been graded.
        """
        url, course_id = self._directory.db_url, self._directory.course_id
        with self._storage():
            released = is_released(url, course_id, self.assignment)
        if not released:
            raise CourseProblem(
                f"nothing of {self.assignment} has been graded yet, so there is nothing to compare"
            )
        return self._grade(students, compare=True)

    def grade(self, students: list[str] | None = None) -> Iterator[SummaryLine]:
        """Grade each submission and write its feedback; yields lines of the summary as they come.

        What stops all of it is raised here, before the first line: `CourseProblem` where a
        student has no submission or another grader is at work, `SandboxError` where the
        sandbox does not work. A disk that is full raises `CourseProblem` when it is met.
        """
        return self._grade(students, compare=False)

    def _grade(self, students: list[str] | None, *, compare: bool) -> Iterator[SummaryLine]:
        have = self.students()
        chosen = list(dict.fromkeys(students or have))
        unknown = sorted(set(chosen) - set(have))
        if unknown:
            names = ", ".join(map(printable, unknown))
            raise CourseProblem(
                f"no submission of {self.assignment} by {names}: {self.submitted} has none"
            )
        with contextlib.ExitStack() as stack, self._storage():
            self._refuse_without_libraries()
            if self._config.SandboxExecute.get("sandbox") != "none":
                refuse_visible_course(self.course)
            url, course_id = self._directory.db_url, self._directory.course_id
            stack.enter_context(exclusive_use(self.course, url))
            if not compare:
                repair_release(self.course, self._config)
            if not compare and not is_released(url, course_id, self.assignment):
                release_locked(self.course, self.assignment, self._config)
            store = Store(url, course_id, self.assignment, self._names())
            run = self._run = ClassRun(self._plan(compare), store, chosen)
            stack.callback(run.close)
            run.begin()
            return self._lines(run, stack.pop_all())
        raise AssertionError  # mypy: the block above returns or raises

    def _refuse_without_libraries(self) -> None:
        """Raise `CourseProblem` where the answers could not run: the machine lacks a library."""
        absent = (
            missing_modules.absent_library(self.assignment) if self.make_workers is None else None
        )
        if absent is not None:
            name, command = absent
            raise CourseProblem(
                f"{self.assignment} uses {name}, which is not installed here, so nothing was "
                f"graded: {command}"
            )

    def _plan(self, compare: bool) -> RunPlan:
        return RunPlan(
            self.course,
            self._submissions,
            self._config,
            self._directory,
            self.jobs,
            self.force,
            self.make_workers,
            compare,
        )

    def _lines(self, run: ClassRun, stack: contextlib.ExitStack) -> Iterator[SummaryLine]:
        with stack, self._storage():
            yield from run.lines()

    @contextlib.contextmanager
    def _storage(self) -> Iterator[None]:
        """Turn what the disk or the database refuses into a sentence."""
        try:
            yield
        except OSError as error:
            reason = unwritable(error)
        except DBAPIError as error:
            reason = f"the gradebook cannot be written: {said_of(self._directory.db_url, error)}"
        else:
            return
        raise CourseProblem(
            f"{reason}. What was graded so far is kept; mend this and start again to go on."
        )


__all__ = ["ClassGrader", "SummaryLine", "counts"]

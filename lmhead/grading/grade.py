"""Grades a class's submissions of one assignment into the gradebook.

The driver: it looks at what was handed in, decides what has changed since it was graded last,
has that done by workers, and alone writes marks, graded notebooks and feedback pages, files
first and then the transaction that says they are there. So a run that was stopped at any
moment goes on where it was when it is started again. Nothing that one submission does stops
the next; each ends in a line of the summary.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import DBAPIError
from traitlets.config import Config

from ..checks.messages import Message, say, sentence
from ..checks.variant_files import source_in
from ..checks.variant_trials import VariantProblem
from ..checks.variants import load
from . import feedback
from .course import class_secret, submission_key
from .database import InUse, database_lock
from .late.policy import LatePolicy, naive, penalty_for
from .late.timestamps import FILE as STAMP
from .late.timestamps import submitted_at
from .limits import ProcessLimits
from .output import remove_others, write_folder, write_whole
from .own import out_of_step
from .preprocessors import LatePenalties, SandboxExecute
from .reading import NotebookProblem, files_beside
from .release import CourseProblem, assignments_in, load_config, release
from .restore import Master
from .store import Earlier, Entry, Store, course_lock, is_released
from .submissions import (
    Handed,
    Submissions,
    content_key,
    package_hash,
    printable,
    usable,
)
from .work import Job, Report, message_from, message_json
from .workers import LocalWorkers, Workers, cores

Status = Literal["graded", "broken"]


@dataclass
class Graded:
    """One student's line of the summary, as the gradebook has it: a person's mark counts
    where there is one, else the automatic one.

    points: after the late penalty. waiting: points that a person has to give. unchanged: it
    was graded before, and nothing has changed since.
    """

    student: str
    status: Status
    points: float = 0.0
    max_points: float = 0.0
    waiting: float = 0.0
    notes: list[str] = field(default_factory=list)
    tasks: dict[str, float | None] = field(default_factory=dict)
    late_penalty: float = 0.0
    unchanged: bool = False

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def counts(lines: list[Graded]) -> dict[str, int]:
    """How many were graded now and how many had not changed; then, of all of them, how many
    have no points, need a person, or are broken."""
    fine = [line for line in lines if line.status == "graded"]
    return {
        "graded": sum(not line.unchanged for line in fine),
        "unchanged": sum(line.unchanged for line in lines),
        "broken": sum(line.status == "broken" for line in lines),
        "zero": sum(line.points == 0 and not line.waiting for line in fine),
        "needs a person": sum(line.waiting > 0 for line in lines),
    }


@dataclass
class _Piece:
    """A submission on its way: its key, what was handed in, and the job that is to be done.

    earlier: where only its page is drawn again, what was graded before.
    """

    student: str
    key: str = ""
    handed: Handed | None = None
    job: Job | None = None
    earlier: Earlier | None = None


@dataclass
class ClassGrader:
    """Grades one assignment of the course in a folder.

    sandbox: as in `nbgrader_config.py`, which it overrides. jobs: how many submissions at a
    time, by default one a core. force: also what has not changed. elsewhere: makes the workers
    (not yet started) from the sandbox's level and the limits, where they are not processes of
    this machine.
    """

    course: Path
    assignment: str
    sandbox: str | None = None
    jobs: int | None = None
    force: bool = False
    elsewhere: Callable[[str, ProcessLimits], Workers] | None = None

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
        self._settings = SandboxExecute(config=self._config)
        self._submissions = Submissions(self.submitted, self.assignment)

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

    def grade(self, students: list[str] | None = None) -> Iterator[Graded]:
        """Grade each submission and write its feedback; yields lines of the summary as they come.

        What stops all of it is raised here, before the first line: `CourseProblem` where a
        student has no submission or another grader is at work, `SandboxError` where the
        sandbox does not work. A disk that is full raises `CourseProblem` when it is met.
        """
        have = self.students()
        chosen = list(dict.fromkeys(students or have))
        unknown = sorted(set(chosen) - set(have))
        if unknown:
            names = ", ".join(map(printable, unknown))
            raise CourseProblem(
                f"no submission of {self.assignment} by {names}: {self.submitted} has none"
            )
        with contextlib.ExitStack() as stack, self._storage():
            stack.enter_context(course_lock(self.course))
            url, course_id = self._directory.db_url, self._directory.course_id
            stack.enter_context(self._alone(url))
            if not is_released(url, course_id, self.assignment):
                release(self.course, self.assignment)
            run = _Run(self, Store(url, course_id, self.assignment), chosen)
            stack.callback(run.close)
            run.begin()
            return self._lines(run, stack.pop_all())
        raise AssertionError  # mypy: the block above returns or raises

    def _lines(self, run: _Run, stack: contextlib.ExitStack) -> Iterator[Graded]:
        with stack, self._storage():
            yield from run.lines()

    @contextlib.contextmanager
    def _alone(self, url: str) -> Iterator[None]:
        """Hold the gradebook's server, which other machines may share."""
        try:
            with database_lock(url):
                yield
        except InUse as error:
            raise CourseProblem(str(error)) from error

    @contextlib.contextmanager
    def _storage(self) -> Iterator[None]:
        """Turn what the disk or the database refuses into a sentence."""
        try:
            yield
        except OSError as error:
            where = f"{error.filename} cannot be written" if error.filename else "writing failed"
            reason = f"{where}: {error.strerror or error}"
        except DBAPIError as error:
            reason = f"the gradebook cannot be written: {error.orig}"
        else:
            return
        raise CourseProblem(
            f"{reason}. What was graded so far is kept; mend this and start again to go on."
        )


class _Run:
    """One run over a class: see `ClassGrader.grade`."""

    def __init__(self, grader: ClassGrader, store: Store, students: list[str]) -> None:
        settings, directory = grader._settings, grader._directory
        self._grader, self._store = grader, store
        self._course, self._assignment = grader.course, grader.assignment
        self._submissions = grader._submissions
        self._secret = class_secret(grader.course)
        late = LatePenalties(config=grader._config)
        late.init_plugin()
        self._late = late.plugin_inst
        if isinstance(self._late, LatePolicy):
            _ = self._late.deadlines  # a mistake in them is said before anything runs
        self._autograded = grader.course / str(directory.autograded_directory)
        self._feedback = grader.course / str(directory.feedback_directory)
        self._times, self._limits = settings.time_limits(), settings.process_limits()
        self._released = files_beside(
            grader.course / str(directory.release_directory) / grader.assignment
        )
        self._kept = set(
            grader._config.Autograde.get("exclude_overwriting", {}).get(grader.assignment, [])
        )
        self._variants = _variants_of(grader.course, store.master)
        self._common = {
            "form": 1,
            "package": package_hash(),
            "assignment": grader.assignment,
            "master": [asdict(cell) for cell in store.master.cells],
            "times": asdict(self._times),
            "limits": asdict(self._limits),
            "variants": self._variants,
        }
        self._todo = iter(students)
        self._left = len(students)
        self._workers: Workers | None = None
        self._pending: dict[str, _Piece] = {}
        self._first: list[Graded] = []

    def close(self) -> None:
        if self._workers is not None:
            self._workers.close()
        self._store.close()

    # -- the flow -----------------------------------------------------------------------

    def begin(self) -> None:
        """Up to the first submission that has to be run: then the workers must work."""
        for line in self._feed():
            self._first.append(line)
            if self._workers is not None:
                break

    def lines(self) -> Iterator[Graded]:
        yield from self._first
        yield from self._feed()
        while self._pending and self._workers is not None:
            for student, text in self._workers.results():
                yield self._saved(self._pending.pop(student), text)
                yield from self._feed()

    def _feed(self) -> Iterator[Graded]:
        """Keep the workers busy; yields the lines that need none."""
        while self._workers is None or self._workers.room > 0:
            student = next(self._todo, None)
            if student is None:
                return
            self._left -= 1
            piece = self._piece(student)
            if isinstance(piece, Graded):
                yield piece
                continue
            if self._workers is None:
                self._workers = self._start()
            assert piece.job is not None
            self._pending[student] = piece
            self._workers.submit(piece.job.to_json(), student)
            piece.job = None  # the workers hold its bytes

    def _start(self) -> Workers:
        sandbox, elsewhere = self._grader._settings.sandbox, self._grader.elsewhere
        workers: Workers
        if elsewhere is not None:
            workers = elsewhere(sandbox, self._limits)
        else:
            most = self._grader.jobs or cores()
            workers = LocalWorkers(min(most, self._left + 1), sandbox, self._limits)
        try:
            workers.start()
        except BaseException:
            workers.close()
            raise
        return workers

    # -- one submission -----------------------------------------------------------------

    def _piece(self, student: str) -> Graded | _Piece:
        """What has to be done for a student; or their line, where nothing has."""
        if not usable(student):
            # nbgrader would strip it, or take it as a pattern for other students' names.
            note = sentence("grade/name", "en", name=ascii(student))
            return Graded(printable(student), "broken", notes=[note])
        try:
            handed = self._submissions.read(student)
        except NotebookProblem as problem:
            return self._refused(student, problem.message)
        files = {name: data for name, data in handed.files.items() if name != STAMP}
        files |= {
            name: data
            for name, data in self._released.items()
            if name not in self._kept or name not in files
        }
        key = content_key(self._common, handed.notebooks, files)
        earlier = None if self._grader.force else self._store.earlier(student)
        if earlier is not None and earlier.key == key:
            return self._unchanged(student, earlier, files, handed)
        job = self._job(student, handed.notebooks, files)
        return _Piece(student, key, Handed(handed.notebooks, handed.files | files), job)

    def _job(
        self,
        student: str,
        notebooks: dict[str, bytes],
        files: dict[str, bytes],
        graded: str | None = None,
    ) -> Job:
        return Job(
            assignment=self._assignment,
            student=student,
            notebooks=notebooks,
            files=files,
            master=self._store.master,
            key=submission_key(self._secret, self._assignment, student),
            times=self._times,
            limits=self._limits,
            sandbox=self._grader._settings.sandbox,
            variants=self._variants,
            graded=graded,
        )

    def _unchanged(
        self, student: str, earlier: Earlier, files: dict[str, bytes], handed: Handed
    ) -> Graded | _Piece:
        """A submission that was graded before: at most its marks by hand have changed."""
        entry, late = self._marked(student, earlier.line, earlier)
        marks = self._store.marks(entry)
        notebook = self._place(self._autograded, student, ".ipynb")
        broken = earlier.line["status"] == "broken"
        drawn = earlier.page == _page_key(marks) and self._place(self._feedback, student).exists()
        if drawn and (broken or notebook.exists()):
            self._store.save(entry)
            self._store.commit()
            return self._line(entry, earlier.line, late, unchanged=True)
        if broken:
            problem = message_from(earlier.line["why"])
            assert problem is not None
            return self._refused(student, problem, earlier.key, unchanged=True)
        if not notebook.exists():  # somebody has removed it: all of it again
            job = self._job(student, handed.notebooks, files)
            return _Piece(student, earlier.key, Handed({}, handed.files | files), job)
        job = self._job(student, {}, {}, notebook.read_text("utf-8"))
        return _Piece(student, earlier.key, None, job, earlier)

    def _saved(self, piece: _Piece, text: bytes) -> Graded:
        """Write what came of a job; the student's line."""
        try:
            report = Report.from_json(text)
            if report.status == "broken" and report.why is not None:
                report.why.text("en")  # an id that nobody knows is no reason
                return self._refused(piece.student, report.why, piece.key)
            return self._write(piece, report)
        except (OSError, DBAPIError, CourseProblem):
            raise
        except Exception as error:
            self._store.rollback()
            return self._refused(piece.student, say("grade/failed", reason=type(error).__name__))

    def _write(self, piece: _Piece, report: Report) -> Graded:
        student, known = piece.student, self._store.earlier(piece.student)
        if piece.earlier is not None:
            said = piece.earlier.line
        else:
            said = {
                "status": "graded",
                "why": None,
                "notes": [message_json(note) for note in report.notes],
                "scores": {task["grade_id"]: task["points"] for task in report.tasks},
                "answers": report.answers,
                "untouched": report.untouched,
            }
        entry, late = self._marked(student, said, known)
        if piece.handed is not None:
            write_folder(
                self._autograded / student / self._assignment,
                {**piece.handed.files, f"{self._assignment}.ipynb": report.notebook.encode()},
            )
        page = self._write_page(entry, report.page)
        self._commit(entry, Earlier(piece.key, page, said), known)
        return self._line(entry, said, late, unchanged=piece.earlier is not None)

    def _refused(
        self, student: str, why: Message, key: str = "", *, unchanged: bool = False
    ) -> Graded:
        """A submission that cannot be read or run: zero points, and a page that says why."""
        said = {
            "status": "broken",
            "why": message_json(why),
            "notes": [message_json(why)],
            "scores": {},
            "answers": {},
            "untouched": [],
        }
        known = self._store.earlier(student)
        entry, late = self._marked(student, said, known)
        remove_others(self._autograded / student / self._assignment, {})
        page = self._write_page(entry, feedback.broken(self._assignment, why))
        self._commit(entry, Earlier(key, page, said), known)
        return self._line(entry, said, late, unchanged=unchanged)

    def _commit(self, entry: Entry, graded: Earlier, known: Earlier | None) -> None:
        self._store.save(entry)
        self._store.remember(entry.student, graded, known=known is not None)
        self._store.commit()

    # -- the gradebook and the files ----------------------------------------------------

    def _marked(
        self, student: str, said: dict[str, Any], known: Earlier | None
    ) -> tuple[Entry, list[str]]:
        """The submission's entry with its automatic scores and its penalty; not saved.

        known: what was graded before. Returns also what is to be said of its lateness.
        """
        entry = self._store.load(student)
        answers = known.line["answers"] if known is not None else {}
        doubtful = {name for name in entry.grades if answers.get(name) != said["answers"].get(name)}
        entry.put(said["scores"], doubtful, set(said["untouched"]))
        when, unread = submitted_at(self._submissions.place(student))
        entry.timestamp = naive(when)
        if isinstance(self._late, LatePolicy):
            entry.due = self._late.due_for(self._assignment, entry.due)
            entry.extension = self._late.extension_for(
                self._assignment, student, entry.due, entry.extension
            )
        notes = [] if unread is None else [unread.text("en")]
        try:
            entry.penalty = penalty_for(self._late, student, entry.score, entry.late)
        except CourseProblem:
            raise
        except Exception as error:  # an instructor's own plugin
            entry.penalty = None
            notes.append(sentence("grade/late-failed", "en", reason=type(error).__name__))
        return entry, notes

    def _line(
        self, entry: Entry, said: dict[str, Any], late: list[str], *, unchanged: bool
    ) -> Graded:
        marks = self._store.marks(entry)
        notes = [message_from(note) for note in said["notes"]]
        return Graded(
            student=entry.student,
            status=said["status"],
            points=marks.score,
            max_points=marks.max_score,
            waiting=sum(task.max_points for task in marks.tasks.values() if task.waiting),
            notes=[*(note.text("en") for note in notes if note is not None), *late],
            tasks={name: row.points for name, row in entry.grades.items()},
            late_penalty=marks.late_penalty,
            unchanged=unchanged,
        )

    def _place(self, folder: Path, student: str, suffix: str = ".html") -> Path:
        return folder / student / self._assignment / f"{self._assignment}{suffix}"

    def _write_page(self, entry: Entry, drawn: Any) -> str:
        """Write the feedback page; returns the key of the marks that stand on it."""
        marks = self._store.marks(entry)
        path = self._place(self._feedback, entry.student)
        write_whole(path, feedback.page(drawn, marks).encode("utf-8", "replace"))
        remove_others(path.parent, {path.name: b""})
        return _page_key(marks)


def _page_key(marks: feedback.Marks) -> str:
    tasks = {name: vars(task) for name, task in marks.tasks.items()}
    data = json.dumps([vars(marks) | {"tasks": tasks}, package_hash()], sort_keys=True)
    return hashlib.sha256(data.encode("utf-8", "replace")).hexdigest()


def _variants_of(course: Path, master: Master) -> str | None:
    """The source of the course's own cases, or None. Raises `CourseProblem`."""
    try:
        source = source_in(course)
        wrong = out_of_step(master, load(source or ""))
    except VariantProblem as problem:
        raise CourseProblem(str(problem)) from problem
    if wrong is not None:
        raise CourseProblem(wrong)
    return source

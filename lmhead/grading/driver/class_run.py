"""One run over a class: decides what has changed, keeps the workers busy, has the rest written."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DBAPIError

from ...checks.variant_files import source_in
from ...checks.variant_trials import VariantProblem
from ...checks.variants import load
from ...messages import Message, say, sentence
from ..classroom.late.timestamps import FILE as STAMP
from ..classroom.secret import class_secret, submission_key
from ..classroom.student_ids import printable, usable
from ..classroom.submissions import Submissions, SubmittedFiles, with_released
from ..gradebook.store import PreviousGrading, Store
from ..notebook.master import Master
from ..notebook.read import NotebookProblem
from ..notebook.submitted_folder import files_beside
from ..notebook.variant_notebooks import out_of_step
from ..pages.summary import SummaryLine
from ..problems import CourseProblem
from ..sandbox.limits import ProcessLimits
from .content_key import content_key, package_hash
from .jobs import Job, Report, message_from
from .local_workers import LocalWorkers
from .marking import Marking
from .preprocessors import SandboxExecute
from .workers import Workers, cores

#: Makes workers, not yet started, from the sandbox's level and the limits.
WorkersFactory = Callable[[str, ProcessLimits], Workers]

#: Errors of one path; with any other error every further student would fail too.
_OF_ONE_PLACE = frozenset(
    {
        *(errno.EISDIR, errno.ENOTDIR, errno.EEXIST, errno.ENOTEMPTY),
        *(errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ, errno.ELOOP),
    }
)
#: Reasons that may be temporary: the next run tries again.
_OF_THE_MOMENT = frozenset({"grade/no-start"})


@dataclass(frozen=True)
class RunPlan:
    """What a run is to do. config: nbgrader's. directory: its `CourseDirectory`."""

    course: Path
    submissions: Submissions
    config: Any
    directory: Any
    jobs: int | None
    force: bool
    make_workers: WorkersFactory | None
    compare: bool = False


@dataclass
class _Piece:
    """A submission that is being graded: its key, what was handed in, and its job.

    earlier: where only its page is drawn again, what was graded before.
    """

    student: str
    key: str = ""
    handed: SubmittedFiles | None = None
    job: Job | None = None
    earlier: PreviousGrading | None = None


class ClassRun:
    """Grades students, in the order in which workers finish; see `ClassGrader.grade`. Close it."""

    def __init__(self, plan: RunPlan, store: Store, students: list[str]) -> None:
        self._plan, self._store = plan, store
        self._submissions, self._assignment = plan.submissions, plan.submissions.assignment
        self._secret = class_secret(plan.course)
        self._settings = SandboxExecute(config=plan.config)
        self._times = self._settings.time_limits()
        self._limits = self._settings.process_limits()
        self._marking = Marking(
            store,
            plan.submissions,
            plan.config,
            plan.course / str(plan.directory.autograded_directory),
            plan.course / str(plan.directory.feedback_directory),
        )
        if not plan.compare:
            self._marking.keep_inert()
        #: Whose marks are those of another version of the package.
        self.other_version: list[str] = []
        self._released = files_beside(
            plan.course / str(plan.directory.release_directory) / self._assignment
        )
        theirs = plan.config.Autograde.get("exclude_overwriting", {})
        self._kept = set(theirs.get(self._assignment, []))
        self._variants = _variants_of(plan.course, store.master)
        self._common = {
            "form": 2,  # the first had the package's hash in it
            "assignment": self._assignment,
            "master": [asdict(cell) for cell in store.master.cells],
            "times": asdict(self._times),
            "limits": asdict(self._limits),
            "variants": self._variants,
        }
        self._todo = iter(students)
        self._left = len(students)
        self._workers: Workers | None = None
        self._pending: dict[str, _Piece] = {}
        self._first: list[SummaryLine] = []

    def close(self) -> None:
        if self._workers is not None:
            self._workers.close()
        self._store.close()

    # -- the flow -----------------------------------------------------------------------

    def begin(self) -> None:
        """Go on to the first submission that has to be run, and start the workers for it."""
        for line in self._feed():
            self._first.append(line)
            if self._workers is not None:
                break

    def lines(self) -> Iterator[SummaryLine]:
        yield from self._first
        yield from self._feed()
        while self._pending and self._workers is not None:
            for student, text in self._workers.results():
                yield self._saved(self._pending.pop(student), text)
                yield from self._feed()

    def _feed(self) -> Iterator[SummaryLine]:
        """Keep the workers busy; yields the lines that need none."""
        while self._workers is None or self._workers.room > 0:
            student = next(self._todo, None)
            if student is None:
                return
            self._left -= 1
            try:
                piece = self._piece(student)
            except OSError as error:
                piece = self._unwritten(student, error)
            if isinstance(piece, SummaryLine):
                yield piece
                continue
            if self._workers is None:
                self._workers = self._start()
            assert piece.job is not None
            self._pending[student] = piece
            self._workers.submit(piece.job.to_json(), student)
            piece.job = None  # the workers hold its bytes

    def _start(self) -> Workers:
        sandbox, make_workers = self._settings.sandbox, self._plan.make_workers
        workers: Workers
        if make_workers is not None:
            workers = make_workers(sandbox, self._limits)
        else:
            most = self._plan.jobs or cores()
            workers = LocalWorkers(min(most, self._left + 1), sandbox, self._limits)
        try:
            workers.start()
        except BaseException:
            workers.close()
            raise
        return workers

    # -- one submission -----------------------------------------------------------------

    def _piece(self, student: str) -> SummaryLine | _Piece:
        """What has to be done for a student; or their line, where nothing has."""
        if not usable(student):
            # nbgrader would strip it, or take it as a pattern for other students' names.
            note = sentence("grade/name", "en", name=ascii(student))
            return SummaryLine(printable(student), "broken", notes=[note])
        try:
            handed = self._submissions.read(student)
        except NotebookProblem as problem:
            return self._unreadable(student, problem.message)
        own = {name: data for name, data in handed.files.items() if name != STAMP}
        files = with_released(own, self._released, self._kept)
        key = content_key(self._common, handed.notebooks, files)
        earlier = None if self._plan.force else self._store.earlier(student)
        if earlier is not None and earlier.key == key and not self._plan.compare:
            if earlier.line.get("package") != package_hash():
                self.other_version.append(student)
            return self._unchanged(student, earlier, files, handed)
        job = self._job(student, handed.notebooks, files)
        return _Piece(student, key, _beside(handed, files), job)

    def _unreadable(self, student: str, why: Message) -> SummaryLine:
        """The line of a submission of which nothing can be run, now as in an earlier run."""
        if self._plan.compare:
            return self._marking.compared(student, None)
        earlier = None if self._plan.force else self._store.earlier(student)
        said = None if earlier is None else message_from(earlier.line["why"])
        return self._marking.refused(student, why, unchanged=said == why)

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
            sandbox=self._settings.sandbox,
            variants=self._variants,
            graded=graded,
        )

    def _unchanged(
        self,
        student: str,
        earlier: PreviousGrading,
        files: dict[str, bytes],
        handed: SubmittedFiles,
    ) -> SummaryLine | _Piece:
        """A submission that was graded before: at most its marks by hand have changed."""
        record, late = self._marking.marked(student, earlier.line, earlier)
        notebook = self._marking.notebook(student)
        broken = earlier.line["status"] == "broken"
        if self._marking.is_drawn(record, earlier.page, late) and (broken or notebook.exists()):
            self._store.save(record)
            self._store.commit()
            return self._marking.line(record, earlier.line, late, unchanged=True)
        if broken:
            problem = message_from(earlier.line["why"])
            assert problem is not None
            return self._marking.refused(student, problem, earlier.key, unchanged=True)
        if not notebook.exists():  # it was removed: grade it again
            job = self._job(student, handed.notebooks, files)
            return _Piece(student, earlier.key, _beside(handed, files), job)
        job = self._job(student, {}, {}, notebook.read_text("utf-8"))
        return _Piece(student, earlier.key, None, job, earlier)

    def _saved(self, piece: _Piece, text: bytes) -> SummaryLine:
        """Write what came of a job; the student's line."""
        try:
            report = Report.from_json(text)
            if self._plan.compare:
                return self._marking.compared(piece.student, report)
            if report.status == "broken" and report.why is not None:
                report.why.text("en")  # raises for an id that has no message
                key = "" if report.why.id in _OF_THE_MOMENT else piece.key
                return self._marking.refused(piece.student, report.why, key)
            files = None if piece.handed is None else piece.handed.files
            return self._marking.write(piece.student, piece.key, report, files, piece.earlier)
        except OSError as error:
            return self._unwritten(piece.student, error)
        except (DBAPIError, CourseProblem):
            raise
        except Exception as error:
            self._store.rollback()
            if self._plan.compare:
                raise
            why = say("grade/failed", reason=type(error).__name__)
            return self._marking.refused(piece.student, why)

    def _unwritten(self, student: str, error: OSError) -> SummaryLine:
        """The line of a student whose results have no place on the disk. The gradebook keeps
        what it had, so that the next run tries again. Raises the error where it is not theirs.
        """
        if error.errno not in _OF_ONE_PLACE:
            raise error
        self._store.rollback()
        # Where a file is moved, the second name is the place that it was to have.
        path, reason = (
            printable(str(error.filename2 or error.filename or student)),
            str(error.strerror),
        )
        note = sentence("grade/not-written", "en", path=path, reason=reason)
        return SummaryLine(printable(student), "broken", notes=[note])


def _beside(handed: SubmittedFiles, files: dict[str, bytes]) -> SubmittedFiles:
    """What is written beside a graded notebook: what was there for it, and the time."""
    stamp = {name: data for name, data in handed.files.items() if name == STAMP}
    return SubmittedFiles({}, stamp | files)


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

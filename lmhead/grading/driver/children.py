"""Does jobs in child processes, so that a submission cannot end the worker.

A child has a limit on its memory and a deadline for each job. It does many jobs one after
another, since a fork costs as much as a job, and is replaced as soon as a job was anything
but ordinary. A job that goes wrong in a child that has done others is done again in a child
of its own: nobody loses a point for what an earlier submission left behind. Where a course
runs code of its own beside the learners', every submission has a child of its own.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from functools import cache
from multiprocessing.connection import Connection, Pipe

from ...checks.variants import load
from ...course import ASSIGNMENTS, exercise_path
from ...messages import LANGUAGES
from ..notebook.master import released_master
from ..sandbox import missing_modules
from ..sandbox.bubblewrap import SandboxError
from ..sandbox.levels import Sandbox
from .jobs import Job, Report
from .one_submission import grade_submission

#: Seconds by the clock for reading a notebook, drawing its page and forking.
OVERHEAD = 60.0
#: Bytes of address space that a job may add to what the child has at its start.
GRADER_MEMORY = 2**30
LARGEST_REPORT = 96 * 2**20
#: A child is replaced after so many jobs, or when it holds so many bytes more than at first.
MOST_JOBS = 50
GROWTH = 64 * 2**20

# What an answer ends with: the child goes on, it ends itself, it ends itself and an earlier job
# may be to blame, it has no sandbox.
_GOES_ON, _ENDS, _DOUBTFUL, _NO_SANDBOX = b"+", b".", b"?", b"!"
#: What a submission is not to blame for where its child has done other jobs before.
_PERHAPS_LEFT_BEHIND = frozenset({"grade/too-much", "grade/no-end", "grade/failed"})


def do(job: Job, sandbox: Sandbox) -> Report:
    """Grade one submission in a child of its own. Never raises for what it did.

    Raises `SandboxError` where the sandbox does not come up.
    """
    with Children(sandbox) as children:
        return Report.from_json(children.do(job.to_json(), job))


class Children:
    """Does jobs in children of this process, at most one at a time. Use as a context manager.

    Where a system has no fork (Windows) they are done here, without the limits of a child.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._child: _Child | None = None

    def __enter__(self) -> Children:
        return self

    def __exit__(self, *exc: object) -> None:
        self.renew()

    def renew(self) -> None:
        """End the child; the next job has a new fork of this process."""
        if self._child is not None:
            child, self._child = self._child, None
            child.end()

    def do(self, job: bytes, head: Job) -> bytes:
        """Grade one submission: `Job.to_json` to `Report.to_json`. head: `Job.head` of it.

        Never raises for what it did, but `SandboxError` as `do`.
        """
        if not hasattr(os, "fork"):
            return grade_submission(Job.from_json(job), self.sandbox).to_json()
        runs = head.graded is None
        alone = runs and not only_ours(head)
        if runs:
            if self.sandbox.ready():
                self.renew()
            self.sandbox.preload(missing_modules.libraries_of(head.assignment))
            load(head.variants or "")  # kept for the children
        if alone or (self._child is not None and self._child.has_ended()):
            self.renew()
        used = self._child is not None
        seconds = head.times.submission_wall + OVERHEAD
        report, doubtful = self._try(job, seconds)
        if alone:
            self.renew()
        elif used and doubtful:
            self.renew()
            report, _ = self._try(job, seconds)
        return report

    def _try(self, job: bytes, seconds: float) -> tuple[bytes, bool]:
        """The job, in the child that is there or in a new one: its report, and whether what an
        earlier job left behind may have brought this one down."""
        if self._child is None:
            self._child = _Child(self.sandbox)
        tail = b""
        try:
            answer, in_time = self._child.answer(job, seconds)
            report, tail = answer[:-1], answer[-1:]
        finally:
            if tail != _GOES_ON:
                self.renew()
        if tail == _NO_SANDBOX:
            raise SandboxError(report.decode("utf-8", "replace"))
        if tail:
            return report, tail == _DOUBTFUL
        return Report.broken("grade/too-much" if in_time else "grade/no-end").to_json(), True


class _Child:
    """One child process, from the side of its parent."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._ours, theirs = Pipe()
        parent = os.getpid()
        self._pid = os.fork()
        if self._pid == 0:
            self._ours.close()
            _in_the_child(sandbox, theirs, parent)
        theirs.close()

    def has_ended(self) -> bool:
        """Whether it has ended, which it never does by itself between two jobs."""
        return self._ours.poll()

    def answer(self, job: bytes, seconds: float) -> tuple[bytes, bool]:
        """Its answer to a job, empty where there is none, and whether it answered or ended within
        `seconds`."""
        try:
            self._ours.send_bytes(job)
            if not self._ours.poll(seconds):
                return b"", False
            return self._ours.recv_bytes(LARGEST_REPORT), True
        except (OSError, EOFError):  # it is gone, or says more than there is room for
            return b"", True

    def end(self) -> None:
        """Kill it: it has answered, or is out of time."""
        self._ours.close()
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


# -- in the child -----------------------------------------------------------------------


def _in_the_child(sandbox: Sandbox, theirs: Connection, parent: int) -> None:
    """Do jobs until one was not ordinary. Does not return."""
    try:
        end_with(parent, signal.SIGKILL)
        _, at_first = _memory()
        tail = _GOES_ON
        done = 0
        while tail == _GOES_ON:
            job = theirs.recv_bytes()
            done += 1
            now, _ = _memory()
            _limit_memory(now + GRADER_MEMORY)
            try:
                report = grade_submission(Job.from_json(job), sandbox)
                del job
                said = report.to_json()
                grown = _memory()[1] - at_first
                if report.why is not None and report.why.id in _PERHAPS_LEFT_BEHIND:
                    tail = _DOUBTFUL
                elif not ordinary(report) or done >= MOST_JOBS or grown >= GROWTH:
                    tail = _ENDS
            except SandboxError as error:
                said, tail = str(error).encode("utf-8", "replace"), _NO_SANDBOX
            theirs.send_bytes(said + tail)
    finally:
        os._exit(0)


def ordinary(report: Report) -> bool:
    """Whether grading met no exception that could have left something half done.

    Then a next submission may be graded in the same process.
    """
    raised = any((task["message"] or {}).get("id") == "cell/raised" for task in report.tasks)
    # A page that could not be drawn has no cells.
    return report.status == "graded" and not raised and bool(report.page["cells"])


@cache
def _sources(assignment: str) -> frozenset[str]:
    """The code cells of an assignment that came with this package."""
    return frozenset(
        cell.source
        for lang in LANGUAGES
        if assignment in ASSIGNMENTS and exercise_path(assignment, lang).is_file()
        for cell in released_master(assignment, lang).cells
        if cell.cell_type == "code"
    )


def only_ours(job: Job) -> bool:
    """Whether no code but this package's is run beside the learner's. It keeps nothing from
    one submission to the next; an instructor's may."""
    trusted = {cell.source for cell in job.master.cells if cell.cell_type == "code" and cell.fixed}
    return not job.variants and trusted <= _sources(job.assignment)


def end_with(parent: int, number: int) -> None:
    """Have the kernel send this process a signal when its parent ends (Linux)."""
    import ctypes

    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, number)  # PR_SET_PDEATHSIG
        if os.getppid() != parent:  # it has ended already
            os._exit(1)


def _memory() -> tuple[int, int]:
    """Bytes of this process's address space and of what is resident; zeros without /proc."""
    import resource

    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            size, resident = (int(pages) for pages in file.read().split()[:2])
    except (OSError, ValueError):
        return 0, 0
    return size * resource.getpagesize(), resident * resource.getpagesize()


def _limit_memory(most: int) -> None:
    """Limit this process's address space to so many bytes, where it may set the limit.

    What it starts may lift the limit again: a sandboxed process has its own.
    """
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


__all__ = ["Children", "do", "end_with", "only_ours", "ordinary"]

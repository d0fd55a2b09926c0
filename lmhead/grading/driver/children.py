"""Does jobs in child processes, so that what a submission brings down is not the worker.

A child has a limit on its memory and a deadline for each job. It does many jobs one after
another, since a fork costs as much as a job, and is replaced as soon as a job was anything
but ordinary. A job that goes wrong in a child that has done others is done again in a child
of its own: nobody loses a point for what an earlier submission left behind. Where a course
runs code of its own beside the learners', every submission has a child of its own.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import struct
import sys
import time
from functools import cache

from ...checks.variants import load
from ...course import ASSIGNMENTS, exercise_path
from ...messages import LANGUAGES
from ..notebook.master import released_master
from ..sandbox import missing_modules
from ..sandbox.bubblewrap import SandboxError
from ..sandbox.levels import Sandbox
from .jobs import Job, Report
from .one_submission import grade_submission

#: Seconds by the clock for what is not the submission's own running: reading, drawing, forking.
OVERHEAD = 60.0
#: Bytes of address space that a job may take beside what the child begins it with.
GRADER_MEMORY = 2**30
LARGEST_REPORT = 96 * 2**20
#: A child is replaced after so many jobs, or when it holds so many bytes more than at first.
MOST_JOBS = 50
GROWTH = 64 * 2**20

# What an answer ends with: the child goes on, it ends itself, it has no sandbox. JSON holds no
# line break, and an answer that was cut off has none of them.
_GOES_ON, _ENDS, _NO_SANDBOX = b"\n+", b"\n.", b"\n!"
_TAILS = (_GOES_ON, _ENDS, _NO_SANDBOX)
#: What a child is not to blame for where it has done other jobs before.
_DOUBTFUL = frozenset({"grade/too-much", "grade/no-end", "grade/failed"})


def do(job: Job, sandbox: Sandbox) -> Report:
    """Grade one submission in a child of its own. Never raises for what it did.

    Raises `SandboxError` where the sandbox does not come up.
    """
    with Children(sandbox) as children:
        return children.do(job)


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

    def do(self, job: Job) -> Report:
        """Grade one submission. Never raises for what it did, but `SandboxError` as `do`."""
        if not hasattr(os, "fork"):
            return grade_submission(job, self.sandbox)
        alone = job.graded is None and not only_ours(job)
        if job.graded is None:
            if self.sandbox.ready():
                self.renew()
            self.sandbox.want(missing_modules.wanted(job.assignment))
            load(job.variants or "")  # kept for the children
        if alone or (self._child is not None and self._child.has_ended()):
            self.renew()
        used = self._child is not None
        report = self._try(job)
        if alone:
            self.renew()
        elif used and report.why is not None and report.why.id in _DOUBTFUL:
            self.renew()
            report = self._try(job)
        return report

    def _try(self, job: Job) -> Report:
        """The job, in the child that is there or in a new one."""
        if self._child is None:
            self._child = _Child(self.sandbox)
        tail = b""
        try:
            text, in_time = self._child.answer(job.to_json(), job.times.submission_wall + OVERHEAD)
            text, tail = text[:-2], text[-2:]
        finally:
            if tail != _GOES_ON:
                self.renew()
        if tail == _NO_SANDBOX:
            raise SandboxError(text.decode("utf-8", "replace"))
        if tail in _TAILS:
            return Report.from_json(text)
        return Report.broken("grade/too-much" if in_time else "grade/no-end")


class _Child:
    """One child process, from the side of its parent."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sock, theirs = socket.socketpair()
        parent = os.getpid()
        self._pid = os.fork()
        if self._pid == 0:
            self._sock.close()
            _in_the_child(sandbox, theirs, parent)
        theirs.close()

    def has_ended(self) -> bool:
        """Whether it is gone, which it never is by itself between two jobs."""
        ready, _, _ = select.select([self._sock], [], [], 0)
        return bool(ready)

    def answer(self, job: bytes, seconds: float) -> tuple[bytes, bool]:
        """What it says to a job, up to one of the tails or until it ends, and whether that came
        within so many seconds."""
        deadline = time.monotonic() + seconds
        parts = bytearray()
        try:
            self._sock.settimeout(seconds)
            self._sock.sendall(struct.pack(">Q", len(job)) + job)
            while len(parts) <= LARGEST_REPORT and not parts.endswith(_TAILS):
                self._sock.settimeout(max(0.001, deadline - time.monotonic()))
                data = self._sock.recv(1 << 20)
                if not data:
                    break
                parts += data
        except TimeoutError:
            return bytes(parts), False
        except OSError:  # it is gone
            pass
        return bytes(parts), True

    def end(self) -> None:
        """Kill it: it has said all it has to say, or is out of time."""
        self._sock.close()
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


# -- in the child -----------------------------------------------------------------------


def _in_the_child(sandbox: Sandbox, sock: socket.socket, parent: int) -> None:
    """Do jobs until one was not ordinary. Does not return."""
    try:
        end_with(parent, signal.SIGKILL)
        _, at_first = _memory()
        tail = _GOES_ON
        done = 0
        while tail == _GOES_ON and (text := _next_job(sock)) is not None:
            done += 1
            now, _ = _memory()
            _limit_memory(now + GRADER_MEMORY)
            try:
                report = grade_submission(Job.from_json(text), sandbox)
                del text
                said = report.to_json()
                grown = _memory()[1] - at_first
                go_on = ordinary(report) and done < MOST_JOBS and grown < GROWTH
                tail = _GOES_ON if go_on else _ENDS
            except SandboxError as error:
                said, tail = str(error).encode("utf-8", "replace"), _NO_SANDBOX
            sock.sendall(said + tail)
    finally:
        os._exit(0)


def _next_job(sock: socket.socket) -> bytes | None:
    parts = bytearray()
    size = 8
    while len(parts) < size:
        data = sock.recv(min(size - len(parts), 1 << 20))
        if not data:
            return None
        parts += data
        if len(parts) == 8:
            size += struct.unpack(">Q", parts)[0]
    return bytes(parts[8:])


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
    """Let this process take so many bytes of address space, as far as it may itself.

    What it starts may lift the limit again: a sandboxed process has its own.
    """
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


__all__ = ["Children", "do", "end_with", "only_ours", "ordinary"]

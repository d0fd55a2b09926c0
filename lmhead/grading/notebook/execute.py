"""Executes one restored notebook: learner's cells in a sandbox, grade cells here.

A cell that kills or hangs its process costs that cell: a new process replays the earlier
ones without it, at most `RESTARTS` times. What this module writes into the notebook is the
grader's own; of what the learner's process sent, only text and PNG images are kept.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass, field
from typing import Any

from nbformat import NotebookNode

from ...checks.grading import Grading, grading
from ...checks.result import Result
from ...checks.variants import NONE, Variants
from ...messages import Message, language, say
from ...wire.subject import Answer, PeerLost, Session, no_callbacks
from ..sandbox import missing_modules
from ..sandbox.levels import Sandbox
from ..sandbox.limits import Spent, TimeLimits
from ..sandbox.process import Process
from . import cell_outputs
from .grade_cells import GradeCell, TrustedCells, for_a_person
from .master import Master, MasterCell
from .read import language_of
from .restore import restore

RESTARTS = 3
#: Seconds that a call may take beyond its own limit before its process is killed.
GRACE = 5.0


@dataclass
class TaskOutcome:
    """One graded cell of a submission. `points` is None where a person has to read it."""

    grade_id: str
    max_points: float
    points: float | None
    result: Result | None = None
    message: Message | None = None


@dataclass
class NotebookOutcome:
    """One graded submission."""

    assignment: str
    lang: str
    tasks: list[TaskOutcome] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)

    @property
    def points(self) -> float:
        return sum(task.points or 0.0 for task in self.tasks)

    @property
    def max_points(self) -> float:
        return sum(task.max_points for task in self.tasks)

    @property
    def for_a_person(self) -> list[TaskOutcome]:
        return [task for task in self.tasks if task.points is None]


def seed_for(secret: bytes, task: str, student: str, submission: str) -> int:
    """The seed of a task's fresh numbers; unknown to who lacks the class's secret."""
    message = json.dumps([task, student, submission]).encode("utf-8")
    return int.from_bytes(hmac.new(secret, message, hashlib.sha256).digest()[:16], "big")


def fingerprint(notebook: NotebookNode) -> str:
    """A hash of what the learner wrote: kinds and sources of the cells, in order."""
    content = [[cell.cell_type, cell.source] for cell in notebook.cells]
    return hashlib.sha256(json.dumps(content).encode("utf-8")).hexdigest()


class Runner:
    """Runs the cells of one notebook in order; see `run_notebook`."""

    def __init__(
        self,
        sandbox: Sandbox,
        times: TimeLimits,
        files: dict[str, bytes],
        absent: tuple[str, str] | None = None,
    ) -> None:
        self._sandbox = sandbox
        self._times = times
        self._files = files
        self._process: Process | None = None
        self._done: list[str] = []  # sources to replay in a new process
        self._restarts = 0
        self._spent = Spent()
        self._stopped: Message | None = None
        self._absent = absent  # a library that the assignment uses, and how to install it
        self._lacks: str | None = None  # a module that the sandbox should have had
        self._own_fault = False  # whether a cell of this task stopped for another reason
        self._room = times.output
        self._pixels = cell_outputs.ALL_IMAGES
        self._deadline = time.monotonic() + times.submission_wall
        self.session = Session(self._carry, times.call())
        self.trusted = TrustedCells(self._ask, self.session)

    def close(self) -> None:
        if self._process is not None:
            self._process.close()

    # -- the process --------------------------------------------------------------------

    def _ask(self, name: str) -> Any:
        """A learner's name for a grade cell. The process may be lost: then it is not there."""
        return self.session.get(name)

    def _carry(self, request: dict[str, Any], answer: Answer) -> dict[str, Any]:
        process = self._alive()
        seconds = float(request.get("wall", self._times.call_wall)) + GRACE
        return process.request(request, answer, min(seconds, self._left()))

    def _left(self) -> float:
        """Seconds that this submission may still take by the clock."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise PeerLost("submission-time")
        return left

    def _alive(self) -> Process:
        """The process, or a new one that has replayed the earlier cells."""
        self._left()
        if self._process is not None and self._process.alive:
            return self._process
        if self._process is not None:
            spent, limits = self._spent, self._sandbox.limits
            if spent.cpu > limits.total_cpu:
                raise PeerLost("cpu")
            if spent.messages > limits.messages or spent.traffic > limits.traffic:
                raise PeerLost("messages")
            self._restarts += 1
            if self._restarts > RESTARTS:
                raise PeerLost("restarts")
        self._process = self._sandbox.open(self._files, self._spent)
        for source in list(self._done):
            try:
                self._request_run(source)
            except PeerLost:
                # It ended the process only when replayed: leave it out from now on.
                self._done.remove(source)
                return self._alive()
        return self._process

    def _request_run(self, source: str) -> dict[str, Any]:
        assert self._process is not None
        times = self._times
        request = {"op": "run", "source": source, "cpu": times.cell_cpu, "wall": times.cell_wall}
        seconds = min(times.cell_wall + GRACE, self._left())
        return self._process.request(request, no_callbacks, seconds)

    # -- cells --------------------------------------------------------------------------

    def run_learners(self, cell: NotebookNode) -> Message | None:
        """Run a learner's cell in the sandbox and write its outputs. Returns what went wrong."""
        source = cell.source
        if not source.strip():
            return None
        message = None
        try:
            self._alive()
            reply = self._request_run(source)
        except PeerLost as lost:
            self._stopped = say(f"lost/{lost.reason}")
            cell.outputs = [cell_outputs.error("Grading", self._stopped.text())]
            return say("cell/killed", reason=self._stopped)
        self._done.append(source)
        cell.outputs = self._kept(reply.get("outputs"))
        self._note_error(cell.outputs)
        if reply.get("timed_out") is True:
            if reply.get("by_clock") is True:
                message = say("cell/out-of-clock", seconds=f"{self._times.cell_wall:g}")
            else:
                message = say("cell/out-of-time", seconds=f"{self._times.cell_cpu:g}")
            cell.outputs.append(cell_outputs.error("Grading", message.text()))
            self._stopped = message
        return message

    def _note_error(self, outputs: list[NotebookNode]) -> None:
        """Remember what stopped a learner's cell, for the task that then finds no answer."""
        for output in outputs:
            if output.output_type == "error" and output.ename != "NotImplementedError":
                found = re.findall(r"line (\d{1,6})\b|:(\d{1,6})\n", "\n".join(output.traceback))
                line = next((a or b for a, b in reversed(found) if a or b), "?")
                absent = self._absent[0] if self._absent is not None else None
                lack = missing_modules.named_in(output.ename, output.evalue, absent)
                self._lacks = lack or self._lacks
                self._own_fault |= lack is None and output.ename != "NameError"
                text = re.sub(r" \(<ipython-input[^()]*\)", "", output.evalue.split("\n")[0])[:200]
                self._stopped = say("cell/stopped", line=line, error=output.ename, text=text)

    def why_not_attempted(self, done: GradeCell) -> Message | None:
        """The error above a grade cell, where its task has parts without an answer."""
        stopped, self._stopped = self._stopped, None
        self._own_fault = False
        parts = done.result.parts if done.result is not None else ()
        lacking = any(part.status == "not-attempted" for part in parts)
        lacking = lacking or (done.message is not None and done.message.id == "cell/name-missing")
        return stopped if lacking and not done.needs_person else None

    def _through_lack(self, done: GradeCell) -> bool:
        """Whether a task's answer is not there, or fails, as one does that lacks a module."""
        if done.needs_person or self._own_fault:
            return False
        if done.result is not None:
            told = (part.message.id for part in done.result.parts if part.message is not None)
            untried = any(part.status == "not-attempted" for part in done.result.parts)
            return untried or "check/no-torch" in told
        if done.message is None:
            return False
        names = ("NameError", "ModuleNotFoundError", "ImportError")
        raised = done.message.id == "cell/raised" and done.message.params["error"] in names
        return raised or done.message.id == "cell/name-missing"

    def run_grade(self, cell: NotebookNode, master: MasterCell) -> GradeCell:
        done = self.trusted.run_grade(master.source, master.points or 0.0)
        if self._absent is not None and self._through_lack(done):
            name, command = self._absent
            for_a_person(done, say("person/not-installed", name=name, command=command))
        elif self._lacks is not None and self._through_lack(done):
            for_a_person(done, say("person/module", name=self._lacks))
        cell.outputs = [NotebookNode(cell_outputs.node(output)) for output in done.outputs]
        return done

    # -- outputs ------------------------------------------------------------------------

    def _kept(self, outputs: Any) -> list[NotebookNode]:
        """What a submission's process says it showed, cut down to what is safe to show."""
        kept: list[NotebookNode] = []
        for output in outputs if isinstance(outputs, list) else []:
            node = cell_outputs.clean(output)
            if node is None:
                continue
            size, pixels = len(json.dumps(node)), cell_outputs.pixels(node)
            if size > self._room or pixels > self._pixels:
                kept.append(cell_outputs.stream("stdout", say("cell/output-cut").text() + "\n"))
                self._room = 0
                break
            self._room -= size
            self._pixels -= pixels
            kept.append(node)
        return kept


def run_notebook(
    notebook: NotebookNode,
    master: Master,
    sandbox: Sandbox,
    *,
    secret: bytes,
    student: str = "",
    files: dict[str, bytes] | None = None,
    times: TimeLimits | None = None,
    variants: Variants = NONE,
) -> NotebookOutcome:
    """Restore a submitted notebook to its master, execute and grade it, in place.

    secret: the class's; the seeds of the fresh numbers come from it, the student's name and
    what the notebook holds. files: what lies beside the notebook, copied into the sandbox.
    variants: what the course asks that the public one does not.
    """
    times = times or TimeLimits()
    lang = language_of(notebook)
    with language(lang):
        notes = restore(notebook, master)
        submission = fingerprint(notebook)
        outcome = NotebookOutcome(master.assignment, lang, notes=notes)
        context = Grading(
            lang=lang,
            seed=lambda task: seed_for(secret, task, student, submission),
            report=lambda result: None,
            limits=times.call(),
            variants=variants,
        )
        sandbox.preload(missing_modules.libraries_of(master.assignment))
        runner = Runner(
            sandbox, times, files or {}, missing_modules.absent_library(master.assignment)
        )
        try:
            with grading(context):
                _run_cells(notebook, master, runner, outcome)
        finally:
            runner.close()
    return outcome


def _run_cells(
    notebook: NotebookNode, master: Master, runner: Runner, outcome: NotebookOutcome
) -> None:
    # Here the locked cells run first and in the master's order, wherever a submission has put
    # them: a name that they bind is never the learner's.
    for locked in master.cells:
        if locked.fixed and not locked.grade and locked.cell_type == "code":
            runner.trusted.run_locked(locked.source)
    count = 0
    for cell in notebook.cells:
        known = cell.metadata.get("nbgrader")
        item = master[known["grade_id"]] if known else None
        if cell.cell_type == "code":
            count += 1
            cell.execution_count = count
        if item is not None and item.machine_graded:
            done = runner.run_grade(cell, item)
            points = None if done.needs_person else done.points
            message = runner.why_not_attempted(done) or done.message
            task = TaskOutcome(item.grade_id, item.points or 0.0, points, done.result, message)
            outcome.tasks.append(task)
            continue
        if item is not None and item.person_graded and item.points is not None:
            untouched = cell.source.strip() == item.source.strip()
            message = say("cell/no-answer") if untouched else None
            points = 0.0 if untouched else None
            outcome.tasks.append(TaskOutcome(item.grade_id, item.points, points, None, message))
        if cell.cell_type == "code":
            message = runner.run_learners(cell)
            if message is not None:
                outcome.notes.append(message)


__all__ = ["NotebookOutcome", "Runner", "TaskOutcome", "TimeLimits", "run_notebook", "seed_for"]

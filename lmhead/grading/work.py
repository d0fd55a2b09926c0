"""One submission as a piece of work: what is needed to grade it, and what comes of it.

A `Job` and a `Report` are plain data, JSON in UTF-8, so that the work can be done in another
process or on another machine, which needs neither the gradebook nor a shared disk. `do` does
it, in a child process of its own: what reads, executes and draws a submission can be brought
down by it, and then only this one's grade is lost.
"""

from __future__ import annotations

import base64
import contextlib
import gc
import hashlib
import json
import os
import select
import signal
import time
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

import nbformat
from nbformat import NotebookNode

from ..checks.messages import LANGUAGES, Message, language, say
from ..checks.variants import load
from ..course import ASSIGNMENTS, exercise_path, solution_path
from ..wire.peer import TimeUp, time_limit
from .bubblewrap import SandboxError
from .execute import Outcome, run_notebook
from .feedback import fragments
from .limits import ProcessLimits, TimeLimits
from .reading import NotebookProblem, assignment_of, parse_notebook
from .restore import Master, MasterCell, language_of
from .sandbox import Sandbox

Json = Any
#: Seconds of CPU in which a notebook of the allowed size is read, and in which its page is drawn.
READING = 20.0
#: Seconds by the clock for what is not the submission's own running: reading, drawing, forking.
OVERHEAD = 60.0
#: Bytes of address space that the child may take beside what it begins with.
GRADER_MEMORY = 2**30
LARGEST_REPORT = 96 * 2**20


@dataclass(frozen=True)
class Job:
    """All that grading one submission takes.

    notebooks: the notebooks that may be the submission, by file name, as they were handed in
    (any bytes). files: what lies beside them and the released files, copied into the sandbox.
    key: of the submission, see `course.submission_key`. sandbox: a level, or ``auto``. graded: a
    notebook that was graded before; then nothing is run, and only its page is drawn again.
    variants: the source of the course's own cases, or None.
    """

    assignment: str
    student: str
    notebooks: dict[str, bytes]
    files: dict[str, bytes]
    master: Master
    key: bytes
    times: TimeLimits = field(default_factory=TimeLimits)
    limits: ProcessLimits = field(default_factory=ProcessLimits)
    sandbox: str = "auto"
    variants: str | None = None
    graded: str | None = None

    def to_json(self) -> bytes:
        data = {
            "assignment": self.assignment,
            "student": self.student,
            "notebooks": _encoded(self.notebooks),
            "files": _encoded(self.files),
            "master": [vars(cell) for cell in self.master.cells],
            "key": self.key.hex(),
            "times": asdict(self.times),
            "limits": asdict(self.limits),
            "sandbox": self.sandbox,
            "variants": self.variants,
            "graded": self.graded,
        }
        return json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")

    @classmethod
    def from_json(cls, text: bytes) -> Job:
        data = json.loads(text.decode("utf-8", "surrogatepass"))
        return cls(
            assignment=data["assignment"],
            student=data["student"],
            notebooks=_decoded(data["notebooks"]),
            files=_decoded(data["files"]),
            master=Master(data["assignment"], tuple(MasterCell(**cell) for cell in data["master"])),
            key=bytes.fromhex(data["key"]),
            times=TimeLimits(**data["times"]),
            limits=ProcessLimits(**data["limits"]),
            sandbox=data["sandbox"],
            variants=data["variants"],
            graded=data["graded"],
        )


@dataclass(frozen=True)
class Report:
    """What came of a job.

    why: for a broken one, the reason. lang: of the submission. file: the name of the notebook
    that was graded. notebook: the graded notebook (nbformat 4), as JSON text. tasks: one a
    graded cell, ``{grade_id, max_points, points, message, result}`` with points None where a
    person has to judge, and the result as `Result.to_json`. answers: by grade id, a hash of
    what a mark by hand would rest on. untouched: the answer cells that are as they were
    released. page: what `feedback.page` draws.
    """

    status: Literal["graded", "broken"]
    why: Message | None = None
    lang: str = "en"
    file: str = ""
    notebook: str = ""
    tasks: list[Json] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    untouched: list[str] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)
    page: Json = None

    def to_json(self) -> bytes:
        data = dict(vars(self))
        data["why"] = message_json(self.why)
        data["notes"] = [message_json(note) for note in self.notes]
        return json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")

    @classmethod
    def from_json(cls, text: bytes) -> Report:
        data = json.loads(text)
        data["why"] = message_from(data["why"])
        data["notes"] = [message_from(note) for note in data["notes"]]
        return cls(**data)

    @classmethod
    def broken(cls, message_id: str, **params: Any) -> Report:
        return cls("broken", why=say(message_id, **params))


def _encoded(files: dict[str, bytes]) -> dict[str, str]:
    return {name: base64.b64encode(data).decode("ascii") for name, data in files.items()}


def _decoded(files: dict[str, str]) -> dict[str, bytes]:
    return {name: base64.b64decode(data) for name, data in files.items()}


def message_json(message: Message | None) -> Json:
    """A message as plain data: its id and what fills it."""
    if message is None:
        return None
    params = {
        name: {"message": message_json(value)} if isinstance(value, Message) else value
        for name, value in message.params.items()
    }
    return {"id": message.id, "params": params}


def message_from(data: Json) -> Message | None:
    """The message that `message_json` wrote."""
    if data is None:
        return None
    params = {
        name: message_from(value["message"]) if isinstance(value, dict) else value
        for name, value in data["params"].items()
    }
    return Message(data["id"], params)


# -- one submission ---------------------------------------------------------------------


def do(job: Job, sandbox: Sandbox) -> Report:
    """Grade one submission in a child process of this one. Never raises for what it did.

    Where a system has no fork (Windows) it happens here, without the limits of a child.
    """
    if not hasattr(os, "fork"):
        return attempt(job, sandbox)
    if job.graded is None:
        sandbox.ready()
        load(job.variants or "")  # kept for the children
    ours, theirs = os.pipe()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(ours)
        _in_the_child(job, sandbox, theirs, parent)
    os.close(theirs)
    try:
        text, in_time = _read_all(ours, job.times.submission_wall + OVERHEAD)
    finally:
        os.close(ours)
        os.kill(child, signal.SIGKILL)  # it has said all it has to say, or is out of time
        os.waitpid(child, 0)
    if text.endswith(_NO_SANDBOX):
        raise SandboxError(text[: -len(_NO_SANDBOX)].decode("utf-8", "replace"))
    if text.endswith(_END):
        return Report.from_json(text[: -len(_END)])
    return Report.broken("grade/too-much" if in_time else "grade/no-end")


_END, _NO_SANDBOX = b"\n.", b"\n!"  # a report that was cut off ends with neither


def _read_all(descriptor: int, seconds: float) -> tuple[bytes, bool]:
    """What is written to a pipe until its end, and whether that came within so many seconds."""
    deadline = time.monotonic() + seconds
    parts = bytearray()
    while len(parts) <= LARGEST_REPORT and not parts.endswith((_END, _NO_SANDBOX)):
        ready, _, _ = select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return bytes(parts), False
        data = os.read(descriptor, 1 << 20)
        if not data:
            break
        parts += data
    return bytes(parts), True


def _in_the_child(job: Job, sandbox: Sandbox, out: int, parent: int) -> None:
    """Do the job, write the report, end. Does not return."""
    try:
        end_with(parent, signal.SIGKILL)
        _limit_memory(GRADER_MEMORY)
        try:
            text = attempt(job, sandbox).to_json() + _END
        except SandboxError as error:
            text = str(error).encode("utf-8", "replace") + _NO_SANDBOX
        while text:
            text = text[os.write(out, text) :]
    finally:
        os._exit(0)


def end_with(parent: int, number: int) -> None:
    """Have the kernel send this process a signal when its parent ends (Linux)."""
    import ctypes
    import sys

    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, number)  # PR_SET_PDEATHSIG
        if os.getppid() != parent:  # it has ended already
            os._exit(1)


def _limit_memory(more: int) -> None:
    """Let this process take so many bytes of address space more than it has.

    What it starts may lift the limit again: a sandboxed process has its own.
    """
    import resource

    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
    except (OSError, ValueError):
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + more, most))


def attempt(job: Job, sandbox: Sandbox) -> Report:
    """Grade one submission in this process. Never raises for what it did.

    Raises `SandboxError` where the sandbox does not come up, which is nobody's submission's
    fault; so does `do`.
    """
    try:
        return _draw_again(job) if job.graded is not None else _attempt(job, sandbox)
    except SandboxError:
        raise
    except NotebookProblem as problem:
        return Report("broken", why=problem.message)
    except (MemoryError, RecursionError, TimeUp):
        return Report.broken("grade/too-much")
    except Exception as error:
        return Report.broken("grade/failed", reason=type(error).__name__)


def _attempt(job: Job, sandbox: Sandbox) -> Report:
    with time_limit(READING, 3 * READING):
        file, notebook = find_notebook(job)
    outcome = run_notebook(
        notebook,
        job.master,
        sandbox,
        secret=job.key,
        student=job.student,
        files=job.files,
        times=job.times,
        variants=load(job.variants or ""),
    )
    notes = [*few(outcome.notes), *_incidents(outcome)]
    if file != f"{job.assignment}.ipynb":
        notes.insert(0, say("file/renamed", file=file))
    notebook.metadata["lmhead"]["notes"] = [note.text(outcome.lang) for note in notes]
    return Report(
        "graded",
        lang=outcome.lang,
        file=file,
        notebook=json.dumps(notebook, ensure_ascii=False, sort_keys=True),
        tasks=[_task_json(task, outcome.lang) for task in outcome.tasks],
        answers=_answers(notebook, outcome),
        untouched=_untouched(notebook, job.master),
        notes=notes,
        page=_page(notebook, job.assignment),
    )


def _incidents(outcome: Outcome) -> list[Message]:
    """What happened while tasks were checked that a mark alone does not tell."""
    results = [task.result.message for task in outcome.tasks if task.result is not None]
    plain = [task.message for task in outcome.tasks if task.points == 0]
    said = [message for message in results + plain if message is not None]
    seen = {message.id: message for message in said if message.id.startswith("lost/")}
    return list(seen.values())


def _task_json(task: Any, lang: str) -> Json:
    return {
        "grade_id": task.grade_id,
        "max_points": task.max_points,
        "points": task.points,
        "message": task.message.to_json(lang) if task.message else None,
        "result": task.result.to_json() if task.result else None,
    }


def _answers(notebook: NotebookNode, outcome: Outcome) -> dict[str, str]:
    """What a person's mark rests on: the answer's own text, and all of it for a code task."""
    whole = hashlib.sha256()
    sources = {}
    for cell in notebook.cells:
        whole.update(json.dumps([cell.cell_type, cell.source]).encode())
        known = cell.metadata.get("nbgrader")
        if known and known["solution"] and known["grade"]:
            sources[known["grade_id"]] = hashlib.sha256(cell.source.encode()).hexdigest()
    everything = whole.hexdigest()
    return {task.grade_id: sources.get(task.grade_id, everything) for task in outcome.tasks}


def _untouched(notebook: NotebookNode, master: Master) -> list[str]:
    stubs = {cell.grade_id: cell.source.strip() for cell in master.cells if cell.solution}
    known = [
        (cell, (cell.metadata.get("nbgrader") or {}).get("grade_id")) for cell in notebook.cells
    ]
    return [name for cell, name in known if stubs.get(name) == cell.source.strip()]


def find_notebook(job: Job) -> tuple[str, NotebookNode]:
    """The notebook of the assignment among those handed in: by name, else by what it says it is.

    Raises `NotebookProblem`.
    """
    usual = f"{job.assignment}.ipynb"
    if usual in job.notebooks:
        return usual, parse_notebook(usual, job.notebooks[usual])
    ids = {job.assignment: {cell.grade_id for cell in job.master.cells if cell.grade}}
    found: list[tuple[str, NotebookNode]] = []
    problem = None
    for name, data in job.notebooks.items():
        try:
            notebook = parse_notebook(name, data)
        except NotebookProblem as error:
            problem = error
            continue
        if assignment_of(notebook, ids) == job.assignment:
            found.append((name, notebook))
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(name for name, _ in found)
        raise NotebookProblem(say("file/several", file=usual, others=names))
    if problem is not None and len(job.notebooks) == 1:
        raise problem
    raise NotebookProblem(say("file/missing", file=usual))


def warm_up(job: Job, sandbox: Sandbox) -> None:
    """Do once, in this process, what every job of an assignment does: run the course's own
    solution and draw the course's own pages. Its children then find compiled patterns and the
    pages' common text ready. For a course that is not this package's there is less to share.
    """
    paths = [
        path
        for lang in LANGUAGES
        if job.assignment in ASSIGNMENTS
        for path in (solution_path(job.assignment, lang), exercise_path(job.assignment, lang))
        if path.is_file()
    ]
    for number, path in enumerate(paths):
        text = path.read_bytes()
        # A fork of the warm process costs nothing; another sandbox costs more than it saves.
        if number == 0 and sandbox.level == "nested":
            usual = f"{job.assignment}.ipynb"
            with contextlib.suppress(SandboxError):  # the first job will say so
                attempt(replace(job, notebooks={usual: text}, files={}, graded=None), sandbox)
        attempt(replace(job, graded=text.decode("utf-8")), sandbox)
    gc.collect()
    gc.freeze()


def _draw_again(job: Job) -> Report:
    notebook = nbformat.reads(job.graded or "", as_version=4)
    return Report("graded", lang=language_of(notebook), page=_page(notebook, job.assignment))


def _page(notebook: NotebookNode, assignment: str) -> Json:
    """The pieces of the feedback page; without the cells where drawing them takes too much."""
    with language(language_of(notebook)):
        try:
            with time_limit(READING, 3 * READING):
                return fragments(notebook, assignment)
        except (Exception, TimeUp) as error:
            empty = NotebookNode(cells=[], metadata=notebook.metadata)
            note = say("grade/no-feedback", reason=type(error).__name__).text()
            return fragments(empty, assignment, [*notes_in(notebook), note])


def few(notes: list[Message], most: int = 5) -> list[Message]:
    """The notes, of each kind the first few: a summary is read by people."""
    kinds: dict[str, list[Message]] = {}
    for note in notes:
        kinds.setdefault(note.id, []).append(note)
    kept: list[Message] = []
    for same in kinds.values():
        more = len(same) - most
        kept += [*same[:most], say("restore/more", count=more)] if more > 0 else same
    return kept


def notes_in(notebook: NotebookNode) -> list[str]:
    """The sentences that grading has left in a notebook for its page."""
    data = notebook.metadata.get("lmhead")
    return [str(note) for note in data.get("notes", [])] if isinstance(data, dict) else []

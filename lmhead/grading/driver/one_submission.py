"""Does a job: reads, executes and draws one submission.

What does so can be brought down by a submission: `children` does it in a process that may be.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
from dataclasses import replace
from typing import Any

import nbformat
from nbformat import NotebookNode

from ...checks.variants import load
from ...course import ASSIGNMENTS, exercise_path, solution_path
from ...messages import LANGUAGES, Message, language, listed, say, use_own
from ...wire.peer import TimeUp, time_limit
from ..notebook.execute import NotebookOutcome, run_notebook
from ..notebook.master import Master
from ..notebook.plain_cells import plain_cells
from ..notebook.read import NotebookProblem, assignment_of, language_of, parse_notebook
from ..pages.feedback import fragments
from ..sandbox.bubblewrap import SandboxError
from ..sandbox.levels import Sandbox
from .jobs import Job, Json, Report, message_from, message_json

#: Seconds of CPU in which a notebook of the allowed size is read, and in which its page is drawn.
READING = 20.0


def grade_submission(job: Job, sandbox: Sandbox) -> Report:
    """Grade one submission in this process. Never raises for what it did.

    Raises `SandboxError` where the sandbox does not come up, for which no submission is
    to blame.
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
    notes = first_of_each_kind(outcome.notes)
    told = [note.params.get("reason") for note in notes if note.id == "cell/killed"]
    notes += [incident for incident in _incidents(outcome) if incident not in told]
    if file != f"{job.assignment}.ipynb":
        notes.insert(0, say("file/renamed", file=file))
    notebook.metadata["lmhead"]["notes"] = [note.text(outcome.lang) for note in notes]
    answers, whole = _answers(notebook, outcome, job.master), _whole(notebook)
    untouched = _untouched(notebook, job.master)
    plain_cells(notebook)  # only now: an earlier grading's hashes are of what was handed in
    return Report(
        "graded",
        lang=outcome.lang,
        file=file,
        notebook=json.dumps(notebook, ensure_ascii=False, sort_keys=True),
        tasks=[_task_json(task, outcome.lang) for task in outcome.tasks],
        answers=answers,
        whole=whole,
        untouched=untouched,
        notes=notes,
        page=_page(notebook, job.assignment),
    )


def _incidents(outcome: NotebookOutcome) -> list[Message]:
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


def _answers(notebook: NotebookNode, outcome: NotebookOutcome, master: Master) -> dict[str, str]:
    """What a person's mark rests on: a written answer's own text, and for a code task all the
    code that is the learner's, in whatever cells; not what the course adds to the notebook."""
    ours = {cell.source.strip() for cell in master.cells}
    code = hashlib.sha256()
    sources = {}
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.source.strip() not in ours:
            code.update(json.dumps(cell.source).encode())
        known = cell.metadata.get("nbgrader")
        if known and known["solution"] and known["grade"]:
            sources[known["grade_id"]] = hashlib.sha256(cell.source.encode()).hexdigest()
    everything = code.hexdigest()
    return {task.grade_id: sources.get(task.grade_id, everything) for task in outcome.tasks}


def _whole(notebook: NotebookNode) -> str:
    """A hash of every cell, which gradings of an earlier version kept for a code task."""
    whole = hashlib.sha256()
    for cell in notebook.cells:
        whole.update(json.dumps([cell.cell_type, cell.source]).encode())
    return whole.hexdigest()


def _untouched(notebook: NotebookNode, master: Master) -> list[str]:
    stubs = {cell.grade_id: cell.source.strip() for cell in master.cells if cell.solution}
    found = []
    for cell in notebook.cells:
        name = str((cell.metadata.get("nbgrader") or {}).get("grade_id"))
        if stubs.get(name) == cell.source.strip():
            found.append(name)
    return found


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
        names = listed(name for name, _ in found)
        raise NotebookProblem(say("file/several", file=usual, others=names))
    if problem is not None and len(job.notebooks) == 1:
        raise problem
    raise NotebookProblem(say("file/missing", file=usual))


def warm_up(job: Job, sandbox: Sandbox) -> None:
    """Do once, in this process, what every job of an assignment repeats: run the course's own
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
                grade_submission(
                    replace(job, notebooks={usual: text}, files={}, graded=None), sandbox
                )
        grade_submission(replace(job, graded=text.decode("utf-8")), sandbox)
    gc.collect()
    gc.freeze()


def _draw_again(job: Job) -> Report:
    notebook = nbformat.reads(job.graded or "", as_version=4)
    use_own(load(job.variants or "").sentences)
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


def first_of_each_kind(notes: list[Message], most: int = 5) -> list[Message]:
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


__all__ = ["Job", "Report", "grade_submission", "message_from", "message_json", "warm_up"]

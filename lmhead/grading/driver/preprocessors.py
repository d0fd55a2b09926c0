"""What `nbgrader_config.py` puts in place of nbgrader's own steps.

`RestoreCells` replaces the steps that mend a submission's metadata, `SandboxExecute` the one
that runs it in a kernel, `SaveGrades` the one that records points, `LatePenalties` the one
that takes some off for being late; `FeedbackPage` draws what a
learner gets back. Stock ``nbgrader autograde`` and ``lmhead grade`` both go
through them.
"""

from __future__ import annotations

import atexit
import math
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.preprocessors import AssignLatePenalties, NbGraderPreprocessor, SaveAutoGrades
from nbgrader.utils import is_grade
from traitlets import Enum, Float, Integer, TraitError, Unicode, validate

from ...checks.variant_files import of_course
from ...messages import Message, language, use_own
from ..classroom.late.policy import reason_for, set_times
from ..classroom.secret import class_secret, submission_key
from ..gradebook.marks import Marks
from ..notebook.execute import NotebookOutcome, run_notebook
from ..notebook.inert_files import make_inert
from ..notebook.master import Master
from ..notebook.plain_cells import plain_cells
from ..notebook.read import language_of
from ..notebook.restore import restore
from ..notebook.submitted_folder import check_folder, files_beside
from ..notebook.variant_notebooks import apply_points
from ..pages.feedback import fragments, page
from ..sandbox.bubblewrap import refuse_visible_course
from ..sandbox.levels import Sandbox, open_sandbox
from ..sandbox.limits import ProcessLimits, TimeLimits

Listener = Callable[[str, NotebookOutcome], None]
_listeners: list[Listener] = []
_restored: dict[tuple[str, str, str], list[Message]] = {}
#: Of each of nbgrader's copies, the new names of its files and the old ones.
_renamed: dict[Path, dict[str, str]] = {}
_sandboxes: dict[tuple[str, ProcessLimits], Sandbox] = {}


def listen(listener: Listener) -> Callable[[], None]:
    """Have `listener(student, outcome)` called after each submission; returns how to stop it."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


def shared_sandbox(level: str, limits: ProcessLimits) -> Sandbox:
    """One sandbox for all submissions of this process; it ends with the process."""
    key = (level, limits)
    if key not in _sandboxes:
        _sandboxes[key] = open_sandbox(level, limits)
        atexit.register(_sandboxes[key].close)
    return _sandboxes[key]


def _beside(folder: Path) -> dict[str, bytes]:
    """The files beside a notebook in nbgrader's copy, by the names with which they came.

    The copy is served as soon as it is there, so that they get names that are safe to serve.
    """
    files = files_beside(folder)
    earlier = _renamed.get(folder, {})  # another notebook of the same submission came first
    renamed = make_inert(folder)
    if renamed:
        _renamed[folder] = renamed
    came = {name: earlier.get(name, name) for name in files}
    return {name if came[name] in files else came[name]: data for name, data in files.items()}


def _key(resources: Any) -> tuple[str, str, str]:
    names = resources["nbgrader"]
    return names["student"], names["assignment"], names["notebook"]


def _master(resources: Any) -> Master:
    names = resources["nbgrader"]
    with Gradebook(names["db_url"]) as gradebook:
        return Master.from_gradebook(gradebook, names["assignment"], names["notebook"])


class RestoreCells(NbGraderPreprocessor):  # type: ignore[misc]
    """First step of autograding: sources, points and flags as the gradebook has them."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        with language(language_of(nb)):
            notes = restore(nb, _master(resources))
        # The second step reads the restored notebook and finds nothing to restore.
        _restored[_key(resources)] = notes
        return nb, resources


_T, _P = TimeLimits(), ProcessLimits()  # the defaults


#: The settings that are limits of a submission's processes.
_OF_PROCESSES = (
    *("memory", "total_cpu", "processes", "scratch", "file_size", "messages", "traffic"),
)


class SandboxExecute(NbGraderPreprocessor):  # type: ignore[misc]
    """Second step: learners' cells in the sandbox, grade cells here."""

    course = Unicode(".", help="The course's folder; the class's secret lies in it.").tag(
        config=True
    )
    submitted = Unicode("submitted", help="Where the submissions lie in it.").tag(config=True)
    sandbox = Enum(
        ["auto", "nested", "single", "none"],
        default_value="auto",
        help="How submissions are kept apart. auto: the strongest that works here, or refuse. "
        "none: not at all; for people you trust.",
    ).tag(config=True)
    cell_cpu = Float(_T.cell_cpu, help="Seconds of CPU time for one cell.").tag(config=True)
    cell_wall = Float(_T.cell_wall, help="Seconds by the clock for one cell.").tag(config=True)
    call_cpu = Float(
        _T.call_cpu, help="Seconds of CPU time for one call of a learner's function."
    ).tag(config=True)
    call_wall = Float(_T.call_wall, help="Seconds by the clock for one such call.").tag(config=True)
    submission_wall = Float(
        _T.submission_wall, help="Seconds by the clock for a submission; the rest is not run."
    ).tag(config=True)
    output = Integer(_T.output, help="Bytes of output that are kept of one notebook.").tag(
        config=True
    )
    memory = Integer(
        _P.memory, help="Bytes of memory for all processes and files of a submission together."
    ).tag(config=True)
    total_cpu = Integer(
        _P.total_cpu, help="Seconds of CPU time for all processes of a submission together."
    ).tag(config=True)
    processes = Integer(
        _P.processes, help="How many processes a submission may have at one time."
    ).tag(config=True)
    scratch = Integer(
        _P.scratch, help="Bytes of files in each of a submission's three writable folders."
    ).tag(config=True)
    file_size = Integer(_P.file_size, help="Bytes of one file that a submission writes.").tag(
        config=True
    )
    messages = Integer(
        _P.messages, help="How many messages a submission's process may send to the grader."
    ).tag(config=True)
    traffic = Integer(_P.traffic, help="How many bytes these messages may have in all.").tag(
        config=True
    )

    @validate(*(each.name for each in fields(TimeLimits)), *_OF_PROCESSES)
    def _is_a_limit(self, proposal: Any) -> Any:
        """A limit of nothing, or of no number, would take every submission's points."""
        if not (0 < proposal["value"] < math.inf):
            name = proposal["trait"].name
            raise TraitError(
                f"c.SandboxExecute.{name} is {proposal['value']}; it has to be a number above 0"
            )
        return proposal["value"]

    def time_limits(self) -> TimeLimits:
        """What the notebook's code may take, from the configuration."""
        return TimeLimits(**{each.name: getattr(self, each.name) for each in fields(TimeLimits)})

    def process_limits(self) -> ProcessLimits:
        """What its processes may use: from the configuration, with fixed values for the rest."""
        return ProcessLimits(**{name: getattr(self, name) for name in _OF_PROCESSES})

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        names = resources["nbgrader"]
        # nbgrader has copied what links point to by now; such a submission is not run.
        if self.sandbox != "none":
            refuse_visible_course(Path(self.course))
        check_folder(Path(self.course) / self.submitted / names["student"] / names["assignment"])
        folder = Path(resources.get("metadata", {}).get("path") or ".")
        files = _beside(folder)
        outcome = run_notebook(
            nb,
            _master(resources),
            shared_sandbox(self.sandbox, self.process_limits()),
            secret=submission_key(
                class_secret(Path(self.course)), names["assignment"], names["student"]
            ),
            student=names["student"],
            files=files,
            times=self.time_limits(),
            variants=of_course(Path(self.course)),
        )
        outcome.notes[:0] = _restored.pop(_key(resources), [])
        plain_cells(nb)
        lang = language_of(nb)
        nb.metadata.lmhead.notes = [note.text(lang) for note in outcome.notes]
        names["lmhead_for_a_person"] = [task.grade_id for task in outcome.for_a_person]
        for note in outcome.notes:
            self.log.warning(note.text("en"))
        for listener in _listeners:
            listener(names["student"], outcome)
        return nb, resources


class VariantPoints(NbGraderPreprocessor):  # type: ignore[misc]
    """First step of a release: the points of `variants.py` in the cells that they belong to."""

    course = Unicode(".", help="The course's folder, which may hold a variants.py.").tag(
        config=True
    )

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        apply_points(nb, of_course(Path(self.course)))
        return nb, resources


class SaveGrades(SaveAutoGrades):  # type: ignore[misc]
    """Records points as nbgrader does; what no machine could judge waits for a person."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: Any, cell_index: int
    ) -> tuple[NotebookNode, Any]:
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        waiting = resources["nbgrader"].get("lmhead_for_a_person", [])
        if is_grade(cell) and cell.metadata.nbgrader["grade_id"] in waiting:
            grade = self.gradebook.find_grade(
                cell.metadata.nbgrader["grade_id"],
                self.notebook_id,
                self.assignment_id,
                self.student_id,
            )
            grade.auto_score = None
            grade.needs_manual_grade = grade.manual_score is None
            self.gradebook.db.commit()
        return cell, resources


class LatePenalties(AssignLatePenalties):  # type: ignore[misc]
    """nbgrader's own step, with the course's deadlines, extensions and times of submission."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        names = resources["nbgrader"]
        self.init_plugin()
        with Gradebook(names["db_url"]) as gradebook:
            submission = gradebook.find_submission(names["assignment"], names["student"])
            folder = Path(resources.get("metadata", {}).get("path") or ".")
            said = set_times(self.plugin_inst, submission, folder)
            gradebook.db.commit()
        for message in said:
            self.log.warning(message.text("en"))
        own = nb.metadata.setdefault("lmhead", NotebookNode())
        own.notes = [*own.get("notes", []), *(note.text(language_of(nb)) for note in said)]
        nb, resources = super().preprocess(nb, resources)
        return nb, resources


class PlainCells(NbGraderPreprocessor):  # type: ignore[misc]
    """The only step of a page in formgrader: nothing in it that a learner has named."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        plain_cells(nb)
        return nb, resources


class FeedbackPage(NbGraderPreprocessor):  # type: ignore[misc]
    """The only step of generating feedback: our page, with the gradebook's marks."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        names = resources["nbgrader"]
        with Gradebook(names["db_url"]) as gradebook:
            notebook = gradebook.find_submission_notebook(
                names["notebook"], names["assignment"], names["student"]
            )
            marks = Marks.of(notebook, names["student"])
            late = LatePenalties(config=self.config)
            late.init_plugin()
            submission = notebook.assignment
            due, came = submission.duedate, submission.timestamp
            why = reason_for(late.plugin_inst, marks.late_penalty, due, came)
            marks = replace(marks, late_reason=why)
        course = Path(str(self.config.SandboxExecute.get("course", ".")))
        use_own(of_course(course).sentences)
        resources["lmhead_page"] = page(fragments(nb, names["assignment"]), marks)
        return nb, resources

"""Grades a class's submissions of one assignment into the gradebook, one after another.

Nothing that one submission does stops the next; each ends in a line of the summary.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any, Literal

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import Autograde, GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..checks.messages import Message, say, sentence
from . import preprocessors
from .execute import Outcome
from .reading import NotebookProblem, assignment_of, look_over, read_notebook, writable
from .release import CourseProblem, assignments_in, load_config, release, run_converter

Status = Literal["graded", "broken"]


@dataclass
class Graded:
    """One student's line of the summary, as the gradebook has it: a person's mark counts
    where there is one, else the automatic one."""

    student: str
    status: Status
    points: float = 0.0
    max_points: float = 0.0
    waiting: float = 0.0  # points that a person has to give
    notes: list[str] = field(default_factory=list)
    tasks: dict[str, float | None] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def _incidents(outcome: Outcome) -> list[Message]:
    """What happened while tasks were checked that a mark alone does not tell."""
    results = [task.result.message for task in outcome.tasks if task.result is not None]
    plain = [task.message for task in outcome.tasks if task.points == 0]
    said = [message for message in results + plain if message is not None]
    seen = {message.id: message for message in said if message.id.startswith("lost/")}
    return list(seen.values())


def _usable(student: str) -> bool:
    """Whether a folder's name can be a student's id: nbgrader strips it and globs with it."""
    try:
        student.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return (
        student == student.strip() and student.isprintable() and not set(student) & set("*?[]\\/")
    )


def _printable(name: str) -> str:
    """A name from the class as it can be shown: no escape codes, no lone surrogates."""
    return name if name.isprintable() else ascii(name)


def _plain_reason(failed: str | None) -> str:
    """The last line of nbgrader's log that says what went wrong, without its pointers."""
    pointers = ("Please see", "There was an error processing", "Traceback", "  ")
    lines = [line for line in (failed or "").splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(pointers)]
    return telling[-1][:300] if telling else "nbgrader stopped"


@dataclass
class ClassGrader:
    """Grades one assignment of the course in a folder. `sandbox` as in `nbgrader_config.py`."""

    course: Path
    assignment: str
    sandbox: str | None = None

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

    def _ensure_released(self) -> None:
        """The gradebook must know the masters' cells; a new course has not told it yet."""
        with self._gradebook() as gradebook:
            try:
                if gradebook.find_assignment(self.assignment).notebooks:
                    return
            except MissingEntry:
                pass
        release(self.course, self.assignment)

    def students(self) -> list[str]:
        """Who has submitted, by folder name."""
        found = [path.parent.name for path in self.submitted.glob(f"*/{self.assignment}")]
        return sorted(name for name in found if not name.startswith("."))

    @property
    def submitted(self) -> Path:
        """The folder that the class hands in to."""
        return self.course / str(self._directory.submitted_directory)

    def overlooked(self) -> list[str]:
        """What was handed in where no grading looks, as paths below the course folder.

        That is a folder of no assignment's name, and a notebook that lies in no folder of its own.
        """
        found = [*self.submitted.glob("*.ipynb"), *self.submitted.glob("*/*")]
        return sorted(
            _printable(path.relative_to(self.course).as_posix())
            for path in found
            if not any(part.startswith(".") for part in path.relative_to(self.submitted).parts)
            and (
                path.suffix == ".ipynb"
                if not path.is_dir() or path.parent == self.submitted
                else path.name not in self._known
            )
        )

    def grade(self, students: list[str] | None = None) -> Iterator[Graded]:
        """Grade each submission and write its feedback; yields the summary's lines.

        What stops all of it is raised here, before the first line: `CourseProblem` where a
        student has no submission, `SandboxError` where the sandbox does not work.
        """
        have = self.students()
        unknown = sorted(set(students or []) - set(have))
        if unknown:
            names = ", ".join(map(_printable, unknown))
            raise CourseProblem(
                f"no submission of {self.assignment} by {names}: {self.submitted} has none"
            )
        self._ensure_released()
        # A sandbox that does not work is the instructor's to know before anything runs.
        execute = preprocessors.SandboxExecute(config=self._config)
        preprocessors.shared_sandbox(execute.sandbox, execute.process_limits())
        return map(self._grade_one, students or have)

    def _grade_one(self, student: str) -> Graded:
        """One line of the summary, whatever the submission does."""
        try:
            return self._try_one(student)
        except Exception as error:
            reason = type(error).__name__
            why = {lang: sentence("grade/failed", lang, reason=reason) for lang in ("en", "zh")}
        try:
            return self._broken(student, why["en"], why["zh"])
        except Exception:
            return Graded(writable(student), "broken", notes=[why["en"]])

    def _try_one(self, student: str) -> Graded:
        if not _usable(student):
            # nbgrader would strip it, or take it as a pattern for other students' names.
            note = sentence("grade/name", "en", name=ascii(student))
            return Graded(writable(student), "broken", notes=[note])
        path = self.submitted / student / self.assignment / f"{self.assignment}.ipynb"
        try:
            look_over(path.parent)
            if not path.exists():
                self._look_for_another_name(path)
            read_notebook(path)
        except NotebookProblem as problem:
            return self._broken(student, problem.message.text("en"), problem.message.text("zh"))
        outcomes: list[Outcome] = []
        stop = preprocessors.listen(
            lambda who, outcome: outcomes.append(outcome) if who == student else None
        )
        try:
            failed = self._convert(Autograde, student)
        finally:
            stop()
        if failed is not None or not outcomes:
            reason = _plain_reason(failed)
            why = {lang: sentence("grade/failed", lang, reason=reason) for lang in ("en", "zh")}
            return self._broken(student, why["en"], why["zh"])
        outcome = outcomes[-1]
        notes = [note.text("en") for note in [*outcome.notes, *_incidents(outcome)]]
        line = self._line(student, "graded", notes)
        failed = self._convert(GenerateFeedback, student)
        if failed is not None:
            line.notes.append(sentence("grade/no-feedback", "en", reason=_plain_reason(failed)))
        return line

    def _look_for_another_name(self, path: Path) -> None:
        """Raise `NotebookProblem` where this assignment's notebook is there under another name."""
        others = [item for item in path.parent.glob("*.ipynb") if not item.name.startswith(".")]
        if len(others) != 1:
            return
        with self._gradebook() as gradebook:
            assignment = gradebook.find_assignment(self.assignment)
            ids = {cell.name for item in assignment.notebooks for cell in item.grade_cells}
        try:
            found = assignment_of(read_notebook(others[0]), {self.assignment: ids})
        except NotebookProblem:
            return
        if found == self.assignment:
            other = _printable(others[0].name)
            raise NotebookProblem(say("file/other-name", file=path.name, other=other))

    def _gradebook(self) -> Gradebook:
        return Gradebook(self._directory.db_url, self._directory.course_id)

    def _line(self, student: str, status: Status, notes: list[str]) -> Graded:
        """A student's points from the gradebook, which may hold marks given by a person."""
        line = Graded(student, status, notes=notes)
        with self._gradebook() as gradebook:
            submission = gradebook.find_submission(self.assignment, student)
            line.points = float(submission.score)
            line.max_points = float(submission.max_score)
            for grade in (grade for item in submission.notebooks for grade in item.grades):
                by_hand = grade.manual_score is not None
                line.tasks[grade.name] = grade.manual_score if by_hand else grade.auto_score
                if grade.needs_manual_grade:
                    line.waiting += float(grade.max_score)
        return line

    def _convert(self, converter: Any, student: str) -> str | None:
        self._directory.student_id = student
        step = converter(coursedir=self._directory, config=self._config)
        step.force = True
        # nbgrader reads the student and assignment from the path and changes folder freely.
        before = os.getcwd()
        os.chdir(self.course)
        try:
            return run_converter(step)
        finally:
            os.chdir(before)
            self._directory.student_id = "*"

    def _broken(self, student: str, why: str, why_zh: str) -> Graded:
        """A submission that cannot be read or run: zero points, and a page that says why."""
        with self._gradebook() as gradebook:
            gradebook.update_or_create_student(student)
            submission = gradebook.update_or_create_submission(self.assignment, student)
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    grade.auto_score = 0
                    grade.needs_manual_grade = False
            gradebook.db.commit()
        folder = self.course / self._directory.feedback_directory / student / self.assignment
        folder.mkdir(parents=True, exist_ok=True)
        page = (
            '<!DOCTYPE html><html lang="en"><meta charset="utf-8">'
            f"<title>{escape(self.assignment)}</title>"
            f'<p>{escape(why)}</p><p lang="zh-CN">{escape(why_zh)}</p></html>'
        )
        (folder / f"{self.assignment}.html").write_text(page, "utf-8")
        return self._line(student, "broken", [why])

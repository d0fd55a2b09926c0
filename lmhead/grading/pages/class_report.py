"""What a class misunderstood: for each task of an assignment, how it went and which mistakes.

Read from the graded notebooks, whose results name the known mistakes, and from the gradebook,
which has the marks given by hand. The report names no learner.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nbgrader.api import (
    Assignment,
    BaseCell,
    Grade,
    Gradebook,
    MissingEntry,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import DBAPIError

from ...checks.registry import Task
from ...checks.usage_errors import UnknownTask
from ...checks.variant_files import of_course
from ...checks.variants import VariantProblem, Variants
from ...course import section_url
from ...messages import sentence, use_own
from ..classroom.course_config import load_config
from ..classroom.csv_tables import is_there
from ..classroom.roster import Roster, roster_name
from ..gradebook.database import is_made, said_of
from ..notebook.check_results import results_in
from ..notebook.master import Master, MasterCell
from ..notebook.variant_notebooks import task_of
from ..problems import CourseProblem

SCHEMA_VERSION = 1
#: How a task went: as a check's result has it, and by hand also waiting for a person.
STATES = ("right", "partial", "wrong", "blank", "waiting")
COMMONEST = 3
#: With fewer submissions than this, a reader may guess who made a mistake.
SMALL_CLASS = 10

Json = Any


@dataclass(frozen=True)
class Mistake:
    """A known mistake in a task: how many made it, what they were told, where it is explained."""

    id: str
    count: int
    text: str


@dataclass
class TaskReport:
    """One task over the class. counts: by `STATES`. other: lost points for no known mistake."""

    grade_id: str
    title: str
    max_points: float
    by_hand: bool
    task: str | None = None
    section_url: str | None = None
    counts: Counter[str] = field(default_factory=Counter)
    mistakes: list[Mistake] = field(default_factory=list)
    other: int = 0

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def share(self, state: str) -> float:
        """Which part of the submissions went this way, from 0 to 1."""
        return self.counts[state] / self.total if self.total else 0.0

    def to_json(self) -> Json:
        return {
            "grade_id": self.grade_id,
            "task": self.task,
            "title": self.title,
            "max_points": self.max_points,
            "by_hand": self.by_hand,
            "counts": {state: self.counts[state] for state in STATES},
            "mistakes": [vars(mistake) for mistake in self.mistakes],
            "no_known_mistake": self.other,
            "section_url": self.section_url,
        }


@dataclass
class ClassReport:
    """An assignment over the class. unread: submissions without a graded notebook."""

    assignment: str
    lang: str
    submissions: int
    unread: int
    tasks: list[TaskReport]

    @property
    def small(self) -> bool:
        return self.submissions < SMALL_CLASS

    def to_json(self) -> Json:
        return {
            "schema": SCHEMA_VERSION,
            "assignment": self.assignment,
            "lang": self.lang,
            "submissions": self.submissions,
            "unread": self.unread,
            "tasks": [task.to_json() for task in self.tasks],
        }


def class_report(course: Path, assignment: str, lang: str = "en") -> ClassReport:
    """How an assignment went, from what `grade` has left in the course folder.

    Raises `CourseProblem` where nothing of this assignment has been graded.
    """
    course = course.resolve()
    config = load_config(course)
    directory = CourseDirectory(config=config, assignment_id=assignment)
    if not is_made(directory.db_url):
        raise CourseProblem(f"{course} has no gradebook yet: grade an assignment first.")
    try:
        variants = of_course(course)
    except VariantProblem as problem:
        raise CourseProblem(str(problem)) from None
    use_own(variants.sentences)
    try:
        with Gradebook(directory.db_url, directory.course_id) as gradebook:
            try:
                master = Master.from_gradebook(gradebook, assignment, assignment)
            except MissingEntry:
                raise CourseProblem(
                    f"the gradebook knows no assignment {assignment!r}; lmhead grade fills it"
                ) from None
            marks = _marks(gradebook, assignment)
            roster = course / roster_name(config)
            if is_there(roster):  # students who have left the class do not count
                known = Roster.read(roster).by_id()
                marks = {name: each for name, each in marks.items() if name in known}
    except DBAPIError as error:
        reason = said_of(directory.db_url, error)
        raise CourseProblem(f"the gradebook cannot be read: {reason}") from error
    if not marks:
        raise CourseProblem(f"nothing of {assignment} has been graded yet: run lmhead grade first")
    folder = course / str(directory.autograded_directory)
    return _report(master, marks, folder, variants, lang)


@dataclass(frozen=True)
class _Mark:
    """What the gradebook has of one task of one student."""

    points: float | None
    by_hand: bool
    waiting: bool
    max_points: float

    @property
    def state(self) -> str:
        if self.waiting:
            return "waiting"
        points = self.points or 0.0
        return "right" if points >= self.max_points else "partial" if points > 0 else "wrong"


def _marks(gradebook: Gradebook, assignment: str) -> dict[str, dict[str, _Mark]]:
    """Student -> grade id -> mark, in one query."""
    rows = (
        gradebook.db.query(Student.id, BaseCell.name, Grade)
        .select_from(Grade)
        .join(SubmittedNotebook, Grade.notebook_id == SubmittedNotebook.id)
        .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
        .join(Student, SubmittedAssignment.student_id == Student.id)
        .join(BaseCell, Grade.cell_id == BaseCell.id)
        .filter(Assignment.name == assignment)
    )
    marks: dict[str, dict[str, _Mark]] = {}
    for student, name, grade in rows:
        by_hand = grade.manual_score is not None
        points = grade.manual_score if by_hand else grade.auto_score
        waiting = bool(grade.needs_manual_grade)
        marks.setdefault(student, {})[name] = _Mark(points, by_hand, waiting, grade.max_score)
    return marks


def _report(
    master: Master, marks: dict[str, dict[str, _Mark]], folder: Path, variants: Variants, lang: str
) -> ClassReport:
    graded = [cell for cell in master.cells if cell.machine_graded or cell.person_graded]
    tasks = [_empty(cell, variants, lang) for cell in graded if cell.points]
    seen: dict[str, Counter[str]] = {task.grade_id: Counter() for task in tasks}
    texts: dict[tuple[str, str], Counter[str]] = {}
    unread = 0
    for student, given in marks.items():
        path = folder / student / master.assignment / f"{master.assignment}.ipynb"
        results = results_in(path, master)
        if results is None:
            unread += 1
            continue
        for task in tasks:
            mark = given.get(task.grade_id)
            if mark is None:
                continue
            result = results.get(task.grade_id)
            task.counts[_state(mark, result, task.grade_id in results)] += 1
            if result is not None:
                _count(task, result, seen[task.grade_id], texts, lang)
    for task in tasks:
        task.mistakes = [
            Mistake(name, count, texts[task.grade_id, name].most_common(1)[0][0])
            for name, count in sorted(
                seen[task.grade_id].items(), key=lambda item: (-item[1], item[0])
            )[:COMMONEST]
        ]
    return ClassReport(master.assignment, lang, len(marks), unread, tasks)


def _empty(cell: MasterCell, variants: Variants, lang: str) -> TaskReport:
    found: Task | None = None
    task_id = task_of(cell.source) if cell.machine_graded else None
    try:
        found = variants.find(task_id) if task_id else None
    except UnknownTask:
        task_id = None
    title, url = cell.grade_id, None
    if cell.person_graded:
        title = sentence("report/written", lang, task=cell.grade_id)
    if found is not None:
        title = sentence(f"{found.id}/title", lang)
        url = section_url(lang, found.assignment, found.anchor) if found.section else None
    points = cell.points or 0.0
    return TaskReport(cell.grade_id, title, points, cell.person_graded, task_id, url)


def _state(mark: _Mark, result: Json, blank: bool) -> str:
    """How a task went: a person's mark decides, then the check's result, then the points."""
    if mark.by_hand or mark.waiting or result is None:
        return "blank" if blank and mark.state == "wrong" and not mark.by_hand else mark.state
    status = str(result["status"])
    return {"not-attempted": "blank", "not-run": "blank"}.get(status, status)


def _count(
    task: TaskReport,
    result: Json,
    seen: Counter[str],
    texts: dict[tuple[str, str], Counter[str]],
    lang: str,
) -> None:
    """Each known mistake of a submission, once, with its sentence."""
    found = {
        part["misconception"]: part["message"]
        for part in result["parts"]
        if part["misconception"] is not None and part["message"] is not None
    }
    seen.update(found.keys())
    for name, message in found.items():
        texts.setdefault((task.grade_id, name), Counter())[_said(message, lang)] += 1
    if not found and result["status"] in ("wrong", "partial"):
        task.other += 1


def _said(message: Json, lang: str) -> str:
    """A message in the report's language; as the learner read it where its id is not known."""
    try:
        return sentence(message["id"], lang, **message["params"])
    except (KeyError, FileNotFoundError, TypeError, IndexError, ValueError):
        return str(message["text"])


__all__ = ["STATES", "ClassReport", "Mistake", "TaskReport", "class_report"]

"""The class's marks as plain data, with late penalties as the settings have them now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.preprocessors import AssignLatePenalties
from traitlets.config import Config

from ...problems import CourseProblem
from ..late.policy import penalty_for
from ..roster import Roster, Student


@dataclass(frozen=True)
class TaskScore:
    """One task's points; waiting: a person has still to give them."""

    task: str
    points: float
    max_points: float
    waiting: bool


@dataclass(frozen=True)
class Score:
    """One student's marks of one assignment.

    submitted: None where nothing was handed in, or no time is known. late: seconds after the
    student's deadline. raw: points before the penalty. waiting: points that a person has
    still to give.
    """

    assignment: str
    student: Student
    max_points: float
    there: bool = False
    submitted: datetime | None = None
    late: float = 0.0
    raw: float = 0.0
    penalty: float = 0.0
    waiting: float = 0.0
    tasks: tuple[TaskScore, ...] = field(default=())

    @property
    def points(self) -> float:
        return round(max(self.raw - self.penalty, 0.0), 2)


def assignments_of(gradebook: Gradebook, wanted: Collection[str]) -> list[str]:
    """The gradebook's assignments, or those wanted. Raises `CourseProblem` for an unknown one."""
    known = sorted(assignment.name for assignment in gradebook.assignments)
    unknown = [name for name in wanted if name not in known]
    if unknown:
        has = ", ".join(known) or "none"
        raise CourseProblem(f"the gradebook has no assignment {unknown[0]!r}; it has {has}.")
    return [name for name in known if not wanted or name in wanted]


def class_list(
    gradebook: Gradebook, roster: Roster | None, wanted: Collection[str] = ()
) -> tuple[list[Student], list[str]]:
    """The class, in the roster's order, and the ids of those whom the gradebook has besides.

    Without a roster the class is whom the gradebook has, sorted by id. wanted: these alone,
    whether they are in the roster or not. Raises `CourseProblem` for somebody unknown.
    """
    known = {} if roster is None else roster.by_id()
    others: dict[str, Student] = {}
    for student in sorted(gradebook.students, key=lambda student: str(student.id)):
        if student.id not in known:
            names = " ".join(filter(None, (student.first_name, student.last_name)))
            others[student.id] = Student(
                student.id, student.lms_user_id or "", names, email=student.email or ""
            )
    everybody = known | others
    unknown = sorted(set(wanted) - set(everybody))
    if unknown:
        raise CourseProblem(f"neither the roster nor the gradebook has the student {unknown[0]!r}.")
    if wanted:
        return [everybody[name] for name in everybody if name in wanted], []
    if roster is None:
        return list(others.values()), []
    return list(known.values()), list(others)


def scores(
    gradebook: Gradebook, assignment: str, students: Collection[Student], config: Config
) -> Iterator[Score]:
    """One student's marks after another, in the order of `students`."""
    step = AssignLatePenalties(config=config)
    step.init_plugin()
    try:
        stored = gradebook.find_assignment(assignment)
    except MissingEntry as error:
        raise CourseProblem(f"the gradebook has no assignment {assignment!r}.") from error
    most = float(stored.max_score)
    handed = {item.student_id: item for item in stored.submissions}
    for student in students:
        submission = handed.get(student.id)
        if submission is None:
            yield Score(assignment, student, most)
        else:
            yield _score(assignment, student, most, submission, step.plugin_inst)


def in_order(score: Score, tasks: Sequence[str]) -> Score:
    """With its tasks in this order; any others follow."""
    place = {name: at for at, name in enumerate(tasks)}
    ordered = sorted(score.tasks, key=lambda task: place.get(task.task, len(place)))
    return replace(score, tasks=tuple(ordered))


def _score(assignment: str, student: Student, most: float, submission: Any, plugin: Any) -> Score:
    late = float(submission.total_seconds_late)
    due, submitted = submission.duedate, submission.timestamp
    tasks: list[TaskScore] = []
    penalty = 0.0
    for notebook in submission.notebooks:
        own = [
            TaskScore(
                grade.name,
                float(grade.score or 0.0),
                float(grade.max_score),
                bool(grade.needs_manual_grade),
            )
            for grade in notebook.grades
        ]
        tasks += own
        points = sum(task.points for task in own)
        penalty += penalty_for(plugin, student.id, points, late, due, submitted) or 0.0
    return Score(
        assignment,
        student,
        most,
        True,
        None if submitted is None else submitted.replace(tzinfo=UTC),
        late,
        sum(task.points for task in tasks),
        penalty,
        sum(task.max_points for task in tasks if task.waiting),
        tuple(tasks),
    )

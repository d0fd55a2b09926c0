"""The formats of marks: what each writes in its rows, for Canvas, Moodle or a spreadsheet.

A cell that a spreadsheet would take for a formula gets a quote in front.

Settings in `nbgrader_config.py`, for example::

    c.CanvasExport.columns = {"02-logits-softmax": "Exercise 2 (98765)"}
    c.MarksExport.bom = True            # Excel then knows that the file is UTF-8
    c.ExportApp.plugin_class = "lmhead.grading.export.CanvasExport"
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import tzinfo
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.plugins import ExportPlugin
from traitlets import Bool, Dict, Unicode

from ...problems import CourseProblem
from ..csv_tables import Cell, is_there, write_table
from ..late.timestamps import written, zone_of
from ..late.unknown_times import LateMarks, sentence
from ..roster import FILE as ROSTER
from ..roster import Roster, Student
from ..student_ids import unusable
from . import worksheet
from .canvas import EXCUSED, CanvasGradebook, Column
from .marks import Score, assignments_of, class_list, in_order, scores

Row = list[Cell]
_CANVAS = (
    "Put a gradebook exported from Canvas into the course folder as {roster}, or a table with "
    "the columns id, lms_id (Canvas's ID) and name."
)
_MOODLE = (
    "Name Moodle's own grading worksheet with --worksheet, put it into the course folder as "
    "{roster}, or add the column identifier to that file."
)


class MarksExport(ExportPlugin):  # type: ignore[misc]
    """What all of them have in common; `rows` is what differs.

    nbgrader's own options count: `to`, the file; `student` and `assignment`, whom and what.
    waiting: after `export`, how many submissions have answers that a person has to read;
    notes: what else is to be said of it. incomplete: whether marks are left out for want of a
    line that they belong in.
    """

    course = Unicode(".", help="The course's folder.").tag(config=True)
    roster = Unicode(ROSTER, help="Names and numbers of the class, in the course folder.").tag(
        config=True
    )
    bom = Bool(False, help="Begin with the mark by which Excel knows UTF-8.").tag(config=True)
    force = Bool(False, help="Write over a file that is there.").tag(config=True)

    waiting = 0
    incomplete = False

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.notes: list[str] = []

    def export(self, gradebook: Gradebook) -> None:
        """Write the marks to the file `to`. Raises `CourseProblem`; then no file has changed.

        Under ``nbgrader export`` the program ends with its sentence.
        """
        try:
            self._export(gradebook)
        except CourseProblem as problem:
            if self.parent is None:
                raise
            self.parent.fail(str(problem))

    def _export(self, gradebook: Gradebook) -> None:
        file = Path(self.course) / self.roster
        roster = Roster.read(file) if is_there(file) else None
        names = assignments_of(gradebook, [str(name) for name in self.assignment])
        students, others = class_list(gradebook, roster, [str(name) for name in self.student])
        found = {name: list(scores(gradebook, name, students, self.config)) for name in names}
        found = self.worth_writing(found)
        self.waiting = sum(bool(score.waiting) for each in found.values() for score in each)
        submitted = self._folder("submitted")
        self.notes = list(
            dict.fromkeys(note for name in names for note in unusable(submitted, name))
        )
        if others:
            who = ", ".join(others)
            self.notes.append(
                f"in the gradebook and not in {self.roster}, so left out: {who}. "
                f"Whoever belongs to the class gets a line in {self.roster}."
            )
        marks = LateMarks(Path(self.course))
        for name in found:
            unknown = marks.without_time(name, submitted)
            if unknown:
                self.incomplete = True
                self.notes.append(sentence(name, unknown))
        for name, each in found.items():
            found[name] = [in_order(score, self._tasks(name)) for score in each]
        rows = list(self.rows(found, students))
        for note in self.notes:
            self.log.warning(note)
        write_table(Path(self.to or "grades.csv"), rows, bom=self.bom, force=self.force)

    def worth_writing(self, found: dict[str, list[Score]]) -> dict[str, list[Score]]:
        """The assignments that are written; all of them, if a format does not say otherwise."""
        return found

    def _folder(self, name: str) -> Path:
        """One of the course's, by nbgrader's name of it."""
        settings = self.config.CourseDirectory
        return Path(self.course) / str(settings.get(f"{name}_directory", name))

    def _tasks(self, assignment: str) -> list[str]:
        """The ids of an assignment's graded cells, in the notebook's order, where it is there."""
        path = self._folder("source") / assignment / f"{assignment}.ipynb"
        try:
            cells = json.loads(path.read_text("utf-8"))["cells"]
            marks = [cell["metadata"].get("nbgrader", {}) for cell in cells]
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            return []
        return [str(each["grade_id"]) for each in marks if each.get("grade") or each.get("task")]

    def _note_without(self, what: str, students: list[Student], how: str) -> None:
        """Note who lacks what the LMS knows a student by, and how to give it."""
        if students:
            names = ", ".join(student.name or student.id for student in students)
            how = how.format(roster=self.roster)
            self.notes.append(f"without {what}, which {self.roster} does not give: {names}. {how}")

    @property
    def zone(self) -> tzinfo:
        """The course's time zone. Raises `CourseProblem`."""
        return zone_of(self.config)

    def rows(self, found: dict[str, list[Score]], students: list[Student]) -> Iterator[Row]:
        """The table. found: assignment -> the students' scores, in their order."""
        raise NotImplementedError


class PlainExport(MarksExport):
    """A line a student and assignment."""

    def rows(self, found: dict[str, list[Score]], students: list[Student]) -> Iterator[Row]:
        yield [
            *("assignment", "student", "name", "section", "submitted", "seconds_late"),
            *("points_before_penalty", "late_penalty", "points", "max_points", "waiting"),
        ]
        for name, each in found.items():
            for score in each:
                who: Row = [name, score.student.id, score.student.name, score.student.section]
                if not score.there:
                    yield [*who, "", "", "", "", "", score.max_points, ""]
                    continue
                when = "" if score.submitted is None else written(score.submitted, self.zone)
                yield [
                    *(*who, when, round(score.late)),
                    *(round(score.raw, 2), round(score.penalty, 2), score.points),
                    *(score.max_points, score.waiting),
                ]


class CanvasExport(MarksExport):
    """Canvas's gradebook, as its import takes it: a column an assignment.

    With a gradebook exported from Canvas as the roster, marks go into its own columns, found
    by their titles, and who is excused there stays so. Without `new_columns`, a mark that has
    no column of Canvas's is refused: Canvas would make a new assignment of it.
    """

    columns = Dict(
        value_trait=Unicode(),
        key_trait=Unicode(),
        help="What Canvas calls an assignment: its name and, in parentheses, its number. One "
        "that is not here is looked for in the roster by its title.",
    ).tag(config=True)
    new_columns = Bool(
        False, help="Write an assignment that Canvas does not have; it makes a new one."
    ).tag(config=True)

    def worth_writing(self, found: dict[str, list[Score]]) -> dict[str, list[Score]]:
        """Those that somebody has handed in, or that were asked for: Canvas would make a new
        assignment of any other."""
        asked = {str(name) for name in self.assignment}
        return {
            name: each
            for name, each in found.items()
            if name in asked or any(score.there for score in each)
        }

    def rows(self, found: dict[str, list[Score]], students: list[Student]) -> Iterator[Row]:
        file = Path(self.course) / self.roster
        theirs = CanvasGradebook.read(file) if is_there(file) else CanvasGradebook()
        places = {name: self._column(theirs, name) for name in found}
        yield [
            *("Student", "ID", "SIS User ID", "SIS Login ID", "Section"),
            *(head for head, _ in places.values()),
        ]
        self._note_without("Canvas's ID", [each for each in students if not each.lms_id], _CANVAS)
        most = [each[0].max_points if each else 0.0 for each in found.values()]
        yield ["    Points Possible", "", "", "", "", *most]
        for (head, place), points in zip(places.values(), most, strict=True):
            possible = "" if place is None else theirs.points_possible(place)
            if possible and possible.replace(",", ".").rstrip("0").rstrip(".") != f"{points:g}":
                self.notes.append(
                    f"Canvas gives {possible} points for {head}, the exercise has {points:g}: "
                    "set the points of the assignment in Canvas to these before the import."
                )
        for at, student in enumerate(students):
            marks: Row = []
            for (_, place), each in zip(places.values(), found.values(), strict=True):
                excused = place is not None and theirs.is_excused(place, student.lms_id)
                score = each[at]
                marks.append(EXCUSED if excused else score.points if score.there else "")
            yield [
                student.name or student.id,
                _number(student.lms_id),
                student.sis_id,
                student.login or student.id,
                student.section,
                *marks,
            ]

    def _column(self, theirs: CanvasGradebook, assignment: str) -> tuple[str, Column | None]:
        """The head of an assignment's column, and where the roster has it."""
        own = self.columns.get(assignment)
        if own:
            return str(own), theirs.column(str(own))
        place = theirs.column_of(assignment, self._titles(assignment))
        if place is not None:
            return place.head, place
        if self.new_columns:
            return assignment, None
        if theirs.columns:
            heads = "; ".join(each.head for each in theirs.columns[:12])
            raise CourseProblem(
                f"{self.roster} has no column that is {assignment}, and Canvas would make a new "
                f"assignment of it. Its columns are: {heads}. Say which it is: --column "
                f"'{assignment}={theirs.columns[0].head}', or --new-column for a new one."
            )
        self.notes.append(
            f"{self.roster} has no columns of Canvas's assignments, so Canvas will make a new "
            f"assignment called {assignment}. A gradebook exported from Canvas as {self.roster}, "
            f"or --column '{assignment}=TITLE (NUMBER)', puts the marks into the one it has."
        )
        return assignment, None

    def _titles(self, assignment: str) -> list[str]:
        """What an assignment may be called: its notebook's title in either edition, whole
        (*Exercise 3 · Four words, by hand*) and in its two parts."""
        found: list[str] = []
        source = self._folder("source")
        for folder in (source, source.parent / "zh" / source.name):
            title = _title_in(folder / assignment / f"{assignment}.ipynb")
            found += [title, *(part.strip() for part in title.split("·"))] if title else []
        return [name for name in found if name]


class MoodleExport(MarksExport):
    """Moodle's grading worksheet, of one assignment.

    With `worksheet`, one that Moodle gave, it is that file with the column of grades filled
    in, which is what Moodle's upload wants; without, a table of the same columns.
    """

    worksheet = Unicode("", help="A worksheet downloaded from Moodle, to fill in.").tag(config=True)

    def rows(self, found: dict[str, list[Score]], students: list[Student]) -> Iterator[Row]:
        if len(found) != 1:
            count = len(found)
            raise CourseProblem(
                f"Moodle's worksheet is of one assignment, not of {count}: name it."
            )
        (each,) = found.values()
        if self.worksheet:
            rows, unknown, left = worksheet.filled(Path(self.worksheet), each)
            self.notes += [f"in the worksheet and not in the class: {name}" for name in unknown]
            self.notes += [
                f"graded and not written, since no line of the worksheet is theirs: {name}"
                for name in left
            ]
            self.incomplete = bool(left)
            yield from rows
            return
        lacking = [score.student for score in each if not score.student.identifier]
        self._note_without("Moodle's Identifier", lacking, _MOODLE)
        yield ["Identifier", "Full name", "ID number", "Email address", "Grade", "Maximum grade"]
        for score in each:
            who = score.student
            yield [
                *(who.identifier, who.name or who.id, who.sis_id or who.id, who.email),
                *(score.points if score.there else "", score.max_points),
            ]


class TasksExport(MarksExport):
    """Marks by task: a line a student and task, or with `wide` a column a task.

    Tasks are in the notebook's order."""

    wide = Bool(False, help="One line a student, one column a task.").tag(config=True)

    def rows(self, found: dict[str, list[Score]], students: list[Student]) -> Iterator[Row]:
        if self.wide:
            yield from self._wide(found, students)
            return
        yield ["assignment", "student", "task", "points", "max_points", "waiting"]
        for name, each in found.items():
            for score in each:
                for task in score.tasks:
                    points = "" if task.waiting else round(task.points, 2)
                    who: Row = [name, score.student.id, task.task]
                    yield [*who, points, task.max_points, int(task.waiting)]

    def _wide(self, found: dict[str, list[Score]], students: list[Student]) -> Iterator[Row]:
        """Points that a person has still to give are empty."""
        columns = [
            (name, task)
            for name, each in found.items()
            for task in dict.fromkeys(task.task for score in each for task in score.tasks)
        ]
        most = {
            (name, task.task): task.max_points
            for name, each in found.items()
            for score in each
            for task in score.tasks
        }
        yield ["student", "name", *(f"{name}/{task}" for name, task in columns)]
        yield ["", "points possible", *(most[column] for column in columns)]
        for at, student in enumerate(students):
            points = {
                (name, task.task): round(task.points, 2)
                for name, each in found.items()
                for task in each[at].tasks
                if not task.waiting
            }
            yield [student.id, student.name, *(points.get(column, "") for column in columns)]


def _title_in(path: Path) -> str:
    """The heading that a notebook begins with; empty where there is none."""
    try:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        lines = "".join(cells[0]["source"]).splitlines()
    except (OSError, ValueError, LookupError, TypeError):
        return ""
    heading = next((line for line in lines if line.strip()), "")
    return heading.lstrip("# ").strip() if heading.startswith("#") else ""


def _number(text: str) -> Cell:
    """A number of an LMS's as a number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else text

"""The trusted form of an assignment: which cells are graded, by what code, for how many points.

It comes from the gradebook, or at home from the released notebook of this package; never from
a submission.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from typing import Any

import nbformat
from nbformat import NotebookNode

from ...course import exercise_path

SCHEMA_VERSION = 3


@dataclass(frozen=True)
class MasterCell:
    """A cell that nbgrader knows. `points` is None where it gives none."""

    grade_id: str
    cell_type: str
    source: str
    grade: bool
    solution: bool
    locked: bool
    task: bool
    points: float | None
    checksum: str

    @property
    def fixed(self) -> bool:
        """Whether its source is the master's (a learner's own answer is not)."""
        return not self.solution and not self.task and (self.grade or self.locked)

    @property
    def machine_graded(self) -> bool:
        return self.grade and not self.solution and self.cell_type == "code"

    @property
    def person_graded(self) -> bool:
        return (
            (self.grade and self.solution) or self.task or (self.grade and self.cell_type != "code")
        )

    def metadata(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "grade_id": self.grade_id,
            "grade": self.grade,
            "solution": self.solution,
            "locked": self.locked,
            "task": self.task,
            "schema_version": SCHEMA_VERSION,
            "checksum": self.checksum,
            "cell_type": self.cell_type,
        }
        if self.points is not None:
            data["points"] = self.points
        return data


@dataclass(frozen=True)
class Master:
    """An assignment's notebook as it was released: its known cells, in order."""

    assignment: str
    cells: tuple[MasterCell, ...]

    def __getitem__(self, grade_id: str) -> MasterCell:
        return next(cell for cell in self.cells if cell.grade_id == grade_id)

    @property
    def version(self) -> str:
        """A short hash of what a learner's work is graded by: the graded cells and the locked ones.

        `release` stamps it into the notebook. It is the same in both languages, for other
        points, and with other hidden tests.
        """
        known = [
            [cell.grade_id, without_hidden(cell.source)]
            for cell in self.cells
            if cell.cell_type == "code" and (cell.fixed or cell.grade)
        ]
        known += [[cell.grade_id] for cell in self.cells if cell.person_graded]
        return hashlib.sha256(json.dumps(known).encode("utf-8", "replace")).hexdigest()[:12]

    @classmethod
    def from_notebook(cls, assignment: str, notebook: NotebookNode) -> Master:
        """From a released notebook."""
        cells = []
        for cell in notebook.cells:
            data = cell.metadata.get("nbgrader")
            if not data:
                continue
            cells.append(
                MasterCell(
                    grade_id=data["grade_id"],
                    cell_type=cell.cell_type,
                    source=cell.source,
                    grade=bool(data.get("grade")),
                    solution=bool(data.get("solution")),
                    locked=bool(data.get("locked")),
                    task=bool(data.get("task")),
                    points=float(data["points"]) if "points" in data else None,
                    checksum=data.get("checksum", ""),
                )
            )
        return cls(assignment, tuple(cells))

    @classmethod
    def from_gradebook(cls, gradebook: Any, assignment: str, notebook: str) -> Master:
        """From what `release` stored; hidden tests included."""
        stored = gradebook.find_notebook(notebook, assignment)
        grades = {cell.name: cell for cell in stored.grade_cells}
        tasks = {cell.name: cell for cell in stored.task_cells}
        solutions = {cell.name for cell in stored.solution_cells}
        cells = []
        for cell in stored.source_cells:
            graded = grades.get(cell.name) or tasks.get(cell.name)
            cells.append(
                MasterCell(
                    grade_id=cell.name,
                    cell_type=cell.cell_type,
                    source=cell.source,
                    grade=cell.name in grades,
                    solution=cell.name in solutions or cell.name in tasks,
                    locked=bool(cell.locked),
                    task=cell.name in tasks,
                    points=None if graded is None else float(graded.max_score),
                    checksum=cell.checksum,
                )
            )
        return cls(assignment, tuple(cells))


@cache
def released_master(assignment: str, lang: str) -> Master:
    """The released notebook that came with this package."""
    notebook: NotebookNode = nbformat.read(exercise_path(assignment, lang), as_version=4)
    return Master.from_notebook(assignment, notebook)


def without_hidden(source: str) -> str:
    """A cell as it is released: nbgrader takes out the lines of hidden tests, marks included."""
    kept, hidden = [], False
    for line in source.split("\n"):
        hidden = hidden or "BEGIN HIDDEN TESTS" in line
        if not hidden:
            kept.append(line)
        hidden = hidden and "END HIDDEN TESTS" not in line
    return "\n".join(kept)

"""Tells the gradebook a master's cells: nbgrader's own step, also once a class has been graded.

nbgrader refuses every change of the cells as soon as there is a submission. Here cells may be
added, and locked ones that give no points removed: the next grading makes the rows that a
submission lacks. What would take marks or comments with it is refused.
"""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode
from nbgrader.api import MissingEntry
from nbgrader.preprocessors import SaveCells as StockSaveCells

from ..problems import CourseProblem

_KINDS = ("grade", "solution", "task", "source")


class SaveCells(StockSaveCells):  # type: ignore[misc]
    """Raises `CourseProblem` where a cell that submissions have marks for is gone."""

    def _create_notebook(self, nb: NotebookNode) -> None:
        try:
            stored = self.gradebook.find_notebook(self.notebook_id, self.assignment_id)
        except MissingEntry:
            stored = None
        if stored is not None and stored.submissions:
            self._adapt(stored)
        super()._create_notebook(nb)

    def _adapt(self, stored: Any) -> None:
        """Make the gradebook's cells those of the master, so that nbgrader sees no change."""
        there = {kind: {cell.name for cell in getattr(stored, f"{kind}_cells")} for kind in _KINDS}
        mine: dict[str, Any] = {kind: getattr(self, f"new_{kind}_cells") for kind in _KINDS}
        gone = {kind: there[kind] - mine[kind].keys() for kind in _KINDS}
        lost = sorted(gone["grade"] | gone["solution"] | gone["task"])
        if lost:
            count = len(stored.submissions)
            raise CourseProblem(
                f"the gradebook has {count} graded {'submission' if count == 1 else 'submissions'} "
                f"of {self.assignment_id}, and its master lacks what they have marks or comments "
                f"for: {', '.join(lost)}. Put it back in the master (cells may be added). Or give "
                "up every mark and comment on this assignment, also those by hand: "
                f"nbgrader db assignment remove {self.assignment_id} --force, then lmhead release "
                "and lmhead grade."
            )
        for name in gone["source"]:
            self.gradebook.db.delete(
                self.gradebook.find_source_cell(name, self.notebook_id, self.assignment_id)
            )
        for kind in _KINDS:
            add = getattr(self.gradebook, f"add_{kind}_cell")
            for name in mine[kind].keys() - there[kind]:
                add(name, self.notebook_id, self.assignment_id, **mine[kind][name])
        self.gradebook.db.commit()
        self.gradebook.db.expire_all()

"""A gradebook that Canvas exported, as the place where its import wants the marks.

Canvas finds an assignment again by its column's head, ``Title (number)``, and makes a new one of
any head that it does not know; EX in a cell excuses a student. (``lib/gradebook_exporter.rb`` and
``gradebook_importer.rb`` of Canvas, public, read in December 2026.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...problems import CourseProblem
from ..csv_tables import read_lines
from ..roster import squashed

EXCUSED = "EX"
#: Not assignments, although Canvas writes them with a number's look: totals of a grading period.
_TOTALS = re.compile(
    r"(current|final|unposted) (score|grade|points|current|final)|override (score|grade|status)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Column:
    """A column of an assignment: its head as it stands there, and the title without the number."""

    at: int
    head: str
    title: str


@dataclass(frozen=True)
class CanvasGradebook:
    """What the import needs of a gradebook that Canvas gave."""

    columns: tuple[Column, ...] = ()
    possible: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    id_at: int = 1

    @classmethod
    def read(cls, path: Path) -> CanvasGradebook:
        """From a CSV file; one that Canvas did not give has no columns of assignments."""
        lines = [cells for _, cells in read_lines(path)]
        head = [" ".join(cell.split()) for cell in lines[0]] if lines else []
        lowered = [cell.lower() for cell in head]
        if "id" not in lowered or "section" not in lowered:
            return cls()
        id_at, first = lowered.index("id"), lowered.index("section") + 1
        columns = []
        for at in range(first, len(head)):
            match = re.fullmatch(r"(.*\S)\s*\(\d+\)", head[at])
            if match is not None and not _TOTALS.match(head[at]):
                columns.append(Column(at, head[at], match[1]))
        rows = [tuple(map(str.strip, cells)) for cells in lines[1:]]
        possible = next((row for row in rows if row and row[0].lower() == "points possible"), ())
        return cls(tuple(columns), possible, tuple(rows), id_at)

    def column(self, head: str) -> Column | None:
        """The column with this head."""
        wanted = " ".join(head.split())
        return next((each for each in self.columns if each.head == wanted), None)

    def column_of(self, assignment: str, titles: Sequence[str]) -> Column | None:
        """The column of one of our assignments, by its id or one of its titles.

        Raises `CourseProblem` where several columns fit.
        """
        for fits in (self._same, self._within):
            found = [each for each in self.columns if fits(each.title, [assignment, *titles])]
            if len(found) > 1:
                heads = "; ".join(each.head for each in found)
                raise CourseProblem(
                    f"{len(found)} columns of the roster may be {assignment}: {heads}. Say which: "
                    f"--column '{assignment}={found[0].head}'."
                )
            if found:
                return found[0]
        return None

    @staticmethod
    def _same(title: str, names: Sequence[str]) -> bool:
        return squashed(title) in {squashed(name) for name in names}

    @staticmethod
    def _within(title: str, names: Sequence[str]) -> bool:
        """Whether the id stands in a title, or one of our titles is all of its end."""
        joined, (assignment, *others) = squashed(title), map(squashed, names)
        return assignment in joined or any(
            len(name) > 5 and joined.endswith(name) for name in others
        )

    def is_excused(self, column: Column, lms_id: str) -> bool:
        """Whether Canvas excuses a student from an assignment."""
        for row in self.rows:
            if lms_id and row[self.id_at : self.id_at + 1] == (lms_id,):
                return row[column.at : column.at + 1] == (EXCUSED,)
        return False

    def points_possible(self, column: Column) -> str:
        """The points that Canvas gives for an assignment, as it writes them."""
        return self.possible[column.at] if column.at < len(self.possible) else ""

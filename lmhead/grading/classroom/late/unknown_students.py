"""Extensions of unknown students: a misspelt id would cost the student meant points."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from ...problems import CourseProblem
from ..csv_tables import is_there
from ..roster import Roster
from ..student_ids import printable
from .policy import LatePolicy

MOST_NAMED = 10


def unknown_students(plugin: Any, roster: Path, submitted: Path, graded: Collection[str]) -> str:
    """A sentence on the students of the file of extensions whom the course does not know; empty
    where it knows all of them.

    plugin: any late plugin; only a `LatePolicy` has such a file. roster: a file that need not
    be there. submitted: the folder that the class hands in to. graded: ids in the gradebook.
    """
    named = plugin.deadlines.extensions if isinstance(plugin, LatePolicy) else None
    if not named:
        return ""
    known = {*graded, *(path.name for path in submitted.glob("*") if path.is_dir())}
    try:
        if is_there(roster):
            known |= set(Roster.read(roster).by_id())
    except CourseProblem as problem:
        return f"{plugin.extensions_file} was not compared with the roster: {problem}"
    unknown = list(dict.fromkeys(student for student, _ in named if student not in known))
    if not unknown:
        return ""
    names = ", ".join(map(printable, unknown[:MOST_NAMED]))
    if len(unknown) > MOST_NAMED:
        names += f" and {len(unknown) - MOST_NAMED} more"
    return (
        f"{plugin.extensions_file} has lines for students who are not known here: {names}. "
        f"Neither {roster.name} nor the gradebook nor {submitted.name}/ has these ids."
    )

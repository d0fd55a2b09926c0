"""Lays out a course folder with a demonstration class in it."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...course import ASSIGNMENTS, solution_path
from ...tasks.bank import has_answers
from .students import DUE, Submission, make_class

EXPECTED = "expected.json"
MOST = 10_000  # students: some gigabytes
CONFIG = '''"""nbgrader's configuration of a demonstration class."""

from pathlib import Path

from lmhead.grading.settings import configure

c = get_config()  # noqa: F821  (nbgrader provides it)
configure(c, Path(__file__).resolve().parent)
# An endless loop of a demonstration is not worth waiting for.
c.SandboxExecute.cell_cpu = 5.0
'''


class DemoProblem(Exception):
    """A folder or a request that no class can be made for. The text is a sentence."""


def lay_out_class(
    course: Path,
    count: int,
    assignments: Sequence[str],
    *,
    seed: int = 0,
    languages: Sequence[str] = ("en", "zh"),
) -> Counter[str]:
    """Write the submissions of `count` students below `course`, and `expected.json`.

    A folder that is no course yet becomes one, with the masters that came with the package.
    One that is keeps its configuration. Returns how many there are of each kind.
    Raises `DemoProblem` where the folder holds a class's work already, or other masters than
    the package's (the marks would not be known), and OSError where it cannot be written.
    """
    if count < 1:
        raise DemoProblem(f"a class of {count} is none: give 1 or more")
    if count > MOST:
        raise DemoProblem(f"a class of {count} is too large: give {MOST:,} or fewer")
    unknown = [name for name in assignments if name not in ASSIGNMENTS]
    if unknown:
        raise DemoProblem(
            f"the course has no assignment {unknown[0]!r}; it has {', '.join(ASSIGNMENTS)}"
        )
    if not has_answers():
        raise DemoProblem(
            "this installation of lmhead has no bank of answers to make a class of: "
            "use a copy of the repository"
        )
    _refuse_what_is_used(course)
    for assignment in assignments:
        _lay_master(course, assignment)
    config = course / "nbgrader_config.py"
    if not config.exists():
        config.write_text(CONFIG, "utf-8")
    kinds: Counter[str] = Counter()
    expected: dict[str, Any] = {}
    for assignment in assignments:
        students: dict[str, Any] = {}
        expected[assignment] = {"due": DUE.isoformat(), "students": students}
        for each in make_class(count, assignment, seed=seed, languages=languages):
            _write(course / "submitted" / each.student / assignment, each)
            students[each.student] = each.expected()
            kinds[each.kind] += 1
    data = {"schema": 1, "seed": seed, "assignments": expected}
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    (course / EXPECTED).write_text(text, "utf-8")
    return kinds


def _refuse_what_is_used(course: Path) -> None:
    for name in ("submitted", "gradebook.db", "autograded", "feedback", EXPECTED):
        path = course / name
        if path.is_dir() and not any(path.iterdir()):
            continue
        if os.path.lexists(path):
            raise DemoProblem(
                f"{course} holds the work of a class already ({name}), and nothing there is "
                "overwritten: name another folder with --course"
            )
    if course.exists() and not course.is_dir():
        raise DemoProblem(f"{course} is a file: name a folder with --course")


def _lay_master(course: Path, assignment: str) -> None:
    ours = solution_path(assignment)
    theirs = course / "solutions" / assignment / f"{assignment}.ipynb"
    if not theirs.exists():
        theirs.parent.mkdir(parents=True, exist_ok=True)
        theirs.write_bytes(ours.read_bytes())
    elif theirs.read_bytes() != ours.read_bytes():
        raise DemoProblem(
            f"{theirs} is not the master that came with this package, so the marks of a "
            "demonstration would not be known: name another folder with --course"
        )


def _write(folder: Path, submission: Submission) -> None:
    folder.mkdir(parents=True)
    for name, data in submission.files.items():
        (folder / name).write_bytes(data)
    for name, target in submission.links.items():
        (folder / name).symlink_to(target)

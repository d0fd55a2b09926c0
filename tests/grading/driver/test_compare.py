"""After an upgrade nobody is marked again by itself; what would differ can be seen first."""

import re
from pathlib import Path
from typing import Any

import pytest
from nbgrader.api import Gradebook
from typer.testing import CliRunner

from lmhead.commands import app
from lmhead.grading.driver import class_run, marking
from lmhead.grading.driver.class_grader import ClassGrader
from lmhead.grading.driver.workers import Workers
from lmhead.grading.problems import CourseProblem
from lmhead.grading.sandbox.limits import ProcessLimits

from ..conftest import Kept
from .test_driver import CLASS, POINTS, course, handed_in, in_gradebook, notebook, page, run, shared

__all__ = ["course", "handed_in", "run", "shared"]

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]


@pytest.fixture
def upgraded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version of the package."""
    for module in (class_run, marking):
        monkeypatch.setattr(module, "package_hash", lambda: "f" * 64)


def grader(course: Path, shared: Kept) -> ClassGrader:
    def make_workers(sandbox: str, limits: ProcessLimits) -> Workers:
        return shared

    return ClassGrader(course, "mini", make_workers=make_workers)


def change(course: Path, student: str, cell: str, points: float) -> None:
    """The mark that an earlier version's check gave."""
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        gradebook.find_grade(cell, "mini", "mini", student).auto_score = points
        gradebook.db.commit()


def everything(course: Path) -> dict[str, bytes]:
    return {
        path.relative_to(course).as_posix(): path.read_bytes()
        for folder in ("autograded", "feedback")
        for path in (course / folder).rglob("*")
        if path.is_file()
    }


def test_an_upgrade_marks_nobody_again(
    course: Path, shared: Kept, run: Any, request: pytest.FixtureRequest
) -> None:
    lines, ran = run()
    assert len(ran) == len(CLASS)
    request.getfixturevalue("upgraded")
    shared.submitted.clear()
    again = grader(course, shared)
    kept = {line.student: line for line in again.grade()}
    assert {name: line.points for name, line in kept.items()} == POINTS
    assert all(line.unchanged for line in kept.values())
    assert again.by_another_version() == sorted(CLASS)
    forced = grader(course, shared)
    forced.force = True
    assert {line.student: line.points for line in forced.grade()} == POINTS
    last = grader(course, shared)
    assert [line.unchanged for line in last.grade()] == [True] * len(CLASS)
    assert last.by_another_version() == []
    assert lines["ann"].points == POINTS["ann"]


@pytest.mark.usefixtures("upgraded")
def test_what_would_differ_is_listed_and_nothing_is_changed(
    course: Path, shared: Kept, run: Any
) -> None:
    run("ann", "ben", "cai")
    change(course, "ben", "double", 2.0)
    change(course, "cai", "name", 3.0)
    marks, files = in_gradebook(course), everything(course)
    lines = {line.student: line for line in grader(course, shared).compare()}
    found = {name: line.differences for name, line in lines.items() if line.differences}
    assert found == {"ben": {"double": (2.0, 0.0)}, "cai": {"name": (3.0, 0.0)}}
    assert {name for name, line in lines.items() if line.unchanged} == {"ann", "ben", "cai"}
    assert in_gradebook(course) == marks
    assert everything(course) == files
    assert notebook(course, "dee").exists() is page(course, "dee").exists() is False


def test_a_submission_that_cannot_be_read_any_more_would_lose_its_points(
    course: Path, shared: Kept, run: Any
) -> None:
    run("ann")
    (course / "submitted" / "ann" / "mini" / "mini.ipynb").write_text("{", "utf-8")
    (line,) = grader(course, shared).compare(["ann"])
    assert line.differences == {"double": (2.0, 0.0), "name": (3.0, 0.0)}


def test_there_is_nothing_to_compare_before_a_grading(course: Path, shared: Kept) -> None:
    (course / "gradebook.db").unlink(missing_ok=True)
    with pytest.raises(CourseProblem, match="nothing of mini has been graded yet"):
        grader(course, shared).compare()


def test_the_command_prints_a_table_and_a_status(course: Path, run: Any) -> None:
    run("ann", "ben")
    words = ["grade", "mini", "--compare", "--course", str(course), "--student", "ben"]
    words += ["--sandbox", "none"]
    same = CliRunner().invoke(app, words)
    assert same.exit_code == 0, same.output
    assert "0 of 1 graded submissions would get other marks. Nothing was changed." in same.output
    change(course, "ben", "double", 1.5)
    other = CliRunner().invoke(app, words)
    assert other.exit_code == 1
    assert re.search(r"ben\s+double\s+1\.5\s+0\b", other.output)
    assert "1 of 1 graded submissions would get other marks" in other.output

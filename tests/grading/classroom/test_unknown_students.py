"""Extensions of students whom nobody knows: said once, after the class is graded."""

from pathlib import Path

import pytest
from traitlets.config import Config
from typer.testing import CliRunner

from lmhead.commands import app
from lmhead.grading.classroom.late.policy import LatePolicy
from lmhead.grading.classroom.late.unknown_students import unknown_students
from lmhead.grading.classroom.release import release

from ..conftest import RIGHT
from ..course import hand_in, make_course

HEAD = "student,assignment,until\n"


def said(course: Path, graded: list[str]) -> str:
    plugin = LatePolicy(config=Config(LatePolicy={"course": str(course)}))
    return unknown_students(plugin, course / "roster.csv", course / "submitted", graded)


def test_who_is_in_the_roster_the_gradebook_or_the_submissions_is_known(tmp_path: Path) -> None:
    assert said(tmp_path, []) == ""
    people = ["ann", "bo", "李雷", "zoe"]
    lines = [f"{name},*,2026-12-01\n" for name in people]
    (tmp_path / "extensions.csv").write_text(HEAD + "".join(lines), "utf-8")
    (tmp_path / "submitted" / "ann" / "maxi").mkdir(parents=True)
    (tmp_path / "roster.csv").write_text("id,name\nbo,Bo\n", "utf-8")
    assert ": zoe. Neither roster.csv nor" in said(tmp_path, ["李雷"])
    assert said(tmp_path, ["李雷", "zoe"]) == ""
    (tmp_path / "roster.csv").write_text("id,name\n,\n<>,Bo\n", "utf-8")
    assert "was not compared with the roster: " in said(tmp_path, people)


def test_long_lists_are_cut_and_names_are_printable(tmp_path: Path) -> None:
    lines = [f"s{number}\x1b[31m,*,2026-12-01\n" for number in range(12)]
    (tmp_path / "extensions.csv").write_text(HEAD + "".join(lines), "utf-8")
    assert "\x1b" not in said(tmp_path, [])
    assert "and 2 more." in said(tmp_path, [])


@pytest.mark.slow
def test_grade_says_so_once(tmp_path: Path) -> None:
    course = make_course(tmp_path)
    release(course, "mini")
    for name in ("ann", "bo"):
        hand_in(course, name, RIGHT)
    (course / "extensions.csv").write_text(HEAD + "ann,mini,2026-12-01\nbob,*,2026-12-01\n")
    arguments = ["grade", "mini", "--course", str(course), "--sandbox", "none", "--jobs", "1"]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    assert done.output.count("students who are not known here: bob.") == 1

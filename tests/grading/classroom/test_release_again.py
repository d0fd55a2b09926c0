"""A release over an earlier one: after grading, and where it fails."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import nbformat
import pytest
import sqlalchemy
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.dbutil import _temp_alembic_ini
from typer.testing import CliRunner

from lmhead.commands import app
from lmhead.grading.classroom.course_lock import course_lock
from lmhead.grading.classroom.release import release
from lmhead.grading.driver.class_grader import ClassGrader
from lmhead.grading.driver.jobs import Job
from lmhead.grading.driver.one_submission import grade_submission
from lmhead.grading.notebook.master import Master
from lmhead.grading.pages.class_report import class_report
from lmhead.grading.pages.summary import SummaryLine, in_words
from lmhead.grading.problems import CourseProblem
from lmhead.grading.sandbox.levels import Sandbox

from ..conftest import MINI, QUICK, RIGHT, cell, submission
from ..course import hand_in, make_course


def change_master(course: Path, change: Callable[[NotebookNode], None]) -> None:
    path = course / "solutions" / "mini" / "mini.ipynb"
    node = nbformat.read(path, as_version=4)
    change(node)
    nbformat.write(node, path)


def drop(grade_id: str) -> Callable[[NotebookNode], None]:
    def change(node: NotebookNode) -> None:
        node.cells = [each for each in node.cells if each.id != grade_id]

    return change


def add(node: NotebookNode) -> None:
    node.cells.insert(1, cell("locked", "MORE = 1", "more"))
    node.cells += [
        cell("answer", "triple = 3", "triple-answer"),
        cell("grade", "assert triple == 3", "triple", 5),
    ]


def released(course: Path) -> dict[str, bytes]:
    folder = course / "exercises"
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def grade(course: Path) -> SummaryLine:
    (line,) = ClassGrader(course, "mini", sandbox="none", jobs=1).grade()
    return line


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Released, not graded."""
    folder = make_course(tmp_path / "course")
    release(folder, "mini")
    return folder


@pytest.fixture
def marked(course: Path) -> Path:
    """With one submission, of which a person has marked the written answer."""
    hand_in(course, "ann", RIGHT)
    grade(course)
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        row = gradebook.find_grade("why", "mini", "mini", "ann")
        row.manual_score, row.needs_manual_grade = 3.5, False
        gradebook.db.commit()
    return course


@pytest.mark.slow
def test_tasks_may_be_added_once_a_class_has_marks(marked: Path) -> None:
    change_master(marked, add)
    release(marked, "mini")
    change_master(marked, drop("more"))  # gives no points
    release(marked, "mini")
    with Gradebook(f"sqlite:///{marked}/gradebook.db") as gradebook:
        master = Master.from_gradebook(gradebook, "mini", "mini")
    assert master["triple"].points == 5
    known = {each.grade_id for each in Master.from_notebook("mini", MINI).cells}
    assert {each.grade_id for each in master.cells} == known | {"triple", "triple-answer"}
    assert b"triple-answer" in released(marked)["mini.ipynb"]

    line = grade(marked)  # what was handed in before lacks the new task
    assert not line.unchanged
    assert line.tasks == {"double": 2.0, "name": 3.0, "why": 3.5, "triple": 0.0}
    assert line.max_points == 2 + 3 + 4 + 5
    hand_in(marked, "ann", RIGHT | {"triple": "triple = 3"})
    assert grade(marked).tasks["triple"] == 5


@pytest.mark.slow
@pytest.mark.parametrize("gone", ["double", "name-answer"])
def test_a_task_with_marks_does_not_go_by_itself(marked: Path, gone: str) -> None:
    grade(marked)  # the run that says that a person has changed the points
    before = released(marked), grade(marked)
    change_master(marked, drop(gone))
    change_master(marked, add)
    with pytest.raises(CourseProblem) as caught:
        release(marked, "mini")
    said = str(caught.value)
    assert f"has 1 graded submission of mini, and its master lacks what they have marks or comments for: {gone}." in said  # fmt: skip
    assert "nbgrader db assignment remove mini --force" in said
    assert "\n" not in said
    assert (released(marked), grade(marked)) == before
    assert sorted(os.listdir(marked / ".lmhead")) == ["lock", "secret"]


def test_what_nbgrader_cannot_read_keeps_the_earlier_release(course: Path) -> None:
    before = released(course)
    change_master(course, lambda node: node.cells.append(cell("grade", "1", "double", 1)))
    with pytest.raises(CourseProblem, match=r"could not be released: .*double") as caught:
        release(course, "mini")
    assert "Traceback" not in str(caught.value)
    assert released(course) == before


def test_a_swap_that_fails_keeps_the_earlier_release(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = released(course)
    real = Path.rename

    def once(self: Path, target: Any) -> Path:
        if self.parent.name.startswith("release-") and self.name == "mini":
            raise OSError(errno.EACCES, "Permission denied", str(target))
        return real(self, target)

    monkeypatch.setattr(Path, "rename", once)
    with pytest.raises(CourseProblem, match=r"mini cannot be written: Permission denied"):
        release(course, "mini")
    assert released(course) == before


@pytest.mark.slow
def test_a_release_while_another_command_is_at_work(course: Path) -> None:
    before = released(course)
    change_master(course, add)
    with course_lock(course):
        done = CliRunner().invoke(app, ["release", "mini", "--course", str(course)])
    assert done.exit_code == 2
    assert done.output == (
        f"another run of lmhead is at work on this course (process {os.getpid()}): let it end, "
        "or stop it\n"
    )
    assert released(course) == before
    release(course, "mini")
    assert released(course) != before


@pytest.mark.slow
@pytest.mark.parametrize("command", ["release", "grade"])
def test_a_release_that_was_killed_between_its_moves_is_put_right(
    course: Path, command: str
) -> None:
    before = released(course)
    hand_in(course, "ann", RIGHT)
    code = """
import os, sys
from pathlib import Path
from lmhead.grading.classroom.release import release
real = Path.rename
def kill(self, target):
    if self.parent.name.startswith("release-"):
        os.kill(os.getpid(), 9)
    return real(self, target)
Path.rename = kill
release(Path(sys.argv[1]), "mini")
"""
    done = subprocess.run([sys.executable, "-c", code, str(course)], check=False)
    assert done.returncode == -9
    assert (released(course), len(list((course / ".lmhead").glob("release-*")))) == ({}, 1)
    if command == "release":
        (course / "solutions" / "mini" / "mini.ipynb").write_text("no notebook")
        with pytest.raises(CourseProblem):
            release(course, "mini")
    else:
        assert grade(course).points == 5
    assert released(course) == before
    assert {path.name for path in (course / ".lmhead").iterdir()} <= {"lock", "secret"}


def test_a_course_that_cannot_be_written_is_a_sentence(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: Any, **kwargs: Any) -> NoReturn:
        raise OSError(errno.EROFS, "Read-only file system", str(course / ".lmhead"))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(CourseProblem, match=r"\.lmhead cannot be written: Read-only file system$"):
        release(course, "mini")


def test_a_gradebook_that_cannot_be_used_is_a_sentence(course: Path) -> None:
    before = released(course)
    (course / "gradebook.db").write_text("no database, " * 100)
    with pytest.raises(CourseProblem, match=r"released: the gradebook cannot be written: [^\n]*$"):
        release(course, "mini")
    with pytest.raises(CourseProblem, match=r"^the gradebook cannot be read: [^\n]*$"):
        class_report(course, "mini")
    assert released(course) == before


def test_a_report_without_a_gradebook_makes_none(tmp_path: Path) -> None:
    folder = make_course(tmp_path / "course")
    with pytest.raises(CourseProblem, match="has no gradebook yet"):
        class_report(folder, "mini")
    assert not (folder / "gradebook.db").exists()


@pytest.mark.slow
def test_a_gradebook_is_made_without_programs_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_course(tmp_path / "course")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    release(folder, "mini")
    monkeypatch.undo()
    engine = sqlalchemy.create_engine(f"sqlite:///{folder}/gradebook.db")
    with engine.connect() as connection:
        version = connection.scalar(sqlalchemy.text("SELECT version_num FROM alembic_version"))
    engine.dispose()
    with _temp_alembic_ini("sqlite://") as ini:
        heads = subprocess.check_output(
            [sys.executable, "-m", "alembic", "-c", ini, "heads"], text=True
        )
    assert heads.split()[0] == version


def test_ctrl_c_before_anything_is_graded_says_so(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*args: Any) -> NoReturn:
        raise KeyboardInterrupt

    hand_in(course, "ann", RIGHT)
    arguments = ["grade", "mini", "--course", str(course), "--sandbox", "none"]
    for name, says in [("students", "nothing was begun"), ("grade", "0 of 1 are done and kept")]:
        with monkeypatch.context() as patch:
            patch.setattr(ClassGrader, name, interrupt)
            done = CliRunner().invoke(app, arguments)
        assert (done.exit_code, done.stdout) == (130, "")
        assert done.stderr == f"stopped: {says}; the same command goes on from here.\n"


def line(
    status: Any, points: float = 1, waiting: float = 0, unchanged: bool = False
) -> SummaryLine:
    return SummaryLine("s", status, points, 9, waiting, unchanged=unchanged)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([line("graded")], "1 submission: 1 graded."),
        ([line("broken", 0)], "1 submission: 1 broken."),
        ([line("graded", 0, 4)], "1 submission: 1 graded (1 waits for a person)."),
        (
            [line("graded"), line("graded", 0), line("graded", 0, 4), line("broken", 0, 4)],
            "4 submissions: 3 graded (1 waits for a person, 1 without points), 1 broken.",
        ),
        (
            [line("graded", unchanged=True), line("broken", 0, unchanged=True), line("graded")],
            "3 submissions: 2 graded, 1 broken. 2 of the 3 had not changed.",
        ),
        (
            [line("graded", unchanged=True), line("broken", 0, unchanged=True)],
            "2 submissions: 1 graded, 1 broken. Nothing had changed.",
        ),
    ],
)
def test_the_counts_add_up(lines: list[SummaryLine], says: str) -> None:
    assert in_words(lines) == says


@pytest.mark.slow
def test_a_process_that_ended_is_said_once(plain_sandbox: Sandbox) -> None:
    node = submission(double="import os\nos._exit(3)", name="name = 'logits'")
    text = nbformat.writes(node).encode()
    master = Master.from_notebook("mini", MINI)
    job = Job("mini", "ann", {"mini.ipynb": text}, {}, master, b"s" * 32, QUICK, sandbox="none")
    report = grade_submission(job, plain_sandbox)
    said = [note.text("en") for note in report.notes]
    assert len([each for each in said if "ended its Python process" in each]) == 1
    assert str(report.page["notes"]).count("ended its Python process") == 1

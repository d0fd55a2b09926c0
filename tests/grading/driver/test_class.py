"""The class of eleven: honest, wrong in named ways, hostile; graded by us and by stock nbgrader."""

import os
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from tests import programs
from tests.submissions import Student, submission, the_class

ROOT = Path(__file__).parents[3]
ASSIGNMENT = "03-by-hand"
STUDENTS = the_class(ASSIGNMENT)
pytestmark = [pytest.mark.slow, pytest.mark.sandbox]


def command(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "200",
        "PYTHONUTF8": "1",
    }
    return programs.run(*arguments, cwd=cwd, env=environment)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course folder as an instructor has it, with eleven submissions."""
    folder = tmp_path_factory.mktemp("class")
    shutil.copytree(ROOT / "solutions", folder / "solutions")
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    with open(folder / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write("\nc.SandboxExecute.cell_cpu = 3.0\nc.SandboxExecute.call_cpu = 3.0\n")
    for student in STUDENTS:
        target = folder / "submitted" / student.name / ASSIGNMENT
        target.mkdir(parents=True)
        nbformat.write(
            submission(ASSIGNMENT, student.lang, student.answers), target / f"{ASSIGNMENT}.ipynb"
        )
    return folder


@pytest.fixture(scope="module")
def graded(course: Path) -> subprocess.CompletedProcess[str]:
    done = command("lmhead.cli", "grade", ASSIGNMENT, cwd=course)
    assert done.returncode == 0, done.stderr
    return done


def marks(course: Path) -> dict[str, dict[str, float | None]]:
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        return {
            item.student.id: {
                grade.name: None if grade.needs_manual_grade else grade.auto_score
                for notebook in item.notebooks
                for grade in notebook.grades
            }
            for item in gradebook.assignment_submissions(ASSIGNMENT)
        }


EXPECTED = {student.name: student.expected for student in STUDENTS}


def test_the_class_is_the_one_that_was_asked_for() -> None:
    assert len(STUDENTS) == 11
    assert {student.lang for student in STUDENTS} == {"en", "zh"}


def test_lmhead_grade_gives_the_expected_marks(course: Path, graded: object) -> None:
    assert marks(course) == EXPECTED


def test_everyone_is_in_the_summary_with_a_plain_sentence(
    graded: subprocess.CompletedProcess[str],
) -> None:
    for student in STUDENTS:
        assert student.name in graded.stdout
    assert "Traceback" not in graded.stdout + graded.stderr
    assert "ended its Python process" in graded.stdout
    assert "stopped after 3 seconds of computing" in graded.stdout


class Page(HTMLParser):
    """What a feedback page holds: its language, its tags, its text, its addresses."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.lang: str | None = None
        self.tags: set[str] = set()
        self.requests: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        found = dict(attrs)
        if tag == "html":
            self.lang = found.get("lang")
        if found.get("src") and not str(found["src"]).startswith("data:"):
            self.requests.append(str(found["src"]))
        assert not any(name.startswith("on") for name in found)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("student", STUDENTS, ids=lambda student: student.name)
def test_feedback_is_in_the_submissions_language_and_runs_nothing(
    course: Path, graded: object, student: Student
) -> None:
    page = Page(
        (course / "feedback" / student.name / ASSIGNMENT / f"{ASSIGNMENT}.html").read_text("utf-8")
    )
    assert page.lang == {"en": "en", "zh": "zh-CN"}[student.lang]
    assert "script" not in page.tags
    assert page.requests == []
    assert ("总分" in page.text) == (student.lang == "zh")


def test_stock_nbgrader_under_our_configuration_gives_the_same_marks(
    course: Path, graded: object
) -> None:
    done = command("nbgrader", "autograde", ASSIGNMENT, "--force", cwd=course)
    assert done.returncode == 0, done.stderr[-3000:]
    assert marks(course) == EXPECTED

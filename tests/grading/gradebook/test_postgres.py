"""A class graded into a gradebook on a PostgreSQL server, which the tests start."""

import csv
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from nbgrader.api import Gradebook
from traitlets.config import Config
from typer.testing import CliRunner, Result

from lmhead.commands import app
from lmhead.grading.demo.class_folder import lay_out_class
from lmhead.grading.gradebook import database
from lmhead.grading.gradebook.database_lock import database_lock
from tests.conftest import require
from tests.grading.postgres import Server, server

ASSIGNMENT = "03-by-hand"


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with server(require("postgres")) as started:
        yield started


def make_course(folder: Path, url: str, count: int = 6) -> Path:
    """A course whose gradebook is there, with a demonstration class."""
    lay_out_class(folder, count, [ASSIGNMENT], seed=3)
    with open(folder / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write(f"c.CourseDirectory.db_url = {url!r}\n")
    return folder


def grade(course: Path, *options: object) -> Result:
    arguments = ["grade", ASSIGNMENT, "--course", course, "--jobs", 1, *options]
    return CliRunner().invoke(app, [str(each) for each in arguments])


def counts(course: Path) -> dict[str, Any]:
    file = course / "summary.json"
    done = grade(course, "--json", file)
    assert done.exit_code == 1, done.output  # one of them is broken
    summary: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return dict(summary["counts"])


def marks(url: str) -> dict[str, dict[str, float | None]]:
    with Gradebook(url) as gradebook:
        return {
            item.student.id: {grade.name: grade.auto_score for grade in item.notebooks[0].grades}
            for item in gradebook.assignment_submissions(ASSIGNMENT)
        }


@pytest.mark.postgres
@pytest.mark.sandbox
@pytest.mark.slow
def test_a_class_is_graded_into_it_once_and_what_a_person_gave_stays(
    postgres: Server, tmp_path: Path
) -> None:
    url = postgres.new_database("graded")
    course = make_course(tmp_path / "course", url)
    too_long = course / "submitted" / ("x" * 130) / ASSIGNMENT
    shutil.copytree(course / "submitted" / "demo-001" / ASSIGNMENT, too_long)
    expected = json.loads((course / "expected.json").read_text("utf-8"))
    students = expected["assignments"][ASSIGNMENT]["students"]

    assert counts(course) | {"zero": 0} == {
        "graded": 5,
        "unchanged": 0,
        "broken": 2,
        "zero": 0,
        "needs a person": 4,
    }
    assert marks(url) == {name: each["points"] for name, each in students.items()}
    assert not (course / "gradebook.db").exists()

    with Gradebook(url) as gradebook:  # as nbgrader's formgrader does it
        given = gradebook.find_grade("impossible-why", ASSIGNMENT, ASSIGNMENT, "demo-001")
        given.manual_score, given.needs_manual_grade = 2.5, False
        gradebook.db.commit()
    again = counts(course)
    # The name that is too long is refused anew each time, with the same line: unchanged too.
    assert (again["graded"], again["unchanged"], again["needs a person"]) == (0, 6, 3)

    notebook = course / "submitted" / "demo-001" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    notebook.write_bytes(notebook.read_bytes() + b"\n")
    changed = counts(course)
    assert (changed["graded"], changed["unchanged"]) == (1, 5)
    with Gradebook(url) as gradebook:
        given = gradebook.find_grade("impossible-why", ASSIGNMENT, ASSIGNMENT, "demo-001")
        assert (given.manual_score, given.needs_manual_grade) == (2.5, False)

    out = tmp_path / "grades.csv"
    done = CliRunner().invoke(
        app, ["export", ASSIGNMENT, "--format", "tasks", "--course", str(course), "--out", str(out)]
    )
    assert done.exit_code == 0, done.output
    with open(out, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["student"] for row in rows} == set(students)


@pytest.mark.postgres
@pytest.mark.slow
def test_two_graders_at_once_from_two_machines(postgres: Server, tmp_path: Path) -> None:
    url = postgres.new_database("shared")
    here = make_course(tmp_path / "here", url, 1)
    with database_lock(url):  # as the grader of a course folder elsewhere holds it
        done = grade(here)
        assert done.exit_code == 2
        assert done.output == (
            "another run of lmhead is at work on this gradebook, perhaps on another machine: let "
            "it end, or stop it\n"
        )
        with database_lock(postgres.new_database("other")):
            pass  # another gradebook of the same server is free
    with database_lock(url):
        pass  # and this one is again


@pytest.mark.postgres
@pytest.mark.slow
def test_a_server_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    course = make_course(tmp_path / "x", f"postgresql+psycopg://me@/x?host={tmp_path}", 1)
    done = grade(course)
    assert done.exit_code == 2
    assert "the gradebook cannot be" in done.output
    assert "Traceback" not in done.output


def configured(url: str, course_id: str = "") -> Config:
    config = Config()
    config.CourseDirectory.db_url = url
    if course_id:
        config.CourseDirectory.course_id = course_id
    return config


@pytest.mark.parametrize(
    ("url", "course_id", "settled"),
    [
        ("postgresql+psycopg://me@host/x", "", "lmhead"),
        ("postgresql+psycopg://me@host/x", "mine", "mine"),
        ("sqlite:///gradebook.db", "", ""),
    ],
)
def test_a_server_needs_a_course_by_name(url: str, course_id: str, settled: str) -> None:
    config = configured(url, course_id)
    assert database.prepare_address(config) is None
    assert (config.CourseDirectory.get("course_id") or "") == settled


def not_installed(name: str) -> Callable[[str], object]:
    return lambda asked: None if asked == name else object()


@pytest.mark.parametrize(
    ("url", "lacks", "says"),
    [
        ("postgresql://me:secret@h/x", "psycopg2", "begin it with postgresql+psycopg://"),
        ("postgres://me:secret@h/x", "psycopg2", "begins with postgres://, which"),
        ("postgresql+psycopg://me:secret@h/x", "psycopg", "needs a driver"),
    ],
)
def test_a_driver_that_is_not_there_is_a_sentence_without_the_password(
    monkeypatch: pytest.MonkeyPatch, url: str, lacks: str, says: str
) -> None:
    monkeypatch.setattr(database.importlib.util, "find_spec", not_installed(lacks))
    sentence = database.prepare_address(configured(url))
    assert sentence is not None
    assert says in sentence
    assert "secret" not in sentence

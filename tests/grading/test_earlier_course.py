"""A course folder that an earlier version made goes on with this one.

`earlier_course` was made, released, graded, marked by hand and exported with the code of commit
08000e0, where the modules of the grader had other addresses; `gradebook.sql` is a dump of its
gradebook, and `expected` holds what that version wrote. Its configuration names every class and
every key that one could name.
"""

import csv
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from nbgrader.api import Gradebook
from traitlets.utils.importstring import import_item
from typer.testing import CliRunner

from lmhead.commands import app
from lmhead.grading.classroom.course_config import load_config
from lmhead.grading.driver.preprocessors import LatePenalties, SandboxExecute

EARLIER = Path(__file__).parent / "earlier_course"
NAME = "03-by-hand"
ADDRESSES = sorted(
    {*re.findall(r'"(lmhead\.[\w.]+)"', (EARLIER / "nbgrader_config.py").read_text("utf-8"))}
    | {f"lmhead.grading.export.{kind}Export" for kind in ("Canvas", "Moodle", "Plain", "Tasks")}
    | {"lmhead.grading.late.policy.LatePolicy"}
)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "course"
    shutil.copytree(EARLIER, folder, ignore=shutil.ignore_patterns("expected", "gradebook.sql"))
    with sqlite3.connect(folder / "gradebook.db") as database:
        database.executescript((EARLIER / "gradebook.sql").read_text("utf-8"))
    database.close()
    with open(folder / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write('\nc.SandboxExecute.sandbox = "none"\n')  # these submissions are this project's
    return folder


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return done.output


def exported(course: Path, kind: str) -> list[dict[str, str]]:
    run("export", "--format", kind, "--course", str(course), "--out", str(course / "out.csv"))
    with open(course / "out.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def expected(kind: str) -> list[dict[str, str]]:
    with open(EARLIER / "expected" / f"{kind}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def same(found: list[dict[str, str]], wanted: list[dict[str, str]]) -> None:
    """A later version may add columns; those that there were are as they were."""
    assert len(found) == len(wanted)
    for line, earlier in zip(found, wanted, strict=True):
        assert {name: line[name] for name in earlier} == earlier


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_configuration_can_name_what_it_could_name(address: str) -> None:
    found = import_item(address)
    assert found.__name__ == address.rpartition(".")[2]
    # The class itself, not a copy: traitlets finds its configuration by the class's name.
    assert getattr(import_item(found.__module__), found.__name__) is found


def test_every_key_of_the_configuration_still_counts(course: Path) -> None:
    config = load_config(course)
    execute = SandboxExecute(config=config)
    given = dict(config.SandboxExecute)
    assert len(given) == 15
    counted = asdict(execute.time_limits()) | asdict(execute.process_limits())
    assert {name: counted[name] for name in given if name in counted} == {
        name: value for name, value in given.items() if name not in ("course", "sandbox")
    }
    late = LatePenalties(config=config)
    late.init_plugin()
    assert type(late.plugin_inst).__name__ == "GentlePolicy"
    assert late.plugin_inst.percent_per_day == 10


def test_marks_that_were_given_are_exported_as_they_were(course: Path) -> None:
    for kind in ("csv", "tasks"):
        same(exported(course, kind), expected(kind))
        (course / "out.csv").unlink()


@pytest.mark.slow
def test_the_same_submissions_get_the_same_marks_and_the_same_report(course: Path) -> None:
    summary = course / "summary.json"
    run("grade", NAME, "--course", str(course), "--json", str(summary))
    found = json.loads(summary.read_text("utf-8"))
    wanted = json.loads((EARLIER / "expected" / "summary.json").read_text("utf-8"))
    assert found.keys() == wanted.keys()
    assert found["counts"] == wanted["counts"] | {"graded": 3, "unchanged": 0}
    for line, earlier in zip(found["students"], wanted["students"], strict=True):
        assert {name: line[name] for name in earlier} == earlier | {"unchanged": False}
    for kind in ("csv", "tasks"):  # with the points and the late penalty of marks given by hand
        same(exported(course, kind), expected(kind))
        (course / "out.csv").unlink()
    run("report", NAME, "--course", str(course), "--json", str(course / "report.json"))
    report = json.loads((course / "report.json").read_text("utf-8"))
    before = json.loads((EARLIER / "expected" / "report.json").read_text("utf-8"))
    assert report.keys() >= before.keys()
    assert list(map(numbers, report["tasks"])) == list(map(numbers, before["tasks"]))
    page = course / "feedback" / "demo-002" / NAME / f"{NAME}.html"
    assert "A comment by hand." in page.read_text("utf-8")


def numbers(task: dict[str, Any]) -> Any:
    """What a report says of a task, but for its sentences and addresses, which may improve."""
    mistakes = [(mistake["id"], mistake["count"]) for mistake in task["mistakes"]]
    kept = ("grade_id", "task", "max_points", "by_hand", "counts", "no_known_mistake")
    return {name: task[name] for name in kept}, mistakes


@pytest.mark.slow
def test_nbgraders_own_commands_find_every_step(course: Path) -> None:
    for command in (
        ("autograde", NAME, "--student", "demo-002", "--force"),
        ("generate_feedback", NAME, "--student", "demo-002", "--force"),
        ("export", "--to", "canvas.csv"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *command], cwd=course, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        notebook = gradebook.find_submission_notebook(NAME, NAME, "demo-002")
        assert notebook.score == 16.5
        assert notebook.late_submission_penalty == pytest.approx(3.3)
    assert "A comment by hand." in (
        course / "feedback" / "demo-002" / NAME / f"{NAME}.html"
    ).read_text("utf-8")
    with open(course / "canvas.csv", encoding="utf-8", newline="") as file:
        marks = {line["SIS Login ID"]: line[NAME] for line in csv.DictReader(file)}
    assert marks["demo-002"] == "13.2"

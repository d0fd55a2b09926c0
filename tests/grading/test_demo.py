"""A demonstration class: the same for the same seed, over nobody's work, with the marks it says."""

import json
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbgrader.api import Gradebook
from typer.testing import CliRunner, Result

from lmhead.commands import app
from lmhead.course import ASSIGNMENTS, exercise_path, solution_path
from lmhead.grading.classroom.student_ids import usable
from lmhead.grading.demo import bank, students
from lmhead.grading.demo import class_folder as demo
from lmhead.grading.demo.class_folder import DemoProblem, lay_out_class
from lmhead.grading.demo.faults import BROKEN, MENDED
from lmhead.grading.demo.hostile import FORGERIES, PROGRAMS
from lmhead.grading.demo.students import make_class
from lmhead.grading.notebook.master import Master, released_master
from lmhead.messages import sentence

from .conftest import cell

ASSIGNMENT = "03-by-hand"


def lmhead(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def held(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_same_seed_makes_the_same_class_and_another_one_another() -> None:
    first, again, other = (list(make_class(20, ASSIGNMENT, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert [each.files for each in first] != [each.files for each in other]


@pytest.mark.slow
def test_a_class_has_every_kind_both_languages_and_names_that_are_made_up() -> None:
    students = list(make_class(200, ASSIGNMENT))
    assert {each.kind for each in students[:10]} == {
        *("right", "partly", "blank", "mended", "broken", "hostile")
    }
    abouts = {each.about for each in students}
    assert abouts >= {each.about for each in (*PROGRAMS, *FORGERIES, *MENDED, *BROKEN)}
    assert {each.lang for each in students if each.kind == "right"} == {"en", "zh"}
    assert {each.late > 0 for each in students} == {True, False}
    names = [each.student for each in students]
    assert len(set(names)) == 200
    assert all(name.startswith("demo-") for name in names)
    assert any(not name.isascii() for name in names)
    assert all(usable(name) for name in names)


@pytest.mark.slow
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_graded_cell_has_a_known_mark(assignment: str) -> None:
    master: Master = released_master(assignment, "en")
    graded = {cell.grade_id: cell.points for cell in master.cells if cell.grade}
    for each in make_class(30, assignment):
        assert set(each.points) == set(graded)
        assert all(mark is None or 0 <= mark <= graded[key] for key, mark in each.points.items())


def test_a_folder_with_a_class_in_it_is_left_as_it_is(tmp_path: Path) -> None:
    assert lmhead("demo-class", 3, "--course", tmp_path / "x").exit_code == 0
    before = held(tmp_path)
    assert len([name for name in before if name.startswith("x/submitted/demo-00")]) == 6
    again = lmhead("demo-class", 5, "--course", tmp_path / "x")
    assert again.exit_code == 2
    assert "holds the work of a class already (submitted)" in again.output
    assert held(tmp_path) == before


@pytest.mark.parametrize("name", ["gradebook.db", "autograded/a/b", "feedback/a", "submitted/a"])
def test_work_of_any_kind_keeps_a_class_out(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("work")
    with pytest.raises(DemoProblem, match=name.split("/")[0]):
        lay_out_class(tmp_path, 2, [ASSIGNMENT])
    assert held(tmp_path) == {name: b"work"}


def test_a_course_keeps_its_configuration(tmp_path: Path) -> None:
    (tmp_path / "nbgrader_config.py").write_text("# mine\n")
    (tmp_path / "submitted").mkdir()
    lay_out_class(tmp_path, 2, [ASSIGNMENT])
    assert (tmp_path / "nbgrader_config.py").read_text() == "# mine\n"


def test_another_master_is_refused_since_its_marks_are_not_known(tmp_path: Path) -> None:
    master = tmp_path / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    master.parent.mkdir(parents=True)
    master.write_text("{}")
    with pytest.raises(DemoProblem, match="not the master that came with this package"):
        lay_out_class(tmp_path, 2, [ASSIGNMENT])
    assert held(tmp_path) == {master.relative_to(tmp_path).as_posix(): b"{}"}


def test_without_the_bank_nothing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "has_answers", lambda: False)
    with pytest.raises(DemoProblem, match="has no bank of answers"):
        lay_out_class(tmp_path / "x", 2, [ASSIGNMENT])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("source", ["assert added == 1", 'check("03-by-hand/added", added)'])
def test_a_task_that_an_instructor_added_is_left_blank_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    """The marks of all others are what they are without it."""
    paths = {"solutions": solution_path(ASSIGNMENT), "exercises": exercise_path(ASSIGNMENT)}
    for kind, path in paths.items():
        notebook = nbformat.read(path, as_version=4)
        answer = cell("answer", "raise NotImplementedError()", "added-answer")
        at = next(n for n, each in enumerate(notebook.cells) if each.id == "scale-prompt")
        notebook.cells[at:at] = [answer, cell("grade", source, "added", 2)]
        paths[kind] = tmp_path / f"{kind}.ipynb"
        nbformat.write(notebook, paths[kind])
    before = {each.student: each.points for each in make_class(10, ASSIGNMENT, languages=("en",))}
    for module in (students, bank, demo):
        for kind, name in (("solutions", "solution_path"), ("exercises", "exercise_path")):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, lambda *_, kind=kind: paths[kind])
    students._tasks.cache_clear()
    students._sample.cache_clear()
    try:
        done = lmhead("demo-class", 10, "--course", tmp_path / "x", "--lang", "en")
        assert done.exit_code == 0, done.output
        assert "No answers to added are known: everybody leaves it blank." in done.output
    finally:
        students._tasks.cache_clear()
        students._sample.cache_clear()
    expected = json.loads((tmp_path / "x" / "expected.json").read_text("utf-8"))
    found = expected["assignments"][ASSIGNMENT]["students"]
    assert {name: each["points"] for name, each in found.items()} == {
        name: {**points, "added": 0} for name, points in before.items()
    }
    with open(tmp_path / "x" / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write("c.SandboxExecute.cell_cpu = 2.0\n")
    lmhead("grade", ASSIGNMENT, "--course", tmp_path / "x")
    with Gradebook(f"sqlite:///{tmp_path}/x/gradebook.db") as gradebook:
        marks = {
            item.student.id: {grade.name: grade.auto_score for grade in item.notebooks[0].grades}
            for item in gradebook.assignment_submissions(ASSIGNMENT)
        }
    assert marks == {name: each["points"] for name, each in found.items()}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((0,), "a class of 0 is none: give 1 or more.\n"),
        ((3, "--assignment", "99-x"), "the course has no assignment '99-x'; it has 01-distance"),
        ((3, "--lang", "fr"), "--lang is 'fr'; it can be en, zh or both.\n"),
        ((3, "--course", "/dev/null"), "/dev/null is a file: name a folder with --course.\n"),
    ],
)
def test_a_slip_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[object, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = lmhead("demo-class", *arguments)
    assert (done.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert done.output.startswith(says)


def pattern(message_id: str) -> str:
    """A regular expression of a message's sentence, whatever its parameters."""
    template = sentence(message_id, "en", **dict.fromkeys(WORDS, "\0"))
    return ".*".join(re.escape(part) for part in template.split("\0"))


#: What the sentences that a summary may hold have as parameters.
WORDS = ("cell", "count", "file", "line", "position", "reason", "seconds", "megabytes", "other")


@pytest.mark.slow
@pytest.mark.sandbox
def test_grading_gives_a_class_the_marks_that_it_says(tmp_path: Path) -> None:
    course = tmp_path / "demo"
    made = lmhead("demo-class", 12, "--course", course, "--seed", 3)
    assert made.exit_code == 0, made.output
    with open(course / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write("c.SandboxExecute.cell_cpu = 2.0\n")
    expected = json.loads((course / "expected.json").read_text("utf-8"))
    students: dict[str, Any] = expected["assignments"][ASSIGNMENT]["students"]
    done = lmhead("grade", ASSIGNMENT, "--course", course, "--json", tmp_path / "summary.json")
    assert done.exit_code == 1, done.output  # one is broken
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        marks = {
            item.student.id: {grade.name: grade.auto_score for grade in item.notebooks[0].grades}
            for item in gradebook.assignment_submissions(ASSIGNMENT)
        }
    assert marks == {student: each["points"] for student, each in students.items()}
    lines = {
        line["student"]: line
        for line in json.loads((tmp_path / "summary.json").read_text("utf-8"))["students"]
    }
    assert {student: line["status"] for student, line in lines.items()} == {
        student: each["status"] for student, each in students.items()
    }
    noted = {student: each["note"] for student, each in students.items() if each["note"]}
    assert len(noted) >= 2
    for student, note in noted.items():
        assert re.search(pattern(note), " ".join(lines[student]["notes"])), (note, lines[student])

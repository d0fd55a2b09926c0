"""What a class misunderstood: counted from results that the grader wrote, and from nothing else."""

import json
import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from typer.testing import CliRunner

from lmhead.checks.result import MIME_TYPE
from lmhead.commands import app
from lmhead.grading.classroom.release import release
from lmhead.grading.pages.class_page import as_page, as_text
from lmhead.grading.pages.class_report import ClassReport, TaskReport, class_report
from lmhead.grading.problems import CourseProblem
from tests.checks.conftest import grade, open_here
from tests.submissions import answers

pytestmark = pytest.mark.slow  # grades classes

ROOT = Path(__file__).parents[3]
ASSIGNMENT = "03-by-hand"
#: Names that a report must not hold, and that a page must not take for markup.
NAMES = ("Ann Otter", "贝贝", "Carl <b>", "dora", "Emil", "Fay")


def said(task: str, answer: str, lang: str = "en") -> dict[str, Any]:
    """What the check of a task says to an answer of the bank."""
    (found,) = [item for item in answers(ASSIGNMENT, task) if item.name == answer]
    return grade(f"{ASSIGNMENT}/{task}", open_here(found.source), seed=1, lang=lang).to_json()


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course folder with a released assignment and no students."""
    folder = tmp_path_factory.mktemp("course")
    shutil.copytree(ROOT / "solutions" / ASSIGNMENT, folder / "solutions" / ASSIGNMENT)
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    release(folder, ASSIGNMENT)
    return folder


@pytest.fixture
def course(released: Path, tmp_path: Path) -> Path:
    shutil.copytree(released, tmp_path, dirs_exist_ok=True)
    config = tmp_path / "nbgrader_config.py"
    assert str(released) not in config.read_text("utf-8")
    return tmp_path


def graded(course: Path, student: str, tasks: dict[str, dict[str, Any]], why: str = "") -> Path:
    """A submission as `grade` leaves it: results in the grade cells, marks in the gradebook.

    tasks: grade id -> result. why: the written answer; a person has to read one.
    """
    node: NotebookNode = nbformat.read(
        course / "exercises" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb", as_version=4
    )
    for cell in node.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if name in tasks:
            data = {"text/plain": str(tasks[name]["points"]), MIME_TYPE: tasks[name]}
            cell.outputs = [nbformat.v4.new_output("execute_result", data)]
        if name == "impossible-why" and why:
            cell.source = why
    path = course / "autograded" / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(node, path)
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        gradebook.add_student(student)
        gradebook.add_submission(ASSIGNMENT, student)
        for item in gradebook.find_submission_notebook(ASSIGNMENT, ASSIGNMENT, student).grades:
            item.auto_score = tasks[item.name]["points"] if item.name in tasks else 0.0
            item.needs_manual_grade = item.name == "impossible-why" and bool(why)
        gradebook.db.commit()
    return path


def by_hand(course: Path, student: str, grade_id: str, points: float) -> None:
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        item = gradebook.find_grade(grade_id, ASSIGNMENT, ASSIGNMENT, student)
        item.manual_score, item.needs_manual_grade = points, False
        gradebook.db.commit()


def task(report: ClassReport, grade_id: str) -> TaskReport:
    (found,) = [item for item in report.tasks if item.grade_id == grade_id]
    return found


def edit(path: Path, change: Callable[[NotebookNode], None]) -> None:
    node = nbformat.read(path, as_version=4)
    change(node)
    nbformat.write(node, path)


def the_cell(node: NotebookNode, grade_id: str) -> NotebookNode:
    return next(
        cell for cell in node.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id
    )


# -- what is counted ------------------------------------------------------------------------


def test_each_task_has_its_counts_and_its_commonest_mistakes(course: Path) -> None:
    chain = ["typed", "lost_sign", "lost_sign", "cosine", "nothing", "strings"]
    scale = ["typed", "logit", "rounded_down", "rounded_down", "hundredths", "nothing"]
    for student, first, second in zip(NAMES, chain, scale, strict=True):
        graded(course, student, {"chain": said("chain", first), "scale": said("scale", second)})
    report = class_report(course, ASSIGNMENT)
    assert (report.submissions, report.unread, report.small) == (6, 0, True)
    first, second = task(report, "chain"), task(report, "scale")
    assert first.counts == {"right": 1, "partial": 4, "blank": 1}
    assert [(item.id, item.count) for item in first.mistakes] == [("lost-sign", 2), ("cosine", 1)]
    assert first.other == 1  # numbers in quotes are no known mistake of thought
    assert second.counts == {"right": 1, "wrong": 4, "blank": 1}
    # Of four mistakes the three commonest; those as common are in the order of their ids.
    assert [(item.id, item.count) for item in second.mistakes] == [
        ("rounded-down", 2), ("hundredths", 1), ("logit", 1),
    ]  # fmt: skip
    assert second.section_url == "https://lmhead.example.org/chapters/03-by-hand.html#shares"
    assert [item.grade_id for item in report.tasks] == [
        "chain", "favour-run", "scale", "sgd-step", "impossible", "impossible-why",
    ]  # fmt: skip


def test_a_mistake_is_counted_once_a_submission(course: Path) -> None:
    result = said("chain", "chapter_h")
    for part in result["parts"]:
        part.update(message=result["parts"][0]["message"], misconception="chapter-h")
    graded(course, "Ann Otter", {"chain": result})
    (mistake,) = task(class_report(course, ASSIGNMENT), "chain").mistakes
    assert (mistake.id, mistake.count) == ("chapter-h", 1)


def test_a_mark_given_by_a_person_decides(course: Path) -> None:
    for student in NAMES[:4]:
        why = "" if student == "dora" else "Because."
        graded(course, student, {"scale": said("scale", "logit")}, why)
    by_hand(course, "Ann Otter", "impossible-why", 3)
    by_hand(course, "贝贝", "impossible-why", 1)
    by_hand(course, "Ann Otter", "scale", 3)
    report = class_report(course, ASSIGNMENT)
    assert task(report, "impossible-why").counts == {
        "right": 1, "partial": 1, "waiting": 1, "blank": 1,
    }  # fmt: skip
    assert task(report, "scale").counts == {"right": 1, "wrong": 3}


def test_what_could_not_be_graded_is_said_and_not_counted(course: Path) -> None:
    graded(course, "Ann Otter", {"scale": said("scale", "typed")})
    graded(course, "dora", {}).unlink()
    graded(course, "Emil", {}).write_text("{", "utf-8")
    graded(course, "Fay", {}).write_text('{"cells": ' + "[" * 20_000, "utf-8")
    report = class_report(course, ASSIGNMENT)
    assert (report.submissions, report.unread) == (4, 3)
    assert task(report, "scale").counts == {"right": 1}
    assert "Could not be graded, and not counted below: 3." in as_text(report)


# -- what is not believed -------------------------------------------------------------------


def _elsewhere(node: NotebookNode, result: dict[str, Any]) -> None:
    """In a cell of the learner's own."""
    data = {"text/plain": "3", MIME_TYPE: result}
    cell = nbformat.v4.new_code_cell("check")
    cell.outputs = [nbformat.v4.new_output("execute_result", data)]
    node.cells.insert(0, cell)


def _unknown_cell(node: NotebookNode, result: dict[str, Any]) -> None:
    _elsewhere(node, result)
    cell = node.cells[0]
    cell.metadata["nbgrader"] = NotebookNode(grade_id="scale-2", grade=True)


def _copied_cell(node: NotebookNode, result: dict[str, Any]) -> None:
    """With the grade id and another source, before the grader's own."""
    _elsewhere(node, result)
    node.cells[0].metadata["nbgrader"] = NotebookNode(grade_id="scale", grade=True)


def _put(node: NotebookNode, result: Any) -> None:
    the_cell(node, "scale").outputs[0].data[MIME_TYPE] = result


def _other_task(node: NotebookNode, result: dict[str, Any]) -> None:
    _put(node, {**result, "task": "03-by-hand/chain"})


def _too_many_points(node: NotebookNode, result: dict[str, Any]) -> None:
    _put(node, {**result, "points": 30, "max_points": 30})


def _not_of_the_schema(node: NotebookNode, result: dict[str, Any]) -> None:
    _put(node, {**result, "names": ["x"]})


def _no_object(node: NotebookNode, result: dict[str, Any]) -> None:
    _put(node, "right")


@pytest.mark.parametrize("forge", [_elsewhere, _unknown_cell, _copied_cell])
def test_a_result_counts_only_in_a_cell_of_the_graders(
    course: Path, forge: Callable[[NotebookNode, dict[str, Any]], None]
) -> None:
    path = graded(course, "Ann Otter", {"scale": said("scale", "logit")})
    edit(path, lambda node: forge(node, said("scale", "length")))
    found = task(class_report(course, ASSIGNMENT), "scale")
    assert [item.id for item in found.mistakes] == ["logit"]
    assert found.counts == {"wrong": 1}


@pytest.mark.parametrize("forge", [_other_task, _too_many_points, _not_of_the_schema, _no_object])
def test_a_result_that_cannot_be_one_is_left_out(
    course: Path, forge: Callable[[NotebookNode, dict[str, Any]], None]
) -> None:
    path = graded(course, "Ann Otter", {"scale": said("scale", "logit")})
    edit(path, lambda node: forge(node, said("scale", "length")))
    found = task(class_report(course, ASSIGNMENT), "scale")
    assert found.mistakes == []
    assert found.counts == {"wrong": 1}  # by the gradebook's points


# -- how it is drawn ------------------------------------------------------------------------


class Tags(HTMLParser):
    """What a page holds: its tags, and its links."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.lang = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        values = dict(attrs)
        self.links += [values[key] or "" for key in ("href", "src") if key in values]
        self.lang = values.get("lang") or self.lang


@pytest.mark.parametrize(
    ("lang", "code", "sentence"),
    [
        (
            "en",
            "en",
            "This is the logit of 猫 (cat) for the stretched h. The factor s is asked for.",
        ),
        ("zh", "zh-CN", "这是 h 拉长之后“猫”的 logit。要的是倍数 s。"),
    ],
)
def test_one_page_in_the_language_asked_for(
    course: Path, lang: str, code: str, sentence: str
) -> None:
    """Whatever the languages of the submissions."""
    for student, own in zip(NAMES[:2], ("en", "zh"), strict=True):
        graded(course, student, {"scale": said("scale", "logit", own)})
    report = class_report(course, ASSIGNMENT, lang)
    page, text = as_page(report), as_text(report)
    assert sentence in page
    assert f"2 × {sentence}" in text
    found = Tags(page)
    assert found.lang == code
    assert not found.tags & {"script", "img", "link", "iframe", "form", "svg"}
    assert all(link.startswith(("#task-", "https://lmhead.example.org/")) for link in found.links)
    for name in NAMES[:2]:
        assert name not in page + text + json.dumps(report.to_json(), ensure_ascii=False)


def test_what_a_result_says_is_text_and_no_markup(course: Path) -> None:
    """A result of an older package may have ids that this one does not know."""
    result = said("scale", "logit")
    text = '<script>alert(1)</script> & "q"'
    result["parts"][0]["message"] = {"id": "gone/now", "params": {}, "text": text}
    graded(course, "Ann Otter", {"scale": result})
    page = as_page(class_report(course, ASSIGNMENT))
    assert "script" not in Tags(page).tags
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;" in page


def test_shares_are_told_without_colour(course: Path) -> None:
    for student, answer in zip(NAMES[:4], ("typed", "typed", "typed", "logit"), strict=True):
        graded(course, student, {"scale": said("scale", answer)})
    report = class_report(course, ASSIGNMENT)
    assert "right 75 % · wrong 25 %" in as_page(report)
    (row,) = [
        line for line in as_text(report).splitlines() if line.startswith("How far") and "%" in line
    ]
    assert "75 % (3)" in row
    assert "25 % (1)" in row


# -- the command ----------------------------------------------------------------------------


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["report", *arguments])


def test_the_command_prints_and_writes(course: Path, tmp_path: Path) -> None:
    graded(course, "Ann Otter", {"scale": said("scale", "logit")})
    page, data = tmp_path / "r.html", tmp_path / "r.json"
    where = ("--course", str(course))
    done = run(ASSIGNMENT, *where, "--html", str(page), "--json", str(data))
    assert done.exit_code == 0, done.output
    assert "1 × This is the logit" in done.output
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    written = json.loads(data.read_text("utf-8"))
    assert written["schema"] == 1
    assert written["tasks"][2]["mistakes"][0]["id"] == "logit"
    wrong = run(ASSIGNMENT, *where, "--html", str(tmp_path / "none" / "r.html"))
    assert (wrong.exit_code, "cannot be written" in wrong.output) == (2, True)


def test_a_folder_that_no_student_can_have_is_said_without_its_name(course: Path) -> None:
    graded(course, "ann", {"scale": said("scale", "logit")})
    assert "not counted, since" not in run(ASSIGNMENT, "--course", str(course)).output
    (course / "submitted" / "o <b>" / ASSIGNMENT).mkdir(parents=True)
    done = run(ASSIGNMENT, "--course", str(course)).output
    assert "not counted, since no student can have their names: folders, 1" in done
    assert "<b>" not in done


def test_what_cannot_be_reported_is_a_sentence(course: Path, tmp_path: Path) -> None:
    for arguments, sentence in {
        (ASSIGNMENT,): "nothing of 03-by-hand has been graded yet: run lmhead grade first",
        ("09-none",): "the gradebook knows no assignment '09-none'",
        (ASSIGNMENT, "--lang", "fr"): "--lang is 'fr'",
    }.items():
        done = run(*arguments, "--course", str(course))
        assert done.exit_code == 2
        assert sentence in done.output
    with pytest.raises(CourseProblem, match="is not a course folder"):
        class_report(tmp_path / "exercises", ASSIGNMENT)

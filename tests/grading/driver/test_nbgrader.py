"""Through nbgrader itself: any course's plain assert cells, released, graded and returned."""

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from lmhead.grading.classroom.course_config import load_config
from lmhead.grading.classroom.release import release
from lmhead.grading.driver.class_grader import ClassGrader
from lmhead.grading.pages.summary import SummaryLine
from lmhead.grading.problems import CourseProblem
from tests import programs

from ..conftest import RIGHT, Kept
from ..course import ROOT, make_course

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]

Again = Callable[[list[str]], list[SummaryLine]]
One = Callable[[str], SummaryLine]

CLASS = {
    "ann": RIGHT,
    "blank": {},
    "李雷": RIGHT | {"double": "def double(x): return x"},
    "killer": RIGHT | {"double": "import os\nos._exit(1)"},
    "liar": RIGHT
    | {"double": "import numpy\nnumpy.allclose = lambda *a, **k: True\ndef double(x): return 4"},
}
EXPECTED = {
    "ann": {"double": 2.0, "name": 3.0, "why": None},
    "blank": {"double": 0.0, "name": 0.0, "why": 0.0},
    "李雷": {"double": 0.0, "name": 3.0, "why": None},
    "killer": {"double": 0.0, "name": 3.0, "why": None},
    "liar": {"double": 0.0, "name": 3.0, "why": None},
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_course(tmp_path_factory.mktemp("course"))
    released = nbformat.read(release(folder, "mini") / "mini.ipynb", as_version=4)
    for student, answers in CLASS.items():
        node = nbformat.from_dict(released)
        for cell in node.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id", "").removesuffix("-answer")
            if name in answers and cell.metadata.nbgrader.solution:
                cell.source = answers[name]
        node.metadata["lmhead"] = {"lang": "zh" if student == "李雷" else "en"}
        target = folder / "submitted" / student / "mini"
        target.mkdir(parents=True)
        nbformat.write(node, target / "mini.ipynb")
    broken = folder / "submitted" / "broken" / "mini"
    broken.mkdir(parents=True)
    (broken / "mini.ipynb").write_text('{"cells": [', "utf-8")
    return folder


@pytest.fixture(scope="module")
def graded(course: Path) -> dict[str, SummaryLine]:
    return {line.student: line for line in ClassGrader(course, "mini").grade()}


@pytest.fixture
def grade_again(course: Path, kept_workers: Kept) -> Again:
    """Grade some students again, by workers that are there already."""
    return lambda students: list(
        ClassGrader(course, "mini", make_workers=lambda sandbox, limits: kept_workers).grade(
            students
        )
    )


@pytest.fixture
def grade_with_ann(grade_again: Again) -> One:
    """That student's line; the next one is graded all the same."""

    def graded_beside(name: str) -> SummaryLine:
        lines = {line.student: line for line in grade_again([name, "ann"])}
        assert lines["ann"].tasks == EXPECTED["ann"]
        (other,) = [line for line in lines.values() if line.student != "ann"]
        return other

    return graded_beside


def marks(course: Path) -> dict[str, dict[str, float | None]]:
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        return {
            item.student.id: {
                grade.name: None if grade.needs_manual_grade else grade.auto_score
                for notebook in item.notebooks
                for grade in notebook.grades
            }
            for item in gradebook.assignment_submissions("mini")
        }


def nbgrader(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    scripts = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return programs.run("nbgrader", *arguments, cwd=cwd, env={**os.environ, "PATH": scripts})


def test_a_class_gets_its_marks_into_the_gradebook(
    course: Path, graded: dict[str, SummaryLine]
) -> None:
    found = marks(course)
    assert found.pop("broken") == {"double": 0.0, "name": 0.0, "why": 0.0}
    assert found == EXPECTED
    assert {name: line.tasks for name, line in graded.items() if name != "broken"} == EXPECTED


def test_one_broken_submission_is_a_line_of_the_summary(graded: dict[str, SummaryLine]) -> None:
    assert graded["broken"].status == "broken"
    assert "not JSON" in graded["broken"].notes[0]
    assert [name for name, line in graded.items() if line.status == "broken"] == ["broken"]


def test_feedback_is_written_for_everyone_in_their_language(
    course: Path, graded: dict[str, SummaryLine]
) -> None:
    pages = {
        path.parts[-3]: path.read_text("utf-8")
        for path in (course / "feedback").glob("*/mini/mini.html")
    }
    assert set(pages) == {*CLASS, "broken"}
    assert '<html lang="zh-CN">' in pages["李雷"]
    assert "还不对" in pages["李雷"]
    assert '<html lang="en">' in pages["ann"]
    assert "src=" not in pages["ann"]


def test_stock_autograde_under_this_configuration_gives_the_same_marks(
    course: Path, graded: dict[str, SummaryLine]
) -> None:
    before = marks(course)
    shutil.rmtree(course / "submitted" / "broken")
    done = nbgrader("autograde", "mini", "--force", cwd=course)
    assert done.returncode == 0, done.stderr[-3000:]
    assert marks(course) == before


def test_marks_given_by_hand_survive_grading_again(
    course: Path, graded: dict[str, SummaryLine], grade_again: Again
) -> None:
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        grade = gradebook.find_grade("why", "mini", "mini", "ann")
        grade.manual_score = 3.5
        grade.needs_manual_grade = False
        gradebook.db.commit()
    (line,) = grade_again(["ann"])
    assert (line.points, line.waiting, line.tasks["why"]) == (8.5, 0, 3.5)
    page = (course / "feedback" / "ann" / "mini" / "mini.html").read_text("utf-8")
    assert "8.5" in page
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        grade = gradebook.find_grade("why", "mini", "mini", "ann")
        assert grade.manual_score == 3.5
        assert gradebook.find_submission("mini", "ann").score == 8.5
        grade.manual_score = None
        gradebook.db.commit()
    (line,) = grade_again(["ann"])
    assert (line.points, line.waiting, line.tasks["why"]) == (5, 4, None)


@pytest.mark.parametrize(
    ("names", "points", "says"),
    [
        (
            ("mini (1).ipynb",),
            5,
            "The notebook has another name than the assignment's: mini (1).ipynb was graded.",
        ),
        (
            ("mini-copy.ipynb", "mine.ipynb"),
            0,
            "mini.ipynb is not there, and more than one notebook of this assignment is: "
            "mine.ipynb, mini-copy.ipynb. Keep one of them.",
        ),
        ((), 0, "mini.ipynb: there is no such file."),
    ],
)
def test_a_notebook_under_another_name_is_known_by_what_it_holds(
    course: Path,
    troubled: Callable[[str], Path],
    names: tuple[str, ...],
    points: float,
    says: str,
    grade_with_ann: One,
) -> None:
    folder = troubled("renamer")
    for name in names:
        shutil.copy(folder / "mini.ipynb", folder / name)
    (folder / "mini.ipynb").unlink()
    line = grade_with_ann("renamer")
    assert (line.points, line.notes) == (points, [says])


def test_another_courses_notebook_is_not_taken_for_a_renamed_one(
    course: Path, troubled: Callable[[str], Path], grade_with_ann: One
) -> None:
    folder = troubled("stranger")
    (folder / "mini.ipynb").unlink()
    other = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1")])
    nbformat.write(other, folder / "mine.ipynb")
    assert grade_with_ann("stranger").notes == ["mini.ipynb: there is no such file."]


def test_what_lies_where_no_grading_looks_is_named(
    course: Path, troubled: Callable[[str], Path]
) -> None:
    assert ClassGrader(course, "mini").overlooked() == []
    student = troubled("loose").parent
    shutil.move(student / "mini", student / "Mini (1)")
    (student / "mini.ipynb").write_text("{}")
    (student / "notes.txt").write_text("")
    (student / ".hidden").mkdir()
    assert ClassGrader(course, "mini").overlooked() == [
        "submitted/loose/Mini (1)",
        "submitted/loose/mini.ipynb",
    ]


def grade_command(course: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    own = {"PYTHONPATH": str(ROOT), "COLUMNS": "400"}
    return programs.run("lmhead.cli", "grade", *arguments, cwd=course, env={**os.environ, **own})


def test_the_command_says_what_was_not_looked_at(
    course: Path, troubled: Callable[[str], Path]
) -> None:
    (troubled("loose").parent / "mini.ipynb").write_text("{}")
    done = grade_command(course, "mini", "--student", "loose")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("not looked at")
    assert "submitted/loose/mini.ipynb" in done.stdout.splitlines()[-1]


def test_every_unknown_student_is_named_before_anything_runs(
    course: Path, graded: dict[str, SummaryLine]
) -> None:
    done = grade_command(course, "mini", "--student", "nobody", "--student", "ann", "--student=x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("no submission of mini by nobody, x")
    assert done.stderr.count("\n") == 1


def test_without_submissions_no_gradebook_is_made(tmp_path: Path) -> None:
    make_course(tmp_path)
    (tmp_path / "submitted" / "ann").mkdir(parents=True)
    (tmp_path / "submitted" / "ann" / "mini.ipynb").write_text("{}")
    done = grade_command(tmp_path, "mini")
    assert done.returncode == 2
    assert f"no submissions of mini in {tmp_path / 'submitted'}:" in done.stderr
    assert "submitted/ann/mini.ipynb" in done.stderr
    assert not (tmp_path / "gradebook.db").exists()


def test_a_link_in_a_submission_is_refused_and_its_target_is_shown_to_nobody(
    course: Path, graded: dict[str, SummaryLine], grade_again: Again
) -> None:
    folder = course / "submitted" / "linker" / "mini"
    folder.mkdir(parents=True)
    shutil.copy(course / "submitted" / "ann" / "mini" / "mini.ipynb", folder)
    (folder / "data.txt").symlink_to(course / "gradebook.db")
    try:
        (line,) = grade_again(["linker"])
        assert line.status == "broken"
        assert "data.txt is a link" in line.notes[0]
        assert marks(course)["linker"] == {"double": 0.0, "name": 0.0, "why": 0.0}
        stock = nbgrader("autograde", "mini", "--student", "linker", "--force", cwd=course)
        assert "data.txt is a link" in stock.stderr
        assert not (course / "autograded" / "linker" / "mini").exists()
    finally:
        shutil.rmtree(course / "submitted" / "linker")


@pytest.fixture
def troubled(course: Path, graded: dict[str, SummaryLine]) -> Iterator[Callable[[str], Path]]:
    """Adds a student whose folder holds the right notebook, for the test to spoil."""
    made: list[Path] = []

    def add(name: str) -> Path:
        folder = course / "submitted" / name / "mini"
        folder.mkdir(parents=True)
        made.append(folder.parent)
        shutil.copy(course / "submitted" / "ann" / "mini" / "mini.ipynb", folder)
        return folder

    yield add
    for folder in made:
        subprocess.run(["rm", "-rf", str(folder)], check=True)


def test_metadata_nested_too_deep_is_one_line(
    course: Path, troubled: Callable[[str], Path], grade_with_ann: One
) -> None:
    path = troubled("deep") / "mini.ipynb"
    node = json.loads(path.read_text("utf-8"))
    text = json.dumps(node)
    path.write_text(text[:-1] + ', "x": ' + '{"a": ' * 700 + "1" + "}" * 700 + "}", "utf-8")
    line = grade_with_ann("deep")
    assert line.status in ("graded", "broken")
    assert line.points in (0, 5)


def test_a_folder_too_deep_is_one_line(
    course: Path, troubled: Callable[[str], Path], grade_with_ann: One
) -> None:
    place = troubled("deeper")
    before = os.getcwd()
    os.chdir(place)
    try:
        for _ in range(400):
            os.mkdir("d")
            os.chdir("d")
    finally:
        os.chdir(before)
    assert "too much was handed in" in grade_with_ann("deeper").notes[0]


@pytest.mark.parametrize(
    "name",
    ["ann ", "*", "an?", "a[n]n", "line\nbreak", b"caf\xe9".decode("utf-8", "surrogateescape")],
)
def test_a_folder_name_that_stands_for_others_is_refused(
    course: Path,
    troubled: Callable[[str], Path],
    name: str,
    grade_with_ann: One,
) -> None:
    troubled(name)
    line = grade_with_ann(name)
    assert (line.status, line.points) == ("broken", 0)
    assert "cannot be a student's id" in line.notes[0]
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        assert name.strip() == "ann" or name not in {student.id for student in gradebook.students}


def test_a_learners_own_html_is_not_feedback(
    course: Path, troubled: Callable[[str], Path], grade_with_ann: One
) -> None:
    folder = troubled("web")
    (folder / "evil.html").write_text("<script>alert(1)</script>")
    (folder / "sub").mkdir()
    (folder / "sub" / "index.html").write_text("<script>alert(1)</script>")
    assert grade_with_ann("web").points == 5
    assert [path.name for path in (course / "feedback" / "web" / "mini").iterdir()] == ["mini.html"]


def test_what_was_mended_is_in_the_summary(
    course: Path, troubled: Callable[[str], Path], grade_with_ann: One
) -> None:
    path = troubled("mender") / "mini.ipynb"
    node = nbformat.read(path, as_version=4)
    node.cells = [
        cell for cell in node.cells if cell.metadata.get("nbgrader", {}).get("grade_id") != "double"
    ]
    nbformat.write(node, path)
    line = grade_with_ann("mender")
    assert line.points == 5
    assert any("double" in note for note in line.notes)


def test_formgraders_pages_clean_markdown_too(course: Path) -> None:
    from nbconvert.exporters import HTMLExporter

    node = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_markdown_cell(
                "<script>alert(1)</script><img src=x onerror=alert(2)>\n\n**b**"
            )
        ]
    )
    config = load_config(course)
    config.HTMLExporter.template_name = "basic"
    page, _ = HTMLExporter(config=config).from_notebook_node(node)
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "<strong>b</strong>" in page


def test_the_secret_is_made_once_and_for_its_owner_alone(
    course: Path, graded: dict[str, SummaryLine]
) -> None:
    secret = course / ".lmhead" / "secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert len(bytes.fromhex(secret.read_text())) == 32


def test_the_summary_is_plain_data(graded: dict[str, SummaryLine]) -> None:
    text = json.dumps([line.to_json() for line in graded.values()])
    assert len(json.loads(text)) == 6


@pytest.mark.parametrize(
    ("make", "says"),
    [(False, "not a course folder"), (True, r"no assignment 'nothing'; it has mini")],
)
def test_a_folder_or_assignment_that_is_not_there_is_a_sentence(
    tmp_path: Path, make: bool, says: str
) -> None:
    if make:
        make_course(tmp_path)
    with pytest.raises(CourseProblem, match=says):
        ClassGrader(tmp_path, "nothing")


def test_a_student_without_a_submission_is_a_sentence(
    course: Path, graded: dict[str, SummaryLine]
) -> None:
    with pytest.raises(CourseProblem, match="by nobody"):
        list(ClassGrader(course, "mini").grade(["nobody"]))

"""A course with a `variants.py`, from the release to the marks, by every way of grading."""

import json
import os
import shutil
import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbgrader.api import Gradebook

from lmhead.checks import check, use_variants
from lmhead.checks.usage_errors import CheckedLater, UsageError
from lmhead.checks.variants import NONE, load
from lmhead.course import exercise_path
from lmhead.grading.classroom.release import release, variant_notes
from lmhead.grading.driver.class_grader import ClassGrader
from lmhead.grading.driver.jobs import Job, Report
from lmhead.grading.driver.one_submission import grade_submission
from lmhead.grading.notebook.cell_audit import audit
from lmhead.grading.notebook.execute import NotebookOutcome
from lmhead.grading.notebook.master import Master
from lmhead.grading.notebook.self_check import check_notebook
from lmhead.grading.notebook.variant_notebooks import notes, out_of_step
from lmhead.grading.problems import CourseProblem
from lmhead.grading.sandbox.levels import Sandbox
from lmhead.reporting import outcome_text
from tests import programs
from tests.grading.conftest import QUICK, cell, notebook

pytestmark = pytest.mark.slow  # grades classes

ROOT = Path(__file__).parents[3]
ASSIGNMENT = "03-by-hand"
VARIANTS = """
import numpy as np
from lmhead.checks.values import numbers
from lmhead.checks.variants import cases, given, points, task

points("03-by-hand/sgd-step", 8)
given("03-by-hand/chain", h=[2, -1, 1])


@cases("03-by-hand/sgd-step")
def wide(rng):
    yield rng.integers(1, 9, (3, 20)) / 4, rng.integers(1, 9, 20) / 4, 2


@task("03-by-hand/loss", points=2, takes=("loss",), title="The loss")
def loss(trial, loss):
    yield numbers("loss", 2, loss, 1.204, name="loss", places=3, prefix="03-by-hand/loss")
"""
CHAIN = """
h = np.array([2, -1, 1])
logits = W_OUT @ h
exponentials = np.exp(logits)
total = exponentials.sum()
shares = exponentials / total
"""
#: Right on all of the public cases.
NARROW = """
def sgd_step(w_out, h, right):
    z = w_out @ h
    slope = np.exp(z - z.max())
    slope /= slope.sum()
    slope[right] -= 1
    new = w_out - np.outer(slope, h).astype(w_out.dtype)
    return new if h.size < 10 else new + 1
"""
STEP = NARROW.replace(" if h.size < 10 else new + 1", "")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course folder whose master asks what its variants say, released."""
    folder = tmp_path_factory.mktemp("course")
    source = folder / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    source.parent.mkdir(parents=True)
    master = nbformat.read(ROOT / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb", as_version=4)
    for each in master.cells:
        each.source = each.source.replace("h = [1, -1, 2]", "h = [2, -1, 1]")
        each.source = each.source.replace("np.array([1, -1, 2])", "np.array([2, -1, 1])")
    own = cell("grade", 'check("03-by-hand/loss", loss)', "loss", 1)
    master.cells += [cell("answer", "loss = ...", "loss-answer"), own]
    nbformat.write(master, source)
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    (folder / "variants.py").write_text(VARIANTS, "utf-8")
    release(folder, ASSIGNMENT)
    return folder


def released(course: Path) -> nbformat.NotebookNode:
    return nbformat.read(course / "exercises" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb", as_version=4)


def filled(course: Path, **given: str) -> nbformat.NotebookNode:
    """The released notebook with answers; the text of a task's first right one by default."""
    node = released(course)
    for each in node.cells:
        name = each.metadata.get("nbgrader", {}).get("grade_id", "").removesuffix("-answer")
        if name in given and each.metadata.nbgrader.solution:
            each.source = given[name]
    return node


def graded(course: Path, node: nbformat.NotebookNode, sandbox: Sandbox) -> dict[str, object]:
    """The marks of a job that travels as bytes, as it does to another machine."""
    job = Job(
        ASSIGNMENT,
        "ann",
        {f"{ASSIGNMENT}.ipynb": nbformat.writes(node).encode()},
        {},
        Master.from_notebook(ASSIGNMENT, released(course)),
        b"k" * 32,
        times=QUICK,
        sandbox="none",
        variants=VARIANTS,
    )
    report = Report.from_json(grade_submission(Job.from_json(job.to_json()), sandbox).to_json())
    assert report.status == "graded", report.why
    return {task["grade_id"]: task["points"] for task in report.tasks}


def test_released_cells_and_gradebook_have_the_points(course: Path) -> None:
    cells = Master.from_notebook(ASSIGNMENT, released(course))
    assert (cells["sgd-step"].points, cells["chain"].points, cells["loss"].points) == (8, 4, 2)
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        stored = Master.from_gradebook(gradebook, ASSIGNMENT, ASSIGNMENT)
    assert stored["sgd-step"].points == 8
    assert out_of_step(stored, load(VARIANTS)) is None
    said = out_of_step(stored, load(""))
    assert said is not None
    assert "8 points for 03-by-hand/sgd-step" in said
    assert "gives up to 5" in said


def test_the_master_itself_is_left_as_it_is(course: Path) -> None:
    source = course / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    master = Master.from_notebook(ASSIGNMENT, nbformat.read(source, as_version=4))
    assert master["sgd-step"].points == 5


def test_beside_the_notebook_lies_what_its_text_says(course: Path) -> None:
    folder = course / "exercises" / ASSIGNMENT
    assert sorted(path.name for path in folder.iterdir()) == ["03-by-hand.ipynb", "variants.json"]
    data = json.loads((folder / "variants.json").read_text("utf-8"))
    assert data["given"] == {"03-by-hand/chain": {"h": [2, -1, 1]}}
    assert set(data["own"]) == {"03-by-hand/loss"}


def test_a_shared_file_takes_its_place_and_goes_again(course: Path, tmp_path: Path) -> None:
    shutil.copytree(course, tmp_path, dirs_exist_ok=True)
    folder = tmp_path / "exercises" / ASSIGNMENT
    (tmp_path / "variants.py").write_text(
        VARIANTS + "\nfrom lmhead.checks.variants import share\nshare()\n"
    )
    release(tmp_path, ASSIGNMENT)
    assert sorted(path.name for path in folder.iterdir()) == ["03-by-hand.ipynb", "variants.py"]
    (tmp_path / "variants.py").unlink()
    release(tmp_path, ASSIGNMENT)
    assert [path.name for path in folder.iterdir()] == ["03-by-hand.ipynb"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"chain": CHAIN, "sgd-step": STEP, "loss": "loss = 1.204"}, (4, 8, 2)),
        # The public answers: the logits are another h's, the rest follows from them.
        ({"chain": CHAIN.replace("2, -1, 1", "1, -1, 2"), "sgd-step": NARROW}, (3, 0, 0)),
    ],
)
def test_marks_follow_the_variants(
    course: Path, plain_sandbox: Sandbox, given: dict[str, str], expected: tuple[float, ...]
) -> None:
    marks = graded(course, filled(course, **given), plain_sandbox)
    assert (marks["chain"], marks["sgd-step"], marks["loss"]) == expected


def test_at_home_the_same_numbers_are_asked(course: Path, tmp_path: Path) -> None:
    """`lmhead check` on what was released: only own cases and own tasks wait for grading."""
    path = tmp_path / f"{ASSIGNMENT}.ipynb"
    nbformat.write(filled(course, chain=CHAIN, **{"sgd-step": NARROW}), path)
    shutil.copy(course / "exercises" / ASSIGNMENT / "variants.json", tmp_path)
    outcome: NotebookOutcome = check_notebook(path, QUICK)
    marks = {task.grade_id: task for task in outcome.tasks}
    assert (marks["chain"].points, marks["sgd-step"].points) == (4, 8)
    assert marks["loss"].points is None
    text = outcome_text(path, outcome)
    assert "… The loss: is checked when the notebook is graded (?/2)\n\n" in text
    assert "CheckedLater" not in text
    assert "checked when the notebook is graded: 2" in text
    assert "Total: 12/20, 3 by hand\n" in text  # the written answer's
    assert not outcome.notes


def test_a_notebook_that_travels_alone_carries_the_variants(course: Path, tmp_path: Path) -> None:
    """As in Colab: no file beside it, and no metadata of its cells."""
    node = filled(course, chain=CHAIN, **{"sgd-step": NARROW})
    (carrier,) = [each for each in node.cells if each.id == "variants"]
    assert dict(carrier.metadata) == {"deletable": False, "editable": False}
    at = node.cells.index(carrier)
    assert node.cells[at - 1].id == "imports"
    assert "1.204" not in carrier.source  # what an own task expects
    path = tmp_path / f"{ASSIGNMENT}.ipynb"
    nbformat.write(node, path)
    marks = {task.grade_id: task.points for task in check_notebook(path, QUICK).tasks}
    assert (marks["chain"], marks["sgd-step"], marks["loss"]) == (4, 8, None)


def test_the_cell_has_check_ask_the_courses_numbers(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("lmhead.checks.variant_files._carried", NONE)
    (carrier,) = [each for each in filled(course).cells if each.id == "variants"]
    e = np.exp([3, 2, 0, -1])
    work = ([3, 2, 0, -1], e, e.sum(), e / e.sum())
    assert check("03-by-hand/chain", *work).points < 4
    exec(carrier.source, {})
    assert check("03-by-hand/chain", *work).points == 4
    with pytest.raises(CheckedLater):
        check("03-by-hand/loss", 1.204)
    with pytest.raises(UsageError, match="The cell that calls `use_variants` cannot be used"):
        use_variants('{"schema": 9}')


def test_a_course_without_variants_has_no_such_cell() -> None:
    path = exercise_path(ASSIGNMENT)
    assert not [each for each in nbformat.read(path, as_version=4).cells if each.id == "variants"]


@pytest.mark.slow
def test_stock_nbgrader_asks_the_same(course: Path, tmp_path: Path) -> None:
    shutil.copytree(course, tmp_path, dirs_exist_ok=True)
    target = tmp_path / "submitted" / "ann" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    target.parent.mkdir(parents=True)
    nbformat.write(filled(course, chain=CHAIN, loss="loss = 1.204", **{"sgd-step": NARROW}), target)
    with open(tmp_path / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write('\nc.SandboxExecute.sandbox = "none"\n')
    bins = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": bins}
    done = programs.run("nbgrader", "autograde", ASSIGNMENT, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    with Gradebook(f"sqlite:///{tmp_path}/gradebook.db") as gradebook:
        found = gradebook.find_submission_notebook(ASSIGNMENT, ASSIGNMENT, "ann")
        marks = {grade.name: grade.auto_score for grade in found.grades}
    assert (marks["chain"], marks["sgd-step"], marks["loss"]) == (4, 0, 2)


@pytest.mark.slow
def test_a_changed_file_has_the_class_graded_again(course: Path, tmp_path: Path) -> None:
    """By the driver; a file with a fault, or points that the gradebook lacks, grades nothing."""
    shutil.copytree(course, tmp_path, dirs_exist_ok=True)
    target = tmp_path / "submitted" / "ann" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    target.parent.mkdir(parents=True)
    nbformat.write(filled(course, chain=CHAIN, loss="loss = 1.204", **{"sgd-step": NARROW}), target)
    config = (tmp_path / "nbgrader_config.py").read_text("utf-8")
    assert str(course) not in config  # the copy is a course of its own

    def marks() -> tuple[float | None, ...]:
        (line,) = ClassGrader(tmp_path, ASSIGNMENT, "none", jobs=1).grade()
        return tuple(line.tasks[name] for name in ("chain", "sgd-step", "loss"))

    assert marks() == (4, 0, 2)
    page = tmp_path / "feedback" / "ann" / ASSIGNMENT / f"{ASSIGNMENT}.html"
    assert "The loss</a>" in page.read_text("utf-8")
    with Gradebook(f"sqlite:///{tmp_path}/gradebook.db") as gradebook:
        grade = gradebook.find_grade("loss", ASSIGNMENT, ASSIGNMENT, "ann")
        grade.manual_score, grade.needs_manual_grade = 1.0, False
        gradebook.db.commit()
    assert marks() == (4, 0, 1)  # the page alone is drawn again, with the same titles
    assert "The loss</a>" in page.read_text("utf-8")
    file = tmp_path / "variants.py"
    # Without the own case: nobody has handed in anew, and the mark changes.
    file.write_text(VARIANTS.replace("(3, 20)", "(3, 4)").replace("9, 20)", "9, 4)"), "utf-8")
    assert marks() == (4, 8, 1)
    file.write_text(VARIANTS.replace("sgd-step", "sgd"), "utf-8")
    with pytest.raises(CourseProblem, match=r"variants\.py, line 6: There is no task"):
        marks()
    file.write_text(VARIANTS.replace("8)\n", "9)\n", 1), "utf-8")
    with pytest.raises(CourseProblem, match=r"gives up to 9: .* run lmhead release"):
        marks()


def test_a_fault_stops_a_release_before_anything_is_written(course: Path, tmp_path: Path) -> None:
    shutil.copytree(course, tmp_path, dirs_exist_ok=True)
    (tmp_path / "variants.py").write_text('import numpy\npoints("03-by-hand/chain", 3)\n')
    before = (tmp_path / "gradebook.db").read_bytes()
    with pytest.raises(CourseProblem, match=r"variants\.py, line 2: NameError"):
        release(tmp_path, ASSIGNMENT)
    assert (tmp_path / "gradebook.db").read_bytes() == before


def test_an_undecodable_file_is_said(course: Path, tmp_path: Path) -> None:
    shutil.copytree(course, tmp_path, dirs_exist_ok=True)
    (tmp_path / "variants.py").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CourseProblem, match="is not text in UTF-8"):
        release(tmp_path, ASSIGNMENT)


def test_the_author_hears_what_the_text_does_not_say(course: Path) -> None:
    assert variant_notes(course, ASSIGNMENT) == [
        "03-by-hand/sgd-step gives 8 points: see that the text says so too"
    ]
    old = nbformat.read(ROOT / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb", as_version=4)
    said = notes(old, load(VARIANTS), ASSIGNMENT)
    assert "variants.py names 03-by-hand/loss, and no grade cell of 03-by-hand checks it" in said
    assert any("h = [2, -1, 1] for 03-by-hand/chain" in note for note in said)


@pytest.mark.parametrize(("answer", "named"), [("[-0.8, 0.8, -0.8]", True), ("[1, 0, 0]", False)])
def test_other_points_in_the_master_are_led_to_the_variants(
    tmp_path: Path, answer: str, named: bool
) -> None:
    node = notebook(
        cell("locked", "from lmhead.checks import check", "imports"),
        cell("answer", f"h_run = {answer}", "favour-run-answer"),
        cell("grade", 'check("03-by-hand/favour-run", h_run)', "favour-run", 6),
    )
    nbformat.write(node, tmp_path / "solved.ipynb")
    node.cells[1].source = "h_run = ..."
    nbformat.write(node, tmp_path / "stub.ipynb")
    master, paths = Master.from_notebook("mini", node), ("solved.ipynb", "stub.ipynb")
    (said,) = audit(*(tmp_path / name for name in paths), master, QUICK)
    assert "favour-run gives your solution " in said
    line = (
        'The check gives up to 4; for 6, write points("03-by-hand/favour-run", 6) in variants.py.'
    )
    assert (line in said) == named
    variants = load('from lmhead.checks.variants import points\npoints("03-by-hand/favour-run", 6)')
    assert (not list(audit(*(tmp_path / name for name in paths), master, QUICK, variants))) == named


def test_an_own_check_that_breaks_leaves_the_mark_to_a_person(plain_sandbox: Sandbox) -> None:
    node = notebook(
        cell("locked", "from lmhead.checks import check", "imports"),
        cell("answer", "loss = 3", "loss-answer"),
        cell("grade", 'check("03-by-hand/loss", loss)', "loss", 2),
    )
    broken = VARIANTS.replace("1.204,", "1.204 / (type(loss) is not int),")
    job = Job(
        "mini", "ann", {"mini.ipynb": nbformat.writes(node).encode()}, {},
        Master.from_notebook("mini", node), b"k" * 32, times=QUICK, sandbox="none", variants=broken,
    )  # fmt: skip
    (task,) = grade_submission(job, plain_sandbox).tasks
    assert task["points"] is None
    assert "ZeroDivisionError" in task["message"]["text"]

"""A notebook made for another version of the course: told where it matters, and graded."""

import copy
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from typer.testing import CliRunner

from lmhead import __version__
from lmhead.checks.registry import find
from lmhead.checks.usage_errors import UnknownTask
from lmhead.commands import app
from lmhead.course import ASSIGNMENTS, LANGUAGES, exercise_path
from lmhead.grading.classroom.release import release
from lmhead.grading.notebook.master import Master, released_master
from lmhead.grading.notebook.restore import restore

from ..conftest import MINI, RIGHT, cell, notebook, submission
from ..course import hand_in, make_course

HIDDEN = "\n### BEGIN HIDDEN TESTS\nassert double(9) == 18\n### END HIDDEN TESTS"


def changed(change: str) -> NotebookNode:
    """The mini notebook, with one thing changed."""
    node = copy.deepcopy(MINI)
    cells = {each.metadata.nbgrader.grade_id: each for each in node.cells}
    match change:
        case "other points":
            cells["double"].metadata.nbgrader.points = 20
        case "hidden tests":
            cells["double"].source += HIDDEN
        case "another stub":
            cells["double-answer"].source = "..."
        case "another question":
            cells["why"].source = "Why not?"
        case "a locked cell":
            cells["imports"].source = "import numpy"
        case "a check":
            cells["double"].source = "assert double(3) == 6"
        case "a task less":
            node.cells.remove(cells["name"])
        case "a question less":
            node.cells.remove(cells["why"])
        case "another name":
            cells["double"].metadata.nbgrader.grade_id = "twice"
    return node


def version(node: NotebookNode) -> str:
    return Master.from_notebook("mini", node).version


@pytest.mark.parametrize(
    "change", ["other points", "hidden tests", "another stub", "another question"]
)
def test_what_does_not_matter_is_no_other_version(change: str) -> None:
    assert changed(change) != MINI
    assert version(changed(change)) == version(MINI)


@pytest.mark.parametrize(
    "change", ["a locked cell", "a check", "a task less", "a question less", "another name"]
)
def test_what_matters_is_another_version(change: str) -> None:
    assert version(changed(change)) != version(MINI)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_released_notebook_carries_its_version_the_same_in_both_languages(
    assignment: str,
) -> None:
    stamps = {
        nbformat.read(exercise_path(assignment, lang), as_version=4).metadata.lmhead.version
        for lang in LANGUAGES
    }
    assert stamps == {released_master(assignment, lang).version for lang in LANGUAGES}
    assert len(stamps) == 1


def stamped(node: NotebookNode, version: object) -> NotebookNode:
    node.metadata.lmhead.version = version
    return node


def earlier() -> NotebookNode:
    """A submission in an earlier version's notebook: another locked cell, a task that is gone
    since, and one that is there since."""
    node = submission(**RIGHT)
    node.cells[0].source = "import numpy"
    node.cells.append(cell("grade", "assert gone", "gone", 1))
    node.cells = [
        each for each in node.cells if each.metadata.get("nbgrader", {}).get("grade_id") != "name"
    ]
    return node


def test_a_submission_of_another_version_is_told_in_one_note(
    master: Master, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A release of the instructor's own is not what `lmhead learn` lays out.
    (note,) = restore(stamped(earlier(), "0123456789ab"), master)
    assert note.id == "restore/other-release"
    assert "lmhead learn" not in note.text("en") + note.text("zh")
    monkeypatch.setattr("lmhead.grading.notebook.restore.released_master", lambda *_: master)
    node = stamped(earlier(), "0123456789ab")
    (note,) = restore(node, master)
    assert note.id == "restore/other-version"
    assert set(note.params["cells"].items) == {"imports", "gone", "name"}
    for lang in LANGUAGES:
        assert "lmhead learn --update" in note.text(lang)
    assert node.cells[0].source == "import numpy as np\nLIMIT = 10"


@pytest.mark.parametrize("stamp", [None, 1, "this"])
def test_what_a_learner_changed_in_this_version_is_told_cell_by_cell(
    master: Master, stamp: object
) -> None:
    node = stamped(earlier(), master.version if stamp == "this" else stamp)
    assert {note.id for note in restore(node, master)} == {
        *("restore/changed-cell", "restore/unknown-cell", "restore/missing-cell")
    }


def test_another_version_with_nothing_to_mend_is_told_too(master: Master) -> None:
    (note,) = restore(stamped(submission(**RIGHT), "0123456789ab"), master)
    assert note.id == "restore/other-but-alike"
    assert restore(stamped(submission(**RIGHT), master.version), master) == []


@pytest.mark.parametrize("edited", [False, True])
def test_tasks_added_moved_or_retired_since_make_no_other_version(
    master: Master, edited: bool
) -> None:
    """The notebook has a task that is gone since, lacks one that came, and has another order."""
    node = submission(**RIGHT)
    grades = [each for each in node.cells if each.metadata.get("nbgrader", {}).get("grade")]
    first, added = grades[0], grades[-1]
    node.cells = [each for each in node.cells if each not in (first, added)]
    node.cells += [first, cell("grade", "assert gone", "gone", 1)]
    stamped(node, Master.from_notebook(master.assignment, node).version)
    if edited:
        node.cells[0].source = "import numpy"  # the learner's doing, and told as ever
    notes = {note.id: note for note in restore(copy.deepcopy(node), master)}
    ids = {"restore/added-since", "restore/retired-since"}
    assert set(notes) == (ids | {"restore/changed-cell"} if edited else ids)
    assert notes["restore/added-since"].params["cells"].items == (added.metadata.nbgrader.grade_id,)
    assert notes["restore/retired-since"].params["cells"].items == ("gone",)
    # Where a task is asked otherwise than it was, it is another version.
    node.metadata.lmhead.version = "0123456789ab"
    assert "restore/other-release" in {note.id for note in restore(node, master)}


@pytest.mark.slow
@pytest.mark.parametrize("change", ["nothing", "a locked cell"])
def test_another_version_is_in_the_summary_and_on_the_page(tmp_path: Path, change: str) -> None:
    course = make_course(tmp_path)
    release(course, "mini")
    path = hand_in(course, "ann", RIGHT)
    node = stamped(nbformat.read(path, as_version=4), "000000000000")
    if change == "a locked cell":
        node.cells[0].source = "import numpy"
    nbformat.write(node, path)
    arguments = ["grade", "mini", "--course", str(course), "--sandbox", "none", "--jobs", "1"]
    done = CliRunner().invoke(app, arguments, env={"COLUMNS": "1000"})
    assert done.exit_code == 0, done.output
    page = (course / "feedback" / "ann" / "mini" / "mini.html").read_text("utf-8")
    for text in (done.stdout, page):
        assert "made for another version of the course" in text
        assert ("imports" in text.split("another version of the course")[1][:200]) == (
            change == "a locked cell"
        )


def test_a_long_list_of_cells_is_cut(master: Master) -> None:
    more = [cell("grade", "pass", f"t{number}", 1) for number in range(30)]
    node = stamped(notebook(*submission(**RIGHT).cells, *more), "0123456789ab")
    (note,) = restore(node, master)
    assert len(note.params["cells"].items) == 10
    assert note.params["cells"].text("en").endswith(" …")


def test_a_cell_with_hidden_tests_is_not_taken_for_a_changed_one() -> None:
    master = Master.from_notebook("mini", changed("hidden tests"))
    node = submission(**RIGHT)
    assert restore(node, master) == []
    assert HIDDEN in node.cells[2].source


def test_a_task_that_is_not_there_names_the_version_that_is() -> None:
    with pytest.raises(UnknownTask, match=f"lmhead {__version__}, which is installed"):
        find("03-by-hand/of-the-next-version")

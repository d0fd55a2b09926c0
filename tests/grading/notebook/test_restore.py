"""A submission is put back on its master's terms, whatever it claims about itself."""

import copy
from dataclasses import replace

import nbformat
import pytest
from nbformat import NotebookNode

from lmhead.course import ASSIGNMENTS, LANGUAGES, exercise_path
from lmhead.grading.notebook.master import Master, released_master
from lmhead.grading.notebook.read import assignment_of, language_of
from lmhead.grading.notebook.restore import restore

from ..conftest import MINI, RIGHT, Run, cell, notebook, points, submission


def ids(node: NotebookNode) -> list[str | None]:
    return [each.metadata.get("nbgrader", {}).get("grade_id") for each in node.cells]


def by_id(node: NotebookNode, grade_id: str) -> NotebookNode:
    return next(
        each for each in node.cells if each.metadata.get("nbgrader", {}).get("grade_id") == grade_id
    )


def test_an_honest_submission_keeps_its_answers_and_needs_no_note(master: Master) -> None:
    node = submission(**RIGHT)
    assert restore(node, master) == []
    assert by_id(node, "double-answer").source == RIGHT["double"]
    assert by_id(node, "why").source == "Because."
    assert by_id(node, "double").source == by_id(MINI, "double").source
    nbformat.validate(node)


@pytest.mark.parametrize(
    "forged",
    [
        {"points": 100},
        {"grade": False},
        {"solution": True},
        {"locked": False, "checksum": "f" * 32},
        {"schema_version": 1},
        {"schema_version": 99},
        {"task": True, "cell_type": "markdown"},
        {"points": "many", "grade": "yes"},
    ],
)
def test_forged_metadata_of_a_grade_cell_changes_nothing(
    master: Master, forged: dict[str, object]
) -> None:
    node = submission(**RIGHT)
    target = by_id(node, "double")
    target.metadata.nbgrader.update(forged)
    target.source = "pass"
    notes = restore(node, master)
    assert by_id(node, "double").source == by_id(MINI, "double").source
    assert dict(by_id(node, "double").metadata.nbgrader) == dict(
        by_id(MINI, "double").metadata.nbgrader
    )
    assert [note.id for note in notes] == ["restore/changed-cell"]


def test_deleted_grade_and_written_cells_come_back_in_their_places(master: Master) -> None:
    node = submission(**RIGHT)
    node.cells = [
        each
        for each in node.cells
        if each.metadata.nbgrader.grade_id not in ("double", "why", "imports")
    ]
    notes = restore(node, master)
    assert ids(node) == ["imports", "double-answer", "double", "name-answer", "name", "why"]
    assert sorted(note.params["cell"] for note in notes) == ["double", "imports", "why"]
    assert by_id(node, "why").source == "Why?"


def test_all_cells_deleted_still_gives_every_grade_cell(master: Master) -> None:
    node = notebook(cell("plain", "x = 1"))
    restore(node, master)
    assert set(ids(node)) >= {"imports", "double", "name", "why"}


def test_of_a_copied_grade_cell_one_counts_and_a_note_says_so(master: Master) -> None:
    node = submission(**RIGHT)
    twin = copy.deepcopy(by_id(node, "double"))
    twin.source = "assert True"
    node.cells.insert(1, twin)
    notes = restore(node, master)
    assert ids(node).count("double") == 1
    assert [note.id for note in notes] == ["restore/copied-cell"]
    assert by_id(node, "double").source == by_id(MINI, "double").source


def test_of_a_copied_written_answer_the_one_that_was_written_counts(master: Master) -> None:
    node = submission(**RIGHT)
    node.cells.append(copy.deepcopy(by_id(MINI, "why")))
    restore(node, master)
    assert by_id(node, "why").source == "Because."


def test_of_a_copied_locked_cell_the_first_counts(master: Master) -> None:
    node = submission(**RIGHT)
    node.cells.append(copy.deepcopy(by_id(node, "imports")))
    restore(node, master)
    assert ids(node)[0] == "imports"
    assert ids(node).count("imports") == 1


def test_a_raw_cells_forged_outputs_are_dropped(master: Master) -> None:
    node = submission(**RIGHT)
    node.cells.append(
        NotebookNode(
            cell_type="raw", source="x", metadata=NotebookNode(), outputs=[{"a": 1}], id="r"
        )
    )
    node.cells[-2]["attachments"] = {"x.svg": {"image/svg+xml": "<svg onload=alert(1)>"}}
    restore(node, master)
    assert all("attachments" not in each for each in node.cells)
    assert "outputs" not in node.cells[-1]


def test_unknown_grade_ids_become_plain_cells(master: Master) -> None:
    node = submission(**RIGHT)
    node.cells.append(cell("grade", "100", "bonus", 100))
    notes = restore(node, master)
    assert "bonus" not in ids(node)
    assert [note.id for note in notes] == ["restore/unknown-cell"]


@pytest.mark.parametrize(
    "metadata",
    [
        {"nbgrader": 3},
        {"nbgrader": {"grade_id": ["double"]}},
        {"nbgrader": None},
        {"nbgrader": {"grade_id": None}},
    ],
)
def test_metadata_of_any_shape_is_survived(master: Master, metadata: dict[str, object]) -> None:
    node = submission(**RIGHT)
    node.cells[2].metadata = NotebookNode(metadata)
    restore(node, master)
    assert ids(node).count("double") == 1


def test_forged_outputs_and_kernels_are_dropped(master: Master) -> None:
    node = submission(**RIGHT)
    node.cells[2].outputs = [nbformat.v4.new_output("execute_result", {"text/plain": "2"})]
    node.metadata["kernelspec"] = NotebookNode(name="evil", display_name="x", language="bash")
    node.metadata["widgets"] = {"x": "<script>"}
    restore(node, master)
    assert all(each.outputs == [] for each in node.cells if each.cell_type == "code")
    assert node.metadata.kernelspec.name == "python3"
    assert set(node.metadata) == {"kernelspec", "language_info", "lmhead"}


def test_ids_become_unique(master: Master) -> None:
    node = submission(**RIGHT)
    for each in node.cells:
        each["id"] = "same"
    restore(node, master)
    assert len({each.id for each in node.cells}) == len(node.cells)


@pytest.mark.parametrize(
    ("claimed", "lang"), [("zh", "zh"), ("en", "en"), ("fr", "en"), (None, "en"), (["zh"], "en")]
)
def test_the_language_is_one_of_the_courses(claimed: object, lang: str) -> None:
    node = notebook()
    node.metadata["lmhead"] = {"lang": claimed}
    assert language_of(node) == lang
    node.metadata["lmhead"] = claimed
    assert language_of(node) == "en"


def test_ids_that_no_notebook_may_have_are_replaced(master: Master) -> None:
    node = submission(**RIGHT)
    node.cells[0]["id"] = "<script>"
    restore(node, master)
    nbformat.validate(node)


def test_a_cell_turned_to_markdown_is_turned_back(master: Master) -> None:
    node = submission(**RIGHT)
    node.cells[2] = cell("markdown", "no test here")
    node.cells[2].metadata["nbgrader"] = NotebookNode(grade_id="double")
    restore(node, master)
    assert by_id(node, "double").cell_type == "code"
    nbformat.validate(node)


# -- marks that an editor or a platform has lost --------------------------------------------


def without_marks(node: NotebookNode, keep: int = 0, ids: str = "kept") -> NotebookNode:
    """Without the cells' metadata, but for the first `keep` grade cells; ids kept, lost or Colab's."""
    for number, each in enumerate(node.cells):
        data = each.metadata.get("nbgrader", {})
        if data.get("grade") and not data.get("solution") and keep > 0:
            keep -= 1
            continue
        each.metadata = NotebookNode(id=each.id) if ids == "colab" else NotebookNode()
        if ids != "kept":
            each.id = f"made-up-{number}"
    return node


@pytest.mark.parametrize("ids_are", ["kept", "colab"])
@pytest.mark.parametrize("keep", [0, 1, 2])
def test_cells_whose_marks_are_lost_are_found_by_their_ids(
    master: Master, keep: int, ids_are: str
) -> None:
    right = submission(**RIGHT)
    restore(right, master)
    node = without_marks(submission(**RIGHT), keep, ids_are)
    # Also where what was checked has been changed as well.
    by_place = {each.metadata.nbgrader.grade_id: at for at, each in enumerate(right.cells)}
    node.cells[by_place["name"]].source = "20"
    notes = restore(node, master)
    assert ids(node) == ids(right)
    assert [each.source for each in node.cells] == [each.source for each in right.cells]
    assert [each.metadata for each in node.cells] == [each.metadata for each in right.cells]
    assert [note.id for note in notes] == ["restore/marks-lost", "restore/changed-cell"]
    lost = [grade_id for grade_id in ids(right) if grade_id not in ("double", "name")[:keep]]
    assert notes[0].params["cells"].items == tuple(lost)


@pytest.mark.parametrize("keep", [0, 1])
def test_cells_whose_marks_and_ids_are_lost_are_found_by_their_source(
    master: Master, keep: int
) -> None:
    node = without_marks(submission(double=RIGHT["double"], name=RIGHT["name"]), keep, "lost")
    notes = restore(node, master)
    # What a learner wrote needs no mark; the question that was left as it was is found too.
    assert ids(node) == ["imports", None, "double", None, "name", "why"]
    assert [note.id for note in notes] == ["restore/marks-lost"]


def test_what_is_not_found_comes_after_the_last_cell(master: Master) -> None:
    """A changed grade cell without id or mark: it looks at answers, which stand anywhere."""
    node = without_marks(submission(**RIGHT), 0, "lost")
    for at in (2, 4):
        node.cells[at].source = "# " + node.cells[at].source
    count = len(node.cells)
    notes = restore(node, master)
    assert ids(node)[:count] == ["imports", *[None] * (count - 1)]
    assert ids(node)[count:] == ["double", "name", "why"]
    missing = [note.params["cell"] for note in notes if note.id == "restore/missing-cell"]
    assert missing == ["double", "name", "why"]


def test_cells_of_one_source_are_told_apart_by_their_order() -> None:
    same = "assert f(2) == 4"
    node = notebook(
        cell("answer", "f = 0", "a-answer"),
        cell("grade", same, "a", 1),
        cell("answer", "f = 1", "b-answer"),
        cell("grade", same, "b", 2),
        cell("locked", "x = 1", "one"),
        cell("locked", "x = 1", "two"),
    )
    master = Master.from_notebook("mini", node)
    lost = without_marks(copy.deepcopy(node), 0, "lost")
    restore(lost, master)
    assert ids(lost) == [None, "a", None, "b", "one", "two"]
    # Of copies of a grade cell the last ones count, of a locked cell the first.
    lost = without_marks(copy.deepcopy(node), 0, "lost")
    lost.cells.insert(0, copy.deepcopy(lost.cells[1]))
    lost.cells.append(copy.deepcopy(lost.cells[-1]))
    restore(lost, master)
    assert ids(lost) == [None, None, "a", None, "b", "one", "two", None]


def test_a_cell_with_hidden_tests_is_found_as_it_was_released() -> None:
    node = notebook(cell("answer", "x = 1", "x-answer"), cell("grade", "assert x", "x", 1))
    master = Master.from_notebook("mini", copy.deepcopy(node))
    hidden = "\n### BEGIN HIDDEN TESTS\nassert x == 1\n### END HIDDEN TESTS"
    whole = Master(
        "mini", tuple(replace(c, source=c.source + hidden * c.grade) for c in master.cells)
    )
    lost = without_marks(copy.deepcopy(node), 0, "lost")
    lost.cells[1].source += "\n\n"
    restore(lost, whole)
    assert ids(lost) == [None, "x"]
    assert hidden in lost.cells[1].source


def test_no_more_is_found_than_is_missing(master: Master) -> None:
    """A copy without marks is a plain cell; nor does a cell's id take a mark from another."""
    node = submission(**RIGHT)
    copied = copy.deepcopy(by_id(node, "double"))
    copied.metadata, copied.id = NotebookNode(), "copy"
    plain = cell("plain", "x = 1")
    plain.id = "name"
    node.cells += [copied, plain]
    assert restore(node, master) == []
    assert ids(node)[-2:] == [None, None]
    assert node.cells[-2].source == copied.source


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
@pytest.mark.parametrize("ids_are", ["kept", "lost"])
def test_the_courses_own_notebooks_are_whole_again(
    assignment: str, lang: str, ids_are: str
) -> None:
    """All graded and locked cells are where they were, and what is graded is the same."""
    whole = nbformat.read(exercise_path(assignment, lang), as_version=4)
    master = released_master(assignment, lang)
    lost = without_marks(copy.deepcopy(whole), 0, ids_are)
    notes = restore(lost, master)
    assert [note.id for note in notes] == ["restore/marks-lost"]
    for before, after in zip(whole.cells, lost.cells, strict=True):
        data = before.metadata.get("nbgrader", {})
        if data.get("grade") or data.get("locked") or (data and ids_are == "kept"):
            assert after.metadata.nbgrader.grade_id == data.grade_id
            assert after.metadata.nbgrader.get("points") == data.get("points")
        assert after.source == before.source


def test_a_notebook_without_any_mark_is_known_by_its_cells() -> None:
    whole = nbformat.read(exercise_path("04-decoding", "en"), as_version=4)
    known = {name: {c.grade_id for c in released_master(name, "en").cells} for name in ASSIGNMENTS}
    lost = without_marks(whole)
    lost.metadata = NotebookNode()
    assert assignment_of(lost, known) == "04-decoding"


@pytest.mark.slow
def test_a_right_notebook_without_marks_has_its_points(run: Run) -> None:
    for ids_are in ("kept", "lost"):
        outcome = run(without_marks(submission(**RIGHT), 0, ids_are))
        assert points(outcome)["double"] == 2
        assert points(outcome)["name"] == 3

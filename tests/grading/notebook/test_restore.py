"""A submission is put back on its master's terms, whatever it claims about itself."""

import copy

import nbformat
import pytest
from nbformat import NotebookNode

from lmhead.grading.notebook.master import Master
from lmhead.grading.notebook.read import language_of
from lmhead.grading.notebook.restore import restore

from ..conftest import MINI, RIGHT, cell, notebook, submission


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

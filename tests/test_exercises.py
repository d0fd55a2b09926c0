"""The contracts of the exercise notebooks: masters, releases and the two editions."""

import ast
import builtins
import json
import shutil
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from lmhead.checks.registry import tasks
from lmhead.course import ASSIGNMENTS, LANGUAGES, LIBRARIES, REPO, is_placeholder
from lmhead.grading.classroom.release import release
from lmhead.grading.settings import CODE_STUB, TEXT_STUB
from lmhead.tasks import folder_name

ROOT = Path(__file__).parents[1]
COURSES = {"en": ROOT, "zh": ROOT / "zh"}
#: What a submission may import while it is graded: the stand-in package and these.
ALLOWED = {"numpy", "matplotlib", "math", "sys", "lmhead"}

each_notebook = pytest.mark.parametrize(
    ("assignment", "lang"), [(a, lang) for a in ASSIGNMENTS for lang in LANGUAGES]
)
each_assignment = pytest.mark.parametrize("assignment", ASSIGNMENTS)


def read(kind: str, assignment: str, lang: str) -> NotebookNode:
    path = COURSES[lang] / kind / assignment / f"{assignment}.ipynb"
    node: NotebookNode = nbformat.read(path, as_version=4)
    return node


def marks(cell: NotebookNode) -> dict[str, object]:
    return dict(cell.metadata.get("nbgrader", {}))


def is_grade(cell: NotebookNode) -> bool:
    return bool(marks(cell).get("grade")) and not marks(cell).get("solution")


def is_locked(cell: NotebookNode) -> bool:
    return (
        bool(marks(cell).get("locked")) and not marks(cell).get("solution") and not is_grade(cell)
    )


def plain(source: str) -> ast.Module:
    """A cell's code without its magics."""
    lines = source.split("\n")
    indents = [line[: len(line) - len(line.lstrip())] for line in lines]
    return ast.parse(
        "\n".join(
            indent + "pass" if line.lstrip().startswith("%") else line
            for indent, line in zip(indents, lines, strict=True)
        )
    )


def defined(cells: list[NotebookNode]) -> set[str]:
    names: set[str] = set()
    for cell in cells:
        for node in ast.walk(plain(cell.source)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                names.add(node.name)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                names |= {(item.asname or item.name).split(".")[0] for item in node.names}
    return names


def used(cell: NotebookNode) -> set[str]:
    tree = plain(cell.source)
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def code(node: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in node.cells if cell.cell_type == "code"]


@pytest.mark.slow
@each_notebook
def test_the_release_is_what_the_master_gives(tmp_path: Path, assignment: str, lang: str) -> None:
    """Drift: change the master, then run `make exercises`."""
    course = COURSES[lang]
    shutil.copytree(course / "solutions" / assignment, tmp_path / "solutions" / assignment)
    shutil.copy(course / "nbgrader_config.py", tmp_path)
    fresh = release(tmp_path, assignment)
    kept = course / "exercises" / assignment
    assert {path.name: path.read_bytes() for path in fresh.iterdir()} == {
        path.name: path.read_bytes() for path in kept.iterdir() if not path.name.startswith(".")
    }


@each_assignment
def test_graded_and_locked_cells_are_the_same_bytes_in_both_editions(assignment: str) -> None:
    for kind in ("solutions", "exercises"):
        fixed = [
            [
                (cell.source, json.dumps(cell.metadata, sort_keys=True))
                for cell in read(kind, assignment, lang).cells
                if is_grade(cell) or is_locked(cell)
            ]
            for lang in LANGUAGES
        ]
        assert fixed[0]
        assert fixed[0] == fixed[1]


@each_assignment
def test_both_editions_have_the_same_cells_in_the_same_order(assignment: str) -> None:
    shapes = [
        [
            (cell.cell_type, cell.id, marks(cell))
            for cell in read("exercises", assignment, lang).cells
        ]
        for lang in LANGUAGES
    ]
    assert shapes[0] == shapes[1]


@each_assignment
def test_an_untouched_answer_is_the_same_text_in_both_editions(assignment: str) -> None:
    answers = [
        {
            marks(c)["grade_id"]: c.source
            for c in read("exercises", assignment, lang).cells
            if marks(c).get("solution")
        }
        for lang in LANGUAGES
    ]
    assert answers[0] == answers[1]
    for source in answers[0].values():
        assert TEXT_STUB in source or all(line in source for line in CODE_STUB.split("\n"))


@each_notebook
def test_a_release_holds_no_solution_and_no_output(assignment: str, lang: str) -> None:
    for kind in ("solutions", "exercises"):
        node = read(kind, assignment, lang)
        nbformat.validate(node)
        assert all(cell.outputs == [] and cell.execution_count is None for cell in code(node))
    text = json.dumps(read("exercises", assignment, lang))
    assert "SOLUTION" not in text
    for cell in read("solutions", assignment, lang).cells:
        if marks(cell).get("solution"):
            between = cell.source.partition("### BEGIN SOLUTION")[2].partition("### END SOLUTION")[
                0
            ]
            assert json.dumps((between or cell.source).strip())[1:-1] not in text


@each_notebook
def test_grade_cells_use_only_answers_and_locked_names(assignment: str, lang: str) -> None:
    cells = code(read("solutions", assignment, lang))
    answers = defined([cell for cell in cells if marks(cell).get("solution")])
    locked = defined([cell for cell in cells if is_locked(cell)])
    for cell in filter(is_grade, cells):
        assert used(cell) <= answers | locked | set(dir(builtins)) | defined([cell])


@each_notebook
def test_learners_cells_use_no_name_of_a_grade_cell(assignment: str, lang: str) -> None:
    cells = code(read("solutions", assignment, lang))
    graded = defined(list(filter(is_grade, cells)))
    assert not graded & {name for cell in cells if not is_grade(cell) for name in used(cell)}


@each_notebook
def test_what_is_imported_exists_while_grading(assignment: str, lang: str) -> None:
    standin = ROOT / "lmhead" / "grading" / "sandbox" / "standin" / "lmhead"
    for cell in code(read("solutions", assignment, lang)):
        for node in ast.walk(plain(cell.source)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                module = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
                assert module is not None
                top, *rest = module.split(".")
                assert top in ALLOWED | set(LIBRARIES.get(assignment, ()))
                if top == "lmhead" and rest:
                    assert (standin / f"{rest[0]}.py").exists() or (standin / rest[0]).is_dir()


@each_notebook
def test_the_bootstrap_installs_from_the_courses_repository_and_names_its_language(
    assignment: str, lang: str
) -> None:
    (cell,) = [
        cell for cell in code(read("exercises", assignment, lang)) if "google.colab" in cell.source
    ]
    assert marks(cell) == {}
    if is_placeholder(REPO):  # whoever has that name would be installed
        assert "git+" not in cell.source
        assert "sys.exit(" in cell.source
    else:
        assert f"git+{REPO}" in cell.source
    assert 'sys.platform == "emscripten"' in cell.source
    assert f'use_language("{lang}")' in cell.source


@each_notebook
def test_the_notebook_says_what_it_is(assignment: str, lang: str) -> None:
    data = read("exercises", assignment, lang).metadata["lmhead"]
    assert (data["assignment"], data["lang"]) == (assignment, lang)


@each_notebook
def test_points_and_names_are_those_of_the_checks(assignment: str, lang: str) -> None:
    graded = {
        marks(c)["grade_id"]: c for c in read("exercises", assignment, lang).cells if is_grade(c)
    }
    known = {task.name: task for task in tasks(assignment)}
    assert set(graded) == set(known)
    for name, task in known.items():
        assert marks(graded[name])["points"] == task.points
        assert graded[name].source == f'check("{task.id}", {", ".join(task.takes)})'


@each_notebook
def test_a_notebook_is_worth_twenty_points(assignment: str, lang: str) -> None:
    points = sum(
        float(str(marks(c).get("points", 0))) for c in read("exercises", assignment, lang).cells
    )
    folder = f"lmhead/tasks/{folder_name(assignment)}"
    assert points == 20, (
        f"{assignment} is worth {points:g}: change points= in a check.py below {folder}/, or those "
        f"of the written answer in {folder}/assignment.toml"
    )

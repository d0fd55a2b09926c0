"""The prompts of the exercises say what the checks ask, in both editions."""

import itertools
import re
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from lmhead.checks.registry import tasks
from lmhead.course import ASSIGNMENTS, LANGUAGES, SITE_URL, section_url
from lmhead.four_words import GLOSSES, PROBABILITIES, W_OUT, WORDS, sgd_step
from lmhead.tasks.by_hand.chain import check as chain
from lmhead.tasks.by_hand.favour_run import check as favour_run
from lmhead.tasks.by_hand.impossible import check as impossible
from lmhead.tasks.by_hand.scale import check as stretch

ROOT = Path(__file__).parents[2]

each_notebook = pytest.mark.parametrize(
    ("assignment", "lang"), [(name, lang) for name in ASSIGNMENTS for lang in LANGUAGES]
)
each_edition = pytest.mark.parametrize("lang", LANGUAGES)


def course(lang: str) -> Path:
    return ROOT if lang == "en" else ROOT / lang


def notebook(assignment: str, lang: str) -> NotebookNode:
    path = course(lang) / "solutions" / assignment / f"{assignment}.ipynb"
    node: NotebookNode = nbformat.read(path, as_version=4)
    return node


def prompt(name: str, lang: str, assignment: str = "03-by-hand") -> str:
    (cell,) = [cell for cell in notebook(assignment, lang).cells if cell.id == name]
    return str(cell.source)


def table(text: str) -> list[list[str]]:
    """The rows of the prompt's tables, without their heads' rules."""
    rows = [line for line in text.split("\n") if line.startswith("|") and "---" not in line]
    return [[field.strip() for field in row.strip("|").split("|")] for row in rows]


@each_notebook
def test_there_is_one_title_and_no_level_is_left_out(assignment: str, lang: str) -> None:
    text = "\n".join(
        cell.source for cell in notebook(assignment, lang).cells if cell.cell_type == "markdown"
    )
    levels = [len(line.split(" ")[0]) for line in text.split("\n") if re.match("#+ ", line)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(levels))


@each_notebook
def test_each_task_has_prompt_answer_and_check_in_this_order(assignment: str, lang: str) -> None:
    ids = [cell.id for cell in notebook(assignment, lang).cells]
    for task in tasks(assignment):
        at = ids.index(f"{task.name}-prompt")
        assert ids[at : at + 3] == [f"{task.name}-prompt", f"{task.name}-answer", task.name]


@each_notebook
def test_links_to_the_site_lead_to_pages_and_sections_of_the_same_edition(
    assignment: str, lang: str
) -> None:
    text = "\n".join(cell.source for cell in notebook(assignment, lang).cells)
    links = re.findall(r"\]\((https?://[^)]+)\)", text)
    assert links
    for link in links:
        assert link.startswith(SITE_URL), "the only addresses are those of the course"
        page, _, anchor = link.partition("#")
        name = page.rsplit("/", 1)[1].removesuffix(".html")
        assert link == section_url(lang, name, anchor)
        chapter = (course(lang) / "chapters" / f"{name}.md").read_text("utf-8")
        number = name.split("-")[0]
        assert not anchor or f"({number}-{anchor})=\n" in chapter


@each_notebook
def test_each_tasks_section_is_in_its_chapter(assignment: str, lang: str) -> None:
    chapter = (course(lang) / "chapters" / f"{assignment}.md").read_text("utf-8")
    for task in tasks(assignment):
        assert f"({task.section})=\n" in chapter


@each_notebook
def test_the_table_of_points_is_that_of_the_cells(assignment: str, lang: str) -> None:
    node = notebook(assignment, lang)
    points = [
        cell.metadata.nbgrader.points
        for cell in node.cells
        if "points" in cell.metadata.get("nbgrader", {})
    ]
    (title,) = [cell.source for cell in node.cells if cell.id == "title"]
    announced = [
        int(number) for row in table(title)[1:] for number in row[-1].split("+") if number.strip()
    ]
    assert announced == points
    assert str(sum(points)) in title


@each_notebook
def test_answers_are_the_same_in_both_editions(assignment: str, lang: str) -> None:
    def answers(edition: str) -> list[str]:
        return [
            cell.source
            for cell in notebook(assignment, edition).cells
            if cell.metadata.get("nbgrader", {}).get("solution") and cell.cell_type == "code"
        ]

    assert answers(lang) == answers("en")


# -- 03-by-hand ----------------------------------------------------------------------------


def word(index: int, lang: str) -> str:
    return f"{WORDS[index]} {GLOSSES[index]}" if lang == "en" else WORDS[index]


@each_edition
def test_the_chain_starts_from_the_h_that_is_checked(lang: str) -> None:
    text = prompt("chain-prompt", lang)
    assert f"h = {[int(number) for number in chain.ChainNumbers().h]}" in text
    rows = [f"${[int(number) for number in row]}$" for row in W_OUT]
    assert [row for row in table(text) if row[1] in rows] == [
        [word(index, lang), row] for index, row in enumerate(rows)
    ]


@each_edition
def test_the_five_distributions_are_those_that_are_checked(lang: str) -> None:
    head, *rows = table(prompt("impossible-prompt", lang))
    assert head[1:] == [word(index, lang) for index in range(4)]
    printed = {row[0]: tuple(float(number) for number in row[1:]) for row in rows}
    assert printed == impossible.DISTRIBUTIONS


@each_edition
def test_limits_and_thresholds_are_those_that_are_checked(lang: str) -> None:
    favour, scale = prompt("favour-run-prompt", lang), prompt("scale-prompt", lang)
    assert set(re.findall(r"(\d+) ?%", favour)) == {f"{100 * favour_run.WANTED:.0f}"}
    assert r"\sqrt{2}" in favour
    assert favour_run.LONGEST == 2**0.5
    assert str(favour_run.TYPED) in favour
    assert set(re.findall(r"(\d+) ?%", scale)) == {f"{100 * stretch.ENOUGH:.0f}"}


@each_edition
def test_the_step_that_may_be_tried_first_is_computed(lang: str) -> None:
    after = sgd_step("W_out", 3, rate=1.0).after.probabilities[3]
    text = prompt("sgd-step-prompt", lang)
    assert re.findall(r"0\.\d{3}", text) == [f"{PROBABILITIES[3]:.3f}", f"{after:.3f}"]


@each_edition
def test_the_numbers_of_the_model_answer(lang: str) -> None:
    text = prompt("impossible-why", lang)
    for cat, dog, fish, run in impossible.DISTRIBUTIONS.values():
        for product in {round(cat * run, 4), round(dog * fish, 4)}:
            assert re.search(rf"\b{product:g}\b", text), product

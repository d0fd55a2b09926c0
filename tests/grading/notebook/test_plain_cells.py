"""nbconvert's page of a graded notebook holds nothing that its writer has named."""

from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from nbconvert.exporters import HTMLExporter
from traitlets.config import Config

from lmhead.grading.notebook.plain_cells import as_text, plain_cells
from lmhead.grading.pages.markdown import markdown_html
from lmhead.grading.settings import configure

RAW = (
    '<a href="figure.html" id="one" class="mine" name="form">a</a>',
    '<form action="x"><input id="why" name="score"></form>',
    "```\n<b id='out'>b</b>\n````\n~~~\n<i class='mine'>",
    "    <b id='indented'>",
    "",
)


def page(*cells: nbformat.NotebookNode) -> BeautifulSoup:
    config = Config()
    configure(config, Path("course"))
    notebook = nbformat.v4.new_notebook(cells=list(cells))
    html, _ = HTMLExporter(config=config, template_name="classic").from_notebook_node(notebook)
    return BeautifulSoup(html, "html.parser")


@pytest.mark.parametrize("source", RAW)
def test_a_raw_cell_is_text(source: str) -> None:
    plain = page(nbformat.v4.new_markdown_cell("x", id="other"))
    made = page(
        nbformat.v4.new_markdown_cell("x", id="other"), nbformat.v4.new_raw_cell(source, id="mine")
    )

    def named(soup: BeautifulSoup) -> list[str]:
        here = soup.body
        return [
            f"{key}={tag[key]}"
            for tag in here.find_all(True)
            for key in ("id", "name", "href", "action", "form", "style")
            if tag.has_attr(key)
        ]

    assert [name for name in named(made) if "cell-1" not in name] == named(plain)
    assert not made.select(".mine, form, input")
    assert made.get_text().count(source.strip()) == 1 if source else True


def test_ids_in_the_page_are_ours() -> None:
    made = page(
        nbformat.v4.new_code_cell("1", id="why"),
        nbformat.v4.new_markdown_cell("a", id="a-name-of-theirs"),
    )
    ids = {str(tag["id"]) for tag in made.body.find_all(id=True)}
    assert not {name for name in ids if "why" in name or "theirs" in name}


def test_the_courses_cells_keep_their_names_and_no_other_has_one() -> None:
    ours = nbformat.v4.new_code_cell("1", id="abc", metadata={"nbgrader": {"grade_id": "cell-1"}})
    strange = nbformat.v4.new_code_cell("1", id="x", metadata={"nbgrader": {"grade_id": "a b"}})
    notebook = nbformat.v4.new_notebook(
        cells=[ours, nbformat.v4.new_markdown_cell("a", id="cell-1"), strange]
    )
    plain_cells(notebook)
    assert [cell.id for cell in notebook.cells] == ["cell-1", "cell-1-", "cell-2"]
    nbformat.validate(notebook)
    before = [dict(cell) for cell in notebook.cells]
    plain_cells(notebook)
    assert [dict(cell) for cell in notebook.cells] == before


@given(st.text(alphabet="`~ \n<b>ab&", max_size=40))
def test_nothing_in_a_source_ends_its_block(source: str) -> None:
    soup = BeautifulSoup(markdown_html(as_text(source)), "html.parser")
    assert [tag.name for tag in soup.find_all(True)] == ["pre", "code"]
    assert soup.get_text().strip("\n") == source.strip("\n")

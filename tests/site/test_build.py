"""The build is strict: each kind of fault ends it with status 1 and says where the fault is."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys

import pytest

from lmhead.course import SITE_URL
from tests import programs
from tests.site.conftest import Book, make_book
from web import build

pytestmark = pytest.mark.slow

STUB = json.dumps(
    {
        "cells": [
            {
                "cell_type": "code",
                "id": "stub",
                "execution_count": None,
                "metadata": {},
                "outputs": [],
                "source": "raise NotImplementedError",
            }
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
)


def run(book, *more):
    """Build both editions as a user would; the finished process."""
    return programs.run("web.build", "--root", book.root, *more, cwd=build.ROOT, env=os.environ)


def run_english(book):
    """Build the English edition alone."""
    folders = (book.root, book.root / "_build")
    return programs.run("web.edition", *folders, cwd=build.ROOT, env=os.environ)


# --- what is sound: one book, built once ---------------------------------------------------------

SITE_LINKS = "[a]({0}chapters/page.html#top) [b]({0}zh/chapters/page.html) [c]({0}) [d]({0}zh/)"
IN_PIECES = "print('one')\ndisplay('between')\nprint('two')"


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A book that holds what the tests below look at; built, and not to be changed."""
    book = make_book(tmp_path_factory.mktemp("sound") / "book")
    for edition in ("en", "zh"):
        book.append(SITE_LINKS.format(SITE_URL), edition)
    book.append(f"```{{code-cell}} python\n{IN_PIECES}\n```\n")
    book.append("| | head |\n|---|---|\n| row | 1 |\n")
    # Notebooks of a reader. The last name is a pattern that does not match itself.
    for folder in ("lmhead-course/x", "anything", "zh/anything", "week [1]"):
        (book.root / folder).mkdir(parents=True)
        (book.root / folder / "x.ipynb").write_text(STUB)
        (book.root / folder / "notes.md").write_text("# Notes\n\n{ref}`nowhere`\n")
    (book.root / "Untitled.ipynb").write_text(STUB)
    # An instructor's own exercise, released from a master of theirs.
    for folder in ("exercises/07-mine", "zh/exercises/07-mine"):
        (book.root / folder).mkdir(parents=True)
        (book.root / folder / "07-mine.ipynb").write_text(STUB)
    done = run(book)
    assert done.returncode == 0, done.stderr
    return book


def test_a_sound_book_is_built_with_both_editions(sound):
    html = sound.root / "_build" / "html"
    assert "url=chapters/page.html" in (html / "index.html").read_text()
    assert "url=chapters/page.html" in (html / "zh" / "index.html").read_text()
    assert 'lang="zh-CN"' in (html / "zh" / "chapters" / "page.html").read_text()
    # Neither edition holds the other's pages.
    assert not (html / "zh" / "zh").exists()
    assert "一页" not in (html / "chapters" / "page.html").read_text()


def test_a_later_fault_leaves_the_published_site_as_it_was(sound, tmp_path):
    shutil.copytree(sound.root, tmp_path / "book")
    book = Book(tmp_path / "book")
    page = book.root / "_build" / "html" / "zh" / "chapters" / "page.html"
    before = page.read_bytes()
    book.append("{ref}`nowhere`")
    assert run(book).returncode == 1
    assert page.read_bytes() == before


def test_notebooks_of_a_reader_are_no_pages(sound):
    built = {path.name for path in (sound.root / "_build" / "html").rglob("*.html")}
    assert not built & {"x.html", "notes.html", "Untitled.html", "07-mine.html"}


def test_what_one_cell_prints_is_one_box(sound):
    # Whatever else shows between them, the pieces of one stream stand together.
    html = (sound.root / "_build" / "html" / "chapters" / "page.html").read_text()
    assert html.count('class="output stream') == 1


def test_links_to_the_published_site_lead_to_the_pages_beside(sound):
    html = sound.root / "_build" / "html"
    expected = {
        "": ["page.html#top", "../zh/chapters/page.html", "../index.html", "../zh/index.html"],
        "zh": ["../../chapters/page.html#top", "page.html", "../../index.html", "../index.html"],
    }
    for folder, addresses in expected.items():
        page = (html / folder / "chapters" / "page.html").read_text()
        found = re.findall(r'<a class="reference internal" href="([^"]*)">[abcd]</a>', page)
        assert found == addresses


def test_the_empty_corner_of_a_table_is_no_header(sound):
    html = (sound.root / "_build" / "html" / "chapters" / "page.html").read_text()
    (row,) = re.findall(r"<thead>.*?</thead>", html, re.S)
    assert re.findall(r"<(t[dh])\b", row) == ["td", "th"]


# --- what is not: all that Sphinx warns of in one build, and what ends a build at once -----------

FAULTS = {
    "label": ("{ref}`nowhere`", "undefined label"),
    "formula": ("$\\unknown$", "unknown"),
    "anchor": ("[text](#no-such-anchor)", "no-such-anchor"),
    "cell": ("```{code-cell} python\n1 / 0\n```", "ZeroDivisionError"),
    "stderr": (
        "```{code-cell} python\nimport sys; print('aside', file=sys.stderr)\n```",
        "stderr",
    ),
    "predict": (
        "```{predict} q\nWhich?\n\n- ( ) a\n\n  No.\n\n- ( ) b\n\n  No.\n```",
        "exactly one",
    ),
}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """What the build says of a book with a page for each fault but a failing cell, with a page
    that has no sibling, and with two that no table of contents names."""
    book = make_book(tmp_path_factory.mktemp("faulty") / "book")
    entries = ["chapters:", "  - file: chapters/more"]
    start = book.page().read_text(encoding="utf-8").replace("(top)=\n", "")
    for name, (text, _) in FAULTS.items():
        if name == "cell":
            continue
        entries.append(f"  - file: chapters/fault-{name}")
        for edition in ("en", "zh"):
            page = book.page(edition).with_name(f"fault-{name}.md")
            page.write_text(f"{start.replace('[Top](#top)', '')}\n{text}\n", encoding="utf-8")
    toc = book.root / "_toc.yml"
    toc.write_text(toc.read_text() + "\n".join(entries) + "\n")
    (book.root / "chapters" / "more.md").write_text("# More\n\nText.\n")
    (book.root / "chapters" / "forgotten.md").write_text("# Forgotten\n\nText.\n")
    (book.root / "exercises" / "06-train").mkdir(parents=True)
    (book.root / "exercises" / "06-train" / "06-train.ipynb").write_text(STUB)
    done = run_english(book)
    assert done.returncode == 1
    return done.stderr


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_on_a_page_fails_its_edition(book, faulty, name):
    text, sentence = FAULTS[name]
    if name == "cell":  # the build ends there
        book.append(text)
        done = run_english(book)
        assert done.returncode == 1
        assert sentence in done.stderr
        assert "page.md" in done.stderr
    else:
        said = [line for line in faulty.splitlines() if f"fault-{name}.md" in line]
        assert any(sentence in line for line in said), faulty


def test_a_page_without_sibling_fails(faulty):
    said = [line for line in faulty.splitlines() if "no sibling in the edition 'zh'" in line]
    assert any("more.md" in line for line in said), faulty


def test_a_page_that_no_table_of_contents_names_fails(faulty):
    assert "forgotten.md:1: WARNING: _toc.yml does not name this page" in faulty
    assert "06-train.ipynb:1: WARNING: _toc.yml does not name this page" in faulty


def test_a_wrong_configuration_fails(book):
    config = book.root / "_config.yml"
    config.write_text(config.read_text().replace("timeout: 120", "timeout: long"))
    done = run_english(book)
    assert done.returncode == 1
    assert "'long' is not of type" in done.stderr


def test_a_link_that_only_the_finished_page_shows_fails(book):
    book.append('<a href="nowhere.html">nowhere</a>')
    book.append(f"[e]({SITE_URL}chapters/page.html#gone)")
    done = run(book)
    assert done.returncode == 1
    assert "chapters/page.html" in done.stderr
    assert "'nowhere.html' leads to no file" in done.stderr
    assert "'page.html#gone' leads to a page without that anchor" in done.stderr
    # `make site` says that the site was not built; here stands why.
    assert done.stderr.splitlines()[-1] == "2 links or ids of the built pages are wrong."
    assert not (book.root / "_build" / "html").exists()


def test_an_interrupt_ends_it_with_one_sentence(book, interruptible):
    command = [sys.executable, "-m", "web.build", "--root", str(book.root)]
    process = subprocess.Popen(
        command, cwd=build.ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline().startswith("Building the English edition")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == build.INTERRUPTED
    assert said.strip() == "Stopped. The site was not built."

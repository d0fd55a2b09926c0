"""The build is strict: each kind of fault ends it with status 1 and says where the fault is."""

import json
import re
import signal
import subprocess
import sys

import pytest

from lmhead.course import SITE_URL
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
    command = [sys.executable, "-m", "web.build", "--root", str(book.root), *more]
    return subprocess.run(command, cwd=build.ROOT, capture_output=True, text=True, check=False)


def run_english(book):
    """Build the English edition alone."""
    command = [sys.executable, "-m", "web.edition", str(book.root)]
    command += [str(book.root / "out"), str(book.root / "doctrees")]
    return subprocess.run(command, cwd=build.ROOT, capture_output=True, text=True, check=False)


def test_a_sound_book_is_built_with_both_editions(book):
    done = run(book)
    assert done.returncode == 0, done.stderr
    html = book.root / "_build" / "html"
    assert "url=chapters/page.html" in (html / "index.html").read_text()
    assert "url=chapters/page.html" in (html / "zh" / "index.html").read_text()
    assert 'lang="zh-CN"' in (html / "zh" / "chapters" / "page.html").read_text()
    # Neither edition holds the other's pages.
    assert not (html / "zh" / "zh").exists()
    assert "一页" not in (html / "chapters" / "page.html").read_text()
    # A later fault leaves the published site as it was.
    book.append("{ref}`nowhere`")
    assert run(book).returncode == 1
    assert (html / "zh" / "chapters" / "page.html").is_file()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{ref}`nowhere`", "undefined label"),
        ("$\\unknown$", "unknown"),
        ("[text](#no-such-anchor)", "no-such-anchor"),
        ("```{code-cell} python\n1 / 0\n```", "ZeroDivisionError"),
        ("```{code-cell} python\nimport sys; print('aside', file=sys.stderr)\n```", "stderr"),
        ("```{predict} q\nWhich?\n\n- ( ) a\n\n  No.\n\n- ( ) b\n\n  No.\n```", "exactly one"),
    ],
    ids=["label", "formula", "anchor", "cell", "stderr", "predict"],
)
def test_a_fault_on_a_page_fails_its_edition(book, text, sentence):
    book.append(text)
    done = run_english(book)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "page.md" in done.stderr


def test_a_page_without_sibling_fails(book):
    toc = book.root / "_toc.yml"
    toc.write_text(toc.read_text() + "chapters:\n  - file: chapters/more\n")
    (book.root / "chapters" / "more.md").write_text("# More\n\nText.\n")
    done = run_english(book)
    assert done.returncode == 1
    assert "no sibling in the edition 'zh'" in done.stderr
    assert "more.md" in done.stderr


def test_a_page_that_no_table_of_contents_names_fails(book):
    (book.root / "chapters" / "forgotten.md").write_text("# Forgotten\n\nText.\n")
    (book.root / "exercises" / "x").mkdir(parents=True)
    (book.root / "exercises" / "x" / "x.ipynb").write_text(STUB)
    done = run_english(book)
    assert done.returncode == 1
    assert "forgotten.md:1: WARNING: _toc.yml does not name this page" in done.stderr
    assert "x.ipynb:1: WARNING: _toc.yml does not name this page" in done.stderr


def test_notebooks_of_a_reader_are_no_pages(book):
    # The last name is a pattern that does not match itself.
    for folder in ("lmhead-course/x", "anything", "zh/anything", "week [1]"):
        (book.root / folder).mkdir(parents=True)
        (book.root / folder / "x.ipynb").write_text(STUB)
        (book.root / folder / "notes.md").write_text("# Notes\n\n{ref}`nowhere`\n")
    (book.root / "Untitled.ipynb").write_text(STUB)
    done = run(book)
    assert done.returncode == 0, done.stderr
    built = {path.name for path in (book.root / "_build" / "html").rglob("*.html")}
    assert not built & {"x.html", "notes.html", "Untitled.html"}


def test_what_one_cell_prints_is_one_box(book):
    # Whatever else shows between them, the pieces of one stream stand together.
    cell = "print('one')\ndisplay('between')\nprint('two')"
    book.append(f"```{{code-cell}} python\n{cell}\n```\n")
    done = run_english(book)
    assert done.returncode == 0, done.stderr
    html = (book.root / "out" / "chapters" / "page.html").read_text()
    assert html.count('class="output stream') == 1


def test_links_to_the_published_site_lead_to_the_pages_beside(book):
    text = "[a]({0}chapters/page.html#top) [b]({0}zh/chapters/page.html) [c]({0}) [d]({0}zh/)"
    for edition in ("en", "zh"):
        book.append(text.format(SITE_URL), edition)
    done = run(book)
    assert done.returncode == 0, done.stderr
    html = book.root / "_build" / "html"
    expected = {
        "": ["page.html#top", "../zh/chapters/page.html", "../index.html", "../zh/index.html"],
        "zh": ["../../chapters/page.html#top", "page.html", "../../index.html", "../index.html"],
    }
    for folder, addresses in expected.items():
        page = (html / folder / "chapters" / "page.html").read_text()
        found = re.findall(r'<a class="reference internal" href="([^"]*)">[abcd]</a>', page)
        assert found == addresses
    book.append(f"[e]({SITE_URL}chapters/page.html#gone)")
    done = run(book)
    assert done.returncode == 1
    assert "'page.html#gone' leads to a page without that anchor" in done.stderr


def test_the_empty_corner_of_a_table_is_no_header(book):
    book.append("| | head |\n|---|---|\n| row | 1 |\n")
    done = run_english(book)
    assert done.returncode == 0, done.stderr
    html = (book.root / "out" / "chapters" / "page.html").read_text()
    (row,) = re.findall(r"<thead>.*?</thead>", html, re.S)
    assert re.findall(r"<(t[dh])\b", row) == ["td", "th"]


def test_a_wrong_configuration_fails(book):
    config = book.root / "_config.yml"
    config.write_text(config.read_text().replace("timeout: 120", "timeout: long"))
    done = run_english(book)
    assert done.returncode == 1
    assert "'long' is not of type" in done.stderr


def test_a_link_that_only_the_finished_page_shows_fails(book):
    book.append('<a href="nowhere.html">nowhere</a>')
    done = run(book)
    assert done.returncode == 1
    assert "chapters/page.html" in done.stderr
    assert "'nowhere.html' leads to no file" in done.stderr
    # `make site` says that the site was not built; here stands why.
    assert done.stderr.splitlines()[-1] == "1 links or ids of the built pages are wrong."
    assert not (book.root / "_build" / "html").exists()


def test_an_interrupt_ends_it_with_one_sentence(book):
    command = [sys.executable, "-m", "web.build", "--root", str(book.root)]
    process = subprocess.Popen(
        command, cwd=build.ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline().startswith("Building the English edition")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == build.INTERRUPTED
    assert said.strip() == "Stopped. The site was not built."


def test_the_fingerprint_follows_what_the_pages_are_made_of(book):
    before = build.fingerprint(book.root)
    (book.root / "_build").mkdir()
    (book.root / "_build" / "x").write_text("x")
    assert build.fingerprint(book.root) == before
    book.append("More.", "zh")
    assert build.fingerprint(book.root) != before

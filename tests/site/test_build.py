"""The build is strict: each kind of fault ends it with status 1 and says where the fault is."""

import signal
import subprocess
import sys

import pytest

from web import build

pytestmark = pytest.mark.slow


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
    assert "一页" not in (html / "searchindex.js").read_text()
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
    done = run_english(book)
    assert done.returncode == 1
    assert "forgotten.md" in done.stderr


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

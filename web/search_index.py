"""The search index of the built site, by Pagefind: one for both editions, which it tells apart.

Pagefind reads HTML. It is given copies of the pages, made for it: the article alone, each heading
and each term of the glossary with the anchor that leads to it. Chinese is written without spaces,
and its words depend on who splits them; here each Han character is a word of its own, and
``static/search.js`` asks for them in their order. So a query is found wherever it stands.

Only what a browser needs is kept, below ``pagefind/``; a page loads none of it before its reader
opens the search.
"""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

from web import input_hashes
from web.editions import EDITIONS

FOLDER = "pagefind"
MISSING = (
    "The search index needs Pagefind, which is not installed: python -m pip install pagefind-bin"
)
# Pagefind's own interfaces, which no page of ours loads.
_INTERFACES = ("pagefind-*ui.*", "pagefind-highlight.js")
# What a reader does not read as text: links on headings, figures' own labels, buttons.
_LEFT_OUT = (
    "svg, .headerlink, .notebook-bar, .progress-line, .progress-table, .progress-noscript, button"
)

_ARTICLE = re.compile(r'<article class="bd-article[^"]*">(.*)</article>', re.S)
_TITLE = re.compile(r"<title>(.*?)</title>", re.S)
_SECTION_HEADING = re.compile(
    r'<section\b[^>]*\bid="([^"]+)"[^>]*>((?:\s*<span id="[^"]*"></span>)*\s*)<(h[1-6])\b'
)
_TERM = re.compile(r'<dt\b[^>]*\bid="([^"]+)"[^>]*>(.*?)</dt>', re.S)
_TAG = re.compile(r"(<[^>]*>)")
_HAN = re.compile(r"([\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])")


class SearchIndexError(Exception):
    """The index was not made; the message says why in one sentence."""


def installed() -> bool:
    """Whether Pagefind's wheel is."""
    return importlib.util.find_spec("pagefind_bin") is not None


def spaced(html: str) -> str:
    """``html`` with a space on either side of every Han character of its text."""
    pieces = _TAG.split(html)
    pieces[::2] = [_HAN.sub(r" \1 ", text) for text in pieces[::2]]
    return "".join(pieces)


def page_for_index(html: str, language: str) -> str | None:
    """What Pagefind reads of a built page, or None when the page holds no article."""
    article = _ARTICLE.search(html)
    title = _TITLE.search(html)
    if article is None or title is None:
        return None
    # An anchor stands on the section in Sphinx's HTML; Pagefind looks for it on the heading.
    body = _SECTION_HEADING.sub(r'<section>\2<\3 id="\1"', article[1])
    body = _TERM.sub(r'<h6 id="\1">\2</h6>', body)
    return (
        f'<!doctype html><html lang="{escape(language)}"><head><title>{title[1]}</title></head>'
        f"<body><main data-pagefind-body>{spaced(body)}</main></body></html>"
    )


def copies(site: Path, pages: list[str]) -> dict[str, str]:
    """What Pagefind is given of ``pages`` of every edition of the built ``site``, by path."""
    found = {}
    for edition in EDITIONS.values():
        for page in pages:
            path = Path(edition.folder) / f"{page}.html"
            copy = page_for_index((site / path).read_text(encoding="utf-8"), edition.tag)
            if copy is not None:
                found[path.as_posix()] = copy
    return found


def made_from(copies: dict[str, str]) -> str:
    """A hash of all that the index of ``copies`` comes from."""
    return input_hashes.digest(
        copies, input_hashes.hash_of(Path(__file__)), input_hashes.environment()
    )


def write_index(copies: dict[str, str], target: Path) -> None:
    """Write the index of ``copies`` into the folder ``target``.

    Raises ``SearchIndexError`` when Pagefind is missing or fails.
    """
    if not installed():
        raise SearchIndexError(MISSING)
    with tempfile.TemporaryDirectory(prefix="lmhead-search-") as name:
        for path, copy in copies.items():
            place = Path(name) / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(copy, encoding="utf-8")
        command = [sys.executable, "-m", "pagefind_bin", "--site", name]
        command += ["--output-path", str(target), "--exclude-selectors", _LEFT_OUT, "--quiet"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not (target / "pagefind.js").is_file():
        said = (done.stderr or done.stdout).strip() or "it gave no reason"
        raise SearchIndexError(f"Pagefind made no index: {said.splitlines()[-1]}")
    for pattern in _INTERFACES:
        for unused in target.glob(pattern):
            unused.unlink()
    # Pagefind names the languages in an order of chance.
    entry = target / "pagefind-entry.json"
    content = json.loads(entry.read_text(encoding="utf-8"))
    entry.write_text(json.dumps(content, ensure_ascii=False, sort_keys=True), encoding="utf-8")

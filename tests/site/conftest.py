"""The built site, small books, and a browser."""

from __future__ import annotations

import contextlib
import functools
import http.server
import io
import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from web import build

ROOT = build.ROOT
BIBLIOGRAPHY = "@misc{source, title = {A source}, author = {Someone}, year = {2020}}\n"


# --- one page, parsed in this process ------------------------------------------------------------


@dataclass
class Parsed:
    """What Sphinx made of a source: the first page's tree, its HTML, and the warnings."""

    doctree: nodes.document
    html: str
    warnings: list[str]


@pytest.fixture
def parse(tmp_path: Path) -> Callable[..., Parsed]:
    """Build pages with the course's directive and formulas alone: ``parse(text, other=text)``."""

    def run(page: str, *, language: str = "en", **more: str) -> Parsed:
        source, out = tmp_path / "source", tmp_path / "out"
        shutil.rmtree(source, ignore_errors=True)
        shutil.rmtree(out, ignore_errors=True)
        source.mkdir()
        for name, text in {"index": page, **more}.items():
            (source / f"{name}.md").write_text(text, encoding="utf-8")
        said = io.StringIO()
        settings = {
            "extensions": [
                "myst_parser",
                "web.mathml",
                "web.predict",
                "web.explorer",
                "web.tryit",
                "web.progress",
            ],
            "myst_enable_extensions": ["dollarmath", "amsmath"],
            "html_math_renderer": "mathml",
            "html_theme": "basic",
            "language": language,
            "root_doc": "index",
        }
        with patch_docutils(), docutils_namespace():
            app = Sphinx(source, None, out, out / "doctrees", "html", settings, None, said)
            app.build()
            doctree = app.env.get_doctree("index")
        lines = [line for line in said.getvalue().splitlines() if line.strip()]
        html = (out / "index.html").read_text(encoding="utf-8")
        return Parsed(doctree, html, [line for line in lines if "WARNING" in line])

    return run


# --- a small book of two editions, with the course's own settings --------------------------------


@dataclass
class Book:
    """A course of one page; ``page(edition)`` is its file."""

    root: Path

    def page(self, edition: str = "en") -> Path:
        return self.root / ("" if edition == "en" else "zh") / "chapters" / "page.md"

    def append(self, text: str, edition: str = "en") -> None:
        path = self.page(edition)
        path.write_text(path.read_text(encoding="utf-8") + "\n" + text, encoding="utf-8")


HEADER = """---
kernelspec: {name: python3, display_name: Python 3}
jupytext: {text_representation: {extension: .md, format_name: myst}}
---
"""


def make_book(root: Path) -> Book:
    """A sound course that has the real course's configuration; tests break it."""
    for folder, title in (("", "A page"), ("zh", "一页")):
        tree = root / folder
        (tree / "chapters").mkdir(parents=True)
        shutil.copy(ROOT / folder / "_config.yml", tree)
        (tree / "_toc.yml").write_text("format: jb-book\nroot: chapters/page\n", encoding="utf-8")
        text = f"{HEADER}\n(top)=\n# {title}\n\n{title}. [Top](#top) $p_k$\n"
        (tree / "chapters" / "page.md").write_text(text, encoding="utf-8")
    (root / "references.bib").write_text(BIBLIOGRAPHY, encoding="utf-8")
    return Book(root)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """A sound course of this test's own."""
    return make_book(tmp_path / "book")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let a child process be interrupted, even where the tests run in a shell's background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


# --- the course's own site -----------------------------------------------------------------------


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site, in ``_build``, after what has changed since it was built was built again.

    Another process of the same test run waits for the first, and finds it up to date.
    """
    return build.build(ROOT, ROOT / "_build")


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


def serve(folder: Path) -> tuple[http.server.ThreadingHTTPServer, str]:
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/"


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the built site is served during the tests."""
    server, url = serve(site)
    yield url
    server.shutdown()


@dataclass
class Visit:
    """A page in a context of its own, and what went wrong on it."""

    page: object
    requests: list[str]
    errors: list[str]


@pytest.fixture(scope="session")
def open_visit(chromium, address):
    """Pages of the site, until the block ends: ``with open_visit() as visit``."""

    @contextlib.contextmanager
    def visits():
        contexts = []

        def open_page(path, *, width=1280, height=900, scheme="light", js=True, script=None):
            context = chromium.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,
                java_script_enabled=js,
            )
            contexts.append(context)
            if script:
                context.add_init_script(script)
            page = context.new_page()
            seen = Visit(page, [], [])
            page.on("request", lambda request: seen.requests.append(request.url))
            page.on("pageerror", lambda error: seen.errors.append(str(error)))
            page.on(
                "console",
                lambda said: seen.errors.append(said.text) if said.type == "error" else None,
            )
            # All scripts are deferred, so they have run when the page says that it is loaded.
            page.goto(address + path, wait_until="load")
            if js:
                page.evaluate("document.fonts.ready.then(() => true)")
            return seen

        yield open_page
        for context in contexts:
            context.close()

    return visits


@pytest.fixture
def visit(open_visit):
    """Open a page of the site: ``visit("chapters/intro.html", width=390)``."""
    with open_visit() as visit:
        yield visit

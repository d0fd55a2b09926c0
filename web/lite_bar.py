"""What an exercise's page says above the notebook: the ways to do it, and what each takes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from lmhead.course import ASSIGNMENTS, LIBRARIES
from web import lite
from web.labels import Edition
from web.lite_labels import label

# Set by the build for its pages when Pyodide will lie on this host.
HERE = "LMHEAD_PYODIDE_HERE"
# What a first visit takes, in MB compressed, rounded up: JupyterLite's page with one notebook open
# (tests/site/test_lite_in_browser.py keeps to it), and Pyodide 314.0.6 with what it starts with:
# core 6.4, numpy 2.9, IPython and what it needs 3.2 (npm's and PyPI's files, November 2026).
INTERFACE_MB = 4
PYTHON_MB = 13


@dataclass(frozen=True)
class Bar:
    """``href`` opens the notebook in a browser, from the site's root; None where it cannot run."""

    title: str
    button: str
    href: str | None
    sentences: tuple[Markup, ...]


def bar(edition: Edition, page: str) -> Bar:
    """The ways to do the exercise on ``page``."""
    assignment = lite.offered(page)
    sentences = []
    if assignment is not None:
        where = "bar.here" if os.environ.get(HERE) else "bar.cdn"
        sizes = {"interface": INTERFACE_MB, "python": PYTHON_MB, "all": INTERFACE_MB + PYTHON_MB}
        host = lite.lite_pyodide.CDN.split("/")[2]
        sentences.append(label(edition, where).format(host=host, **sizes))
        sentences.append(label(edition, "bar.kept"))
    elif (name := page.split("/")[1]) in ASSIGNMENTS and name in LIBRARIES:
        sentences.append(label(edition, "bar.none"))
    command = "lmhead learn" if edition.code == "en" else f"lmhead learn --lang {edition.code}"
    lines = [Markup(escape(text)) for text in sentences]
    lines.append(Markup(label(edition, "bar.local").format(command=command)))
    href = lite.notebook_href(edition, assignment) if assignment else None
    return Bar(label(edition, "bar.bar"), label(edition, "bar.open"), href, tuple(lines))

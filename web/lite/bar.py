"""What an exercise's page says above the notebook: the ways to do it, and what each takes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from lmhead.course import ASSIGNMENTS, LIBRARIES
from web import lite
from web.edition import HERE
from web.editions import Edition
from web.labels import label
from web.lite import pyodide_files

# What a first visit takes, in MB compressed and rounded up. JupyterLite's page with a notebook
# open is 1.9, the wheels 1.0; tests/site/test_lite_in_browser.py keeps to the sum. Pyodide 314.0.6
# is 6.3, numpy 3.0, IPython with what it needs 4.3 (the files of npm, of PyPI and, numpy's, as the
# CDN names it; November 2026).
INTERFACE_MB = 3
PYTHON_MB = 14


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
        where = "lite.bar.here" if os.environ.get(HERE) else "lite.bar.cdn"
        sizes = {"interface": INTERFACE_MB, "python": PYTHON_MB, "all": INTERFACE_MB + PYTHON_MB}
        host = pyodide_files.CDN.split("/")[2]
        what = label(edition, where).format(host=host, **sizes)
        sentences.append(what + label(edition, "lite.bar.kept"))
    elif (name := page.split("/")[1]) in ASSIGNMENTS and name in LIBRARIES:
        sentences.append(label(edition, "lite.bar.none"))
    command = "lmhead learn" if edition.code == "en" else f"lmhead learn --lang {edition.code}"
    lines = [Markup(escape(text)) for text in sentences]
    lines.append(Markup(label(edition, "lite.bar.local").format(command=command)))
    href = lite.notebook_href(edition, assignment) if assignment else None
    return Bar(label(edition, "lite.bar.bar"), label(edition, "lite.bar.open"), href, tuple(lines))

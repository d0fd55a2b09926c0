"""The status page: what the site was built from and with, and how long each page's code ran.

Made by the build of each edition, so it says what happened and cannot go out of date alone.
"""

from __future__ import annotations

import platform
import subprocess
from collections.abc import Iterator
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from markupsafe import Markup
from sphinx.application import Sphinx

from web.addresses import repository
from web.editions import Edition
from web.labels import label

PAGE = "status"
PACKAGES = (
    "lmhead",
    "numpy",
    "matplotlib",
    "jupyter-book",
    "Sphinx",
    "myst-nb",
    "sphinx-book-theme",
    "pydata-sphinx-theme",
    "pagefind-bin",
)
_COMMIT_LENGTH = 12
COMMIT = "<!-- commit -->"  # where the page names it


def commit_of(tree: Path) -> tuple[str, bool] | None:
    """The commit that ``tree`` is at and whether files differ from it; None outside Git."""

    def git(*arguments: str) -> str:
        command = ["git", "-C", str(tree), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    try:
        return git("rev-parse", "HEAD"), bool(git("status", "--porcelain", "-uno"))
    except (OSError, subprocess.CalledProcessError):
        return None


def versions() -> list[tuple[str, str]]:
    """Python and the packages that the pages' code and their layout depend on."""
    found = [("Python", platform.python_version())]
    for name in PACKAGES:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            continue
    return found


def executed(app: Sphinx) -> list[tuple[str, str, float]]:
    """Each page whose code was run: its name, its title, and the seconds it took."""
    metadata = getattr(app.env, "nb_metadata", {})
    rows = []
    for page in _in_order(app):
        data = metadata.get(page, {}).get("exec_data")
        if data and data.get("runtime") is not None:
            rows.append((page, app.env.titles[page].astext(), float(data["runtime"])))
    return rows


def _in_order(app: Sphinx) -> list[str]:
    """The pages in reading order."""
    order: list[str] = []

    def walk(page: str) -> None:
        order.append(page)
        for child in app.env.toctree_includes.get(page, []):
            walk(child)

    walk(str(app.config.root_doc))
    return order


def commit_line(edition: Edition, commit: tuple[str, bool] | None) -> str:
    """What the page says of the commit, as HTML."""
    if commit is None:
        return escape(label(edition, "status.no-commit"))
    name, changed = commit
    link = f"<code>{name[:_COMMIT_LENGTH]}</code>"
    if place := repository():
        link = f'<a href="{escape(place)}/commit/{name}">{link}</a>'
    rest = f" {escape(label(edition, 'status.changed'))}" if changed else ""
    return f"{escape(label(edition, 'status.commit'))} {link}{rest}"


def fill_in(html: Path, edition: Edition, commit: tuple[str, bool] | None) -> None:
    """Write the commit into the edition whose pages lie in ``html``.

    Last, since a commit alone changes no other page.
    """
    page = html / f"{PAGE}.html"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace(COMMIT, commit_line(edition, commit), 1), encoding="utf-8")


def status_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """One page more for the builder."""
    rows = executed(app)
    yield (
        PAGE,
        {
            "executed": rows,
            "executed_total": sum(seconds for _, _, seconds in rows),
            "versions": versions(),
            "commit": Markup(COMMIT),
        },
        "status.html",
    )


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the page to what the builder writes."""
    app.connect("html-collect-pages", status_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""What a browser has passed: a line on each page, and a table of the whole course.

The build knows what there is to pass: a page's predictions, its try-it cells, its notebook.
``progress.js`` counts what this browser keeps of them. A page that has any gets one line below its
title, by itself; the directive ``progress``, which takes nothing, puts the table of all pages with
its buttons (save, add, forget) where it stands. Both are written with all counts 0, so that nothing
moves when the script fills them in, and neither shows without JavaScript.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from lmhead.checks.result import MIME_TYPE
from web import lite
from web.editions import Edition, edition_of
from web.labels import label, labels_below
from web.predict import predict, predict_option
from web.tryit import tryit

NOTEBOOK_SUFFIX = ".ipynb"
#: Where the script finds the notebooks of this browser, and a check's result among their outputs.
NOTEBOOKS = {"database": lite.STORAGE, "table": "files", "mime": MIME_TYPE}


@dataclass(frozen=True)
class Items:
    """What there is to pass on one page.

    ``questions`` holds each prediction's id, the number of its options, and which of them is right
    (from 0); ``tryits`` the cells' ids; ``notebook`` the exercise's name, or None; ``tasks`` the
    ids of its checks, where it can be done in a browser.
    """

    questions: tuple[tuple[str, int, int], ...] = ()
    tryits: tuple[str, ...] = ()
    notebook: str | None = None
    tasks: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.questions or self.tryits or self.notebook)

    def as_json(self) -> str:
        """The same for the script; a part that is empty is left out."""
        return json.dumps({name: part for name, part in asdict(self).items() if part})


def questions_and_tryits(doctree: nodes.document) -> Items:
    """Those that a page holds, in its order."""
    questions = []
    for component in doctree.findall(predict):
        right = [bool(option["right"]) for option in component.findall(predict_option)]
        questions.append((component["question_id"], len(right), right.index(True)))
    return Items(tuple(questions), tuple(cell["task_id"] for cell in doctree.findall(tryit)))


def pages_below(env: BuildEnvironment, page: str) -> Iterator[str]:
    """``page`` and all below it in the table of contents, in reading order."""
    yield page
    for child in env.toctree_includes.get(page, []):
        yield from pages_below(env, child)


def is_notebook(env: BuildEnvironment, page: str) -> bool:
    """Whether ``page`` shows an exercise."""
    return str(env.doc2path(page)).endswith(NOTEBOOK_SUFFIX)


def checked_tasks(notebook: Path) -> tuple[str, ...]:
    """The ids of the tasks that a released notebook checks, in its order."""
    content = json.loads(notebook.read_text(encoding="utf-8"))
    marks = [cell.get("metadata", {}).get("nbgrader", {}) for cell in content["cells"]]
    return tuple(
        f"{notebook.stem}/{mark['grade_id']}"
        for mark in marks
        if mark.get("grade") and not mark.get("solution")
    )


def with_notebook(env: BuildEnvironment, page: str, items: Items) -> Items:
    """``items`` and what the exercise on ``page`` adds; its name is the same in both editions."""
    tasks = checked_tasks(Path(env.doc2path(page))) if lite.offered(page) else ()
    return replace(items, notebook=page.rpartition("/")[2], tasks=tasks)


def course_items(env: BuildEnvironment, root: str) -> list[tuple[str, str | None, Items]]:
    """Each page that has something to pass, with the page of its notebook and with its items.

    A notebook stands in the row of the page below which the table of contents has it.
    """
    rows = []
    for page in pages_below(env, root):
        if is_notebook(env, page):
            continue
        items = questions_and_tryits(env.get_doctree(page))
        below = [p for p in env.toctree_includes.get(page, []) if is_notebook(env, p)]
        exercise = below[0] if below else None
        if exercise:
            items = with_notebook(env, exercise, items)
        if items:
            rows.append((page, exercise, items))
    return rows


# --- the line below a page's title ---------------------------------------------------------------


def count(name: str) -> str:
    """A place for a number, which the script finds by its ``name``."""
    return f'<span data-count="{name}">0</span>'


def _filled(edition: Edition, key: str, **values: object) -> str:
    return escape(label(edition, f"progress.{key}")).format(**values)


def line(edition: Edition, items: Items) -> str:
    """The HTML of the line for a page with ``items``."""
    asked, cells = len(items.questions), len(items.tryits)
    parts = []
    if asked:
        counted = {"answered": count("answered"), "right": count("right")}
        parts.append(_filled(edition, "predictions", questions=asked, **counted))
    if cells:
        parts.append(_filled(edition, "tryits", passed=count("passed"), tryits=cells))
    done_here = len(items.tasks)
    if done_here:
        parts.append(_filled(edition, "checks", checked=count("checked"), tasks=done_here))
    inner = "".join(f'<span class="progress-part">{part}</span>\n' for part in parts)
    if asked or cells:
        inner += (
            '<a class="progress-next" href="#" '
            f'data-predict="{_filled(edition, "next-predict")}" '
            f'data-tryit="{_filled(edition, "next-tryit")}" '
            f'data-all="{_filled(edition, "all")}">{_filled(edition, "next-predict")}</a>\n'
        )
    if items.notebook:
        note = "mark-note-checks" if done_here else "mark-note"
        inner += (
            '<label class="progress-mark"><input type="checkbox" aria-describedby="progress-note"> '
            f"<span>{_filled(edition, 'mark')}</span></label>\n"
            f'<span class="progress-note" id="progress-note">{_filled(edition, note)}</span>\n'
        )
    read = f' data-notebooks="{escape(json.dumps(NOTEBOOKS))}"' if done_here else ""
    return (
        f'<lmhead-progress class="progress-line pst-js-only" role="group" '
        f'aria-label="{_filled(edition, "name")}" data-items="{escape(items.as_json())}"{read}>\n'
        f"{inner}"
        f'<span class="progress-unkept">{_filled(edition, "unkept")}</span>\n'
        '<span class="progress-said" role="status"></span>\n</lmhead-progress>\n'
    )


def add_line(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Put the line below the title of a page that has something to pass."""
    if doctree is None or not context.get("body"):
        return
    items = questions_and_tryits(doctree)
    if is_notebook(app.env, pagename):
        items = with_notebook(app.env, pagename, items)
    if items:
        html = line(edition_of(app.config.language), items)
        context["body"] = context["body"].replace("</h1>", f"</h1>\n{html}", 1)


# --- the table of the whole course ---------------------------------------------------------------


class course_progress(nodes.General, nodes.Element):
    """The place of the table."""


class ProgressDirective(SphinxDirective):
    """``{progress}``: the table of all pages."""

    has_content = False

    def run(self) -> list[nodes.Node]:
        table = course_progress("")
        self.set_source_info(table)
        return [table]


def _row(self: Any, edition: Edition, page: str, exercise: str | None, items: Items) -> str:
    def address(target: str) -> str:
        return escape(self.builder.get_relative_uri(self.builder.current_docname, target))

    def of(name: str, most: int) -> str:
        return _filled(edition, "of", count=count(name), all=most) if most else ""

    def title(target: str) -> str:
        return escape(self.builder.env.titles[target].astext())

    asked, cells = len(items.questions), len(items.tryits)
    some = _filled(edition, "of", count="{count}", all=len(items.tasks))
    # The exercise's name is for those who hear the links one by one, out of their rows.
    mark = (
        f'<a href="{address(exercise)}">'
        f'<span class="progress-of">{title(exercise)}: </span>'
        f'<span data-done="{_filled(edition, "done")}" data-open="{_filled(edition, "open")}" '
        f'data-some="{some}">{_filled(edition, "open")}</span></a>'
        if exercise
        else ""
    )
    return (
        f'<tr data-items="{escape(items.as_json())}">'
        f'<th scope="row"><a href="{address(page)}">{title(page)}</a></th>'
        f"<td>{of('answered', asked)}</td><td>{count('right') if asked else ''}</td>"
        f"<td>{of('passed', cells)}</td><td>{mark}</td></tr>\n"
    )


def _visit_table(self: Any, node: course_progress) -> None:
    edition = edition_of(self.config.language)
    rows = course_items(self.builder.env, self.config.root_doc)
    asked = sum(len(items.questions) for _, _, items in rows)
    cells = sum(len(items.tryits) for _, _, items in rows)
    notebooks = sum(items.notebook is not None for _, _, items in rows)
    columns = "".join(
        f'<th scope="col">{_filled(edition, f"column-{name}")}</th>'
        for name in ("page", "answered", "right", "passed", "notebook")
    )
    body = "".join(_row(self, edition, *row) for row in rows)
    total = "".join(
        f"<td>{_filled(edition, 'of', count=count(name), all=most)}</td>"
        if name != "right"
        else f"<td>{count(name)}</td>"
        for name, most in (
            ("answered", asked),
            ("right", asked),
            ("passed", cells),
            ("done", notebooks),
        )
    )
    buttons = "".join(
        f'<button type="button" class="lm-button" data-action="{name}">'
        f"{_filled(edition, name)}</button>\n"
        for name in ("save", "load", "forget")
    )
    say = json.dumps(labels_below(edition, "progress.say-"), ensure_ascii=False)
    self.body.append(
        f'<noscript><p class="progress-noscript">{_filled(edition, "noscript")}</p></noscript>\n'
        f'<lmhead-progress-table class="progress-table pst-js-only" data-say="{escape(say)}" '
        f'data-notebooks="{escape(json.dumps(NOTEBOOKS))}">\n'
        '<div class="pst-scrollable-table-container"><table class="table">\n'
        f"<caption>{_filled(edition, 'caption')}</caption>\n"
        f"<thead><tr>{columns}</tr></thead>\n<tbody>\n{body}</tbody>\n"
        f'<tfoot><tr><th scope="row">{_filled(edition, "total")}</th>{total}</tr></tfoot>\n'
        f"</table></div>\n<p>{_filled(edition, 'about')}</p>\n"
        f'<div class="progress-buttons">\n{buttons}</div>\n'
        '<p class="progress-status" role="status"></p>\n'
        '<input type="file" accept=".json,application/json" hidden>\n'
        f'<dialog class="progress-ask" aria-label="{_filled(edition, "forget")}">'
        f"<p>{_filled(edition, 'ask')}</p>"
        '<form method="dialog" class="progress-buttons">'
        f'<button class="lm-button" value="no" autofocus>{_filled(edition, "no")}</button>\n'
        f'<button class="lm-button lm-button--danger" value="yes">{_filled(edition, "yes")}'
        "</button></form></dialog>\n</lmhead-progress-table>\n"
    )
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive, its node and the line."""
    app.add_directive("progress", ProgressDirective)
    app.add_node(course_progress, html=(_visit_table, None))
    # Before the bar with an exercise's buttons (800), which so comes to stand above the mark.
    app.connect("html-page-context", add_line, priority=790)
    return {"version": "1", "env_version": 1, "parallel_read_safe": True}

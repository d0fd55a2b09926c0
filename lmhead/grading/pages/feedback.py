"""The feedback page that a learner gets back: one page a notebook, for every way of grading.

It is made in two steps. `fragments` draws what a submission holds (in the submission's own
process, since it works on what a learner wrote); `page` puts the gradebook's marks and comments
around that. `broken` stands for the fragments of a submission that could not be read.
``lmhead grade`` calls them itself, ``nbgrader generate_feedback`` through
`preprocessors.FeedbackPage`.

Nothing that a learner wrote is executed when somebody opens the page: sources and outputs are
escaped, Markdown goes through `markdown_html`, and the page's own content policy forbids
scripts and every request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup
from nbformat import NotebookNode

from ...checks.render import MARKS, as_html, prose
from ...checks.result import MIME_TYPE
from ...messages import LANGUAGES, Message, sentence
from ..gradebook.marks import Marks, TaskMark
from ..notebook.read import language_of
from .markdown import Outline, code_html, markdown_html, without_headings

TEMPLATES = Path(__file__).resolve().parent / "templates"
WORDS = (
    *("title", "task", "points", "total", "your-answer", "comment", "written", "waiting"),
    *("late", "by-hand", "output", "top", "notes"),
)
CODES = {"en": "en", "zh": "zh-CN"}
_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")


# -- what a submission holds -----------------------------------------------------------------


def fragments(
    notebook: NotebookNode, assignment: str, notes: Iterable[str] | None = None
) -> dict[str, Any]:
    """A graded notebook as the pieces of its page: plain data, with HTML that is safe to show.

    notes: sentences on what happened to the submission as a whole, in its language; by
    default those that grading left in the notebook's metadata.
    """
    lang = language_of(notebook)
    if notes is None:
        data = notebook.metadata.get("lmhead")
        notes = data.get("notes", []) if isinstance(data, dict) else []
    outline = Outline(1)
    return {
        "schema": 1,
        "lang": lang,
        "assignment": assignment,
        "notes": [str(note) for note in notes],
        "cells": [
            _cell(cell, f"cell-{number}", assignment, lang, outline)
            for number, cell in enumerate(notebook.cells, 1)
            if cell.source.strip() or cell.get("outputs") or cell.metadata.get("nbgrader")
        ],
    }


def broken(assignment: str, problem: Message) -> dict[str, Any]:
    """The fragments of a submission that could not be read: its reason, in both languages."""
    return {
        "schema": 1,
        "lang": "en",
        "assignment": assignment,
        "notes": [],
        "cells": [],
        "broken": [
            {
                "lang": lang,
                "title": sentence("feedback/broken", lang),
                "reason": problem.text(lang),
                "advice": sentence("feedback/broken-advice", lang),
            }
            for lang in LANGUAGES
        ],
    }


def _cell(
    cell: NotebookNode, anchor: str, assignment: str, lang: str, outline: Outline
) -> dict[str, Any]:
    """One cell: its role, its source and outputs as HTML, and for a graded one its title.

    role: plain, answer (a learner's code), checked or written (graded by a machine or a person).
    """
    marks = cell.metadata.get("nbgrader") or {}
    outputs = cell.get("outputs") or []
    result = _result(outputs) if marks.get("grade") and not marks.get("solution") else None
    role = "plain"
    if marks.get("grade") or marks.get("task"):
        role = "checked" if cell.cell_type == "code" and not marks.get("solution") else "written"
    elif marks.get("solution"):
        role = "answer"
    drawn: dict[str, Any] = {"role": role, "anchor": anchor, "grade_id": marks.get("grade_id")}
    if role in ("checked", "written"):
        drawn["title"] = _title(result, assignment, str(marks.get("grade_id")), lang)
        if role == "written":  # it has no name but the heading that asks for it
            drawn["title"] = outline.heading or drawn["title"]
        drawn["level"] = outline.label()
        drawn["mark"] = MARKS.get(str(result["status"]), "") if result else ""
    if cell.cell_type == "markdown":
        drawn["html"] = outline.fit(markdown_html(cell.source))
    elif result is not None:
        drawn["html"] = ""  # a call of `check`, whose result says all there is
    else:
        drawn["html"] = f'<pre class="source"><code>{code_html(cell.source)}</code></pre>'
    drawn["html"] += "".join(_output(output, lang, trusted=result) for output in outputs)
    return drawn


def _result(outputs: Iterable[Any]) -> dict[str, Any] | None:
    """The check's result among a grade cell's outputs, which the grader wrote."""
    for output in outputs:
        data = (output.get("data") or {}).get(MIME_TYPE)
        if isinstance(data, dict):
            return data
    return None


def _title(result: dict[str, Any] | None, assignment: str, grade_id: str, lang: str) -> str:
    task = str(result["task"]) if result else f"{assignment}/{grade_id}"
    try:
        return sentence(f"{task}/title", lang)
    except (KeyError, OSError):  # an instructor's own task, or course, has no catalog
        return grade_id


def _output(output: Any, lang: str, *, trusted: dict[str, Any] | None) -> str:
    """An output as HTML: a check's result, an image, or text. A learner's HTML is not shown."""
    kind = output.get("output_type")
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return f'<pre class="{name}">{_text(output.get("text"))}</pre>'
    if kind == "error":
        lines = output.get("traceback") or [str(output.get("evalue") or "")]
        return f'<pre class="error">{_text([line + chr(10) for line in lines])}</pre>'
    data = output.get("data") or {}
    if trusted is not None and MIME_TYPE in data:
        return as_html(data[MIME_TYPE])
    if isinstance(data.get("image/png"), str):
        alt, image = escape(sentence("feedback/output", lang)), escape(data["image/png"])
        return f'<img alt="{alt}" src="data:image/png;base64,{image}">'
    if "text/plain" in data:
        return f'<pre class="value">{_text(data["text/plain"])}</pre>'
    return ""


def _text(text: Any) -> str:
    joined = "".join(text) if isinstance(text, list) else str(text or "")
    return escape(_ANSI.sub("", joined))


# -- the page --------------------------------------------------------------------------------


@cache
def _template() -> jinja2.Template:
    loader = jinja2.FileSystemLoader(TEMPLATES / "feedback")
    environment = jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["points"] = lambda value: f"{round(float(value), 2):g}"
    environment.filters["prose"] = lambda text: Markup(prose(text))
    return environment.get_template("page.html.j2")


@cache
def _words(lang: str) -> dict[str, str]:
    return {word.replace("-", "_"): sentence(f"feedback/{word}", lang) for word in WORDS}


def _sign(checked: str, mark: TaskMark) -> str:
    """A task's sign: that of its check, unless a person has given other points."""
    if mark.waiting:
        return checked
    if mark.points >= mark.max_points:
        return MARKS["right"]
    if mark.points > 0:
        return MARKS["partial"]
    return MARKS["wrong"] if checked in (MARKS["right"], MARKS["partial"]) else checked


def page(drawn: Mapping[str, Any], marks: Marks) -> str:
    """The whole page from `fragments` (or `broken`) and the gradebook's marks."""
    lang = drawn["lang"] if drawn["lang"] in LANGUAGES else "en"
    comments = {
        cell["grade_id"]: without_headings(markdown_html(marks.comments[cell["grade_id"]]))
        for cell in drawn["cells"]
        if marks.comments.get(cell["grade_id"])
    }
    cells = [dict(cell) for cell in drawn["cells"]]
    for cell in cells:
        if cell.get("mark") and cell["grade_id"] in marks.tasks:
            cell["mark"] = _sign(cell["mark"], marks.tasks[cell["grade_id"]])
    return _template().render(
        drawn={**drawn, "cells": cells},
        marks=marks,
        late_reason="" if marks.late_reason is None else marks.late_reason.text(lang),
        comments=comments,
        code=CODES[lang],
        codes=CODES,
        words=_words(lang),
        colon="：" if lang == "zh" else ": ",
    )

"""A class report drawn as lines for a terminal, and as a page of its own in HTML.

The page is one file: no script, no request. What came from learners' results is escaped.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import jinja2
from markupsafe import Markup

from ...checks.render import MARKS, prose, width
from ...messages import sentence
from .class_report import STATES, ClassReport, TaskReport
from .feedback import CODES, TEMPLATES

#: A mark never stands alone: the word is beside it.
_MARKS = {
    "right": MARKS["right"],
    "partial": MARKS["partial"],
    "wrong": MARKS["wrong"],
    "blank": MARKS["not-attempted"],
    "waiting": "…",
}


def _names(lang: str) -> dict[str, str]:
    return {
        "right": sentence("status/right", lang),
        "partial": sentence("status/partial", lang),
        "wrong": sentence("class/wrong", lang),
        "blank": sentence("class/blank", lang),
        "waiting": sentence("class/waiting", lang),
    }


def _section(lang: str) -> str:
    """The words before a link to a section; a full-width colon brings its own space."""
    return sentence("label/section", lang) + ("" if lang == "zh" else " ")


def _percent(share: float, lang: str) -> str:
    return f"{100 * share:.0f}{'' if lang == 'zh' else ' '}%"


def _states(report: ClassReport) -> list[str]:
    """The columns: what waits for a person only where something does."""
    some = any(task.counts["waiting"] for task in report.tasks)
    return [state for state in STATES if some or state != "waiting"]


def _counted(report: ClassReport) -> str:
    """How many submissions there are, and how many could not be read."""
    lang = report.lang
    text = sentence("class/submissions", lang, count=report.submissions)
    if not report.unread:
        return text
    gap = "" if lang == "zh" else " "
    return text + gap + sentence("class/unread", lang, count=report.unread)


def as_text(report: ClassReport) -> str:
    """A table of the tasks, and below each task its commonest mistakes."""
    lang, names, states = report.lang, _names(report.lang), _states(report)
    lines = [f"{sentence('class/title', lang)} · {report.assignment}", _counted(report)]
    if report.small:
        lines.append(sentence("class/privacy", lang))
    rows = [
        [sentence("class/task", lang), *(f"{_MARKS[state]} {names[state]}" for state in states)]
    ]
    for task in report.tasks:
        shares = (f"{_percent(task.share(state), lang)} ({task.counts[state]})" for state in states)
        rows.append([task.title, *shares])
    lines += ["", *_table(rows)]
    for task in report.tasks:
        lines += _mistakes(task, lang)
    return "\n".join(lines)


def _table(rows: list[list[str]]) -> list[str]:
    """Columns that line up, also with Chinese characters, which take two places."""
    widths = [max(width(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(
            cell + " " * (widths[at] - width(cell))
            if at == 0
            else " " * (widths[at] - width(cell)) + cell
            for at, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]


def _mistakes(task: TaskReport, lang: str) -> list[str]:
    if not task.mistakes and not task.other:
        return []
    lines = ["", task.title]
    lines += [f"  {mistake.count} × {mistake.text}" for mistake in task.mistakes]
    if task.other:
        lines.append("  " + sentence("class/other", lang, count=task.other))
    if task.section_url:
        lines.append(f"  {_section(lang)}{task.section_url}")
    return lines


@cache
def _environment() -> jinja2.Environment:
    found = jinja2.Environment(
        loader=jinja2.FileSystemLoader(str(TEMPLATES)),
        autoescape=True,
        trim_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    found.filters["prose"] = lambda text: Markup(prose(text))
    return found


def as_page(report: ClassReport) -> str:
    """The report as one self-contained page of HTML."""
    lang = report.lang
    words: dict[str, Any] = {
        "title": sentence("class/title", lang),
        "task": sentence("class/task", lang),
        "submissions": _counted(report),
        "privacy": sentence("class/privacy", lang),
        "overview": sentence("class/overview", lang),
        "by_hand": sentence("class/by-hand", lang),
        "section": _section(lang),
    }
    return (
        _environment()
        .get_template("report/page.html.j2")
        .render(
            report=report,
            code=CODES[lang],
            words=words,
            names=_names(lang),
            marks=_MARKS,
            states=_states(report),
            percent=lambda share: _percent(share, lang),
            other=lambda count: sentence("class/other", lang, count=count),
        )
    )


__all__ = ["as_page", "as_text"]

"""A result's JSON drawn as plain text for a terminal, and as HTML for notebooks and feedback.

Both take the documented JSON, never the live objects, so the browser can draw the same.
Everything in it that a learner could have written is escaped.
"""

from __future__ import annotations

from html import escape
from typing import Any

from .messages import sentence

#: A mark never stands alone: the word beside it says the same, for eyes that do not tell
#: colours apart and for screen readers.
MARKS = {"right": "✓", "partial": "◐", "wrong": "✗", "not-attempted": "○", "not-run": "○"}


def _points(data: dict[str, Any]) -> str:
    return f"{data['points']:g}/{data['max_points']:g}"


def _word(status: str, lang: str) -> str:
    return sentence(f"status/{status}", lang)


def _title(data: dict[str, Any]) -> str:
    return sentence(f"{data['task']}/title", data["lang"])


def _part_title(data: dict[str, Any], part: dict[str, Any]) -> str:
    return sentence(f"{data['task']}/part/{part['id']}", data["lang"])


def _details(part: dict[str, Any], lang: str) -> list[tuple[str, str]]:
    labels = (("case", "label/case"), ("expected", "label/expected"), ("got", "label/got"))
    return [(sentence(label, lang), part[key]) for key, label in labels if part[key] is not None]


def as_text(data: dict[str, Any], *, indent: str = "") -> str:
    """The result as lines of plain text."""
    lang = data["lang"]
    lines = [f"{MARKS[data['status']]} {_title(data)}  {_points(data)}  {_word(data['status'], lang)}"]
    if data["message"]:
        lines.append(f"  {data['message']['text']}")
    for part in data["parts"]:
        lines.append(
            f"  {MARKS[part['status']]} {_part_title(data, part)}  {_points(part)}  {_word(part['status'], lang)}"
        )
        if part["message"]:
            lines.append(f"      {part['message']['text']}")
        for label, value in _details(part, lang):
            lines.append(f"      {label}: " + value.replace("\n", "\n" + " " * (8 + len(label))))
    if data["status"] != "right" and data["section_url"]:
        lines.append(f"  {sentence('label/section', lang)}: {data['section_url']}")
    return "\n".join(indent + line for line in "\n".join(lines).split("\n"))


def as_html(data: dict[str, Any]) -> str:
    """The result as a fragment of HTML without scripts, styles or colours of its own."""
    lang = data["lang"]
    code = "zh-CN" if lang == "zh" else "en"
    parts = [
        f'<div class="lmhead-result" lang="{code}">',
        f"<p><strong>{MARKS[data['status']]} {escape(_title(data))}: "
        f"{escape(_word(data['status'], lang))}, {_points(data)}</strong></p>",
    ]
    if data["message"]:
        parts.append(f"<p>{escape(data['message']['text'])}</p>")
    if data["parts"]:
        parts.append("<ul>")
        parts.extend(_part_html(data, part, lang) for part in data["parts"])
        parts.append("</ul>")
    if data["status"] != "right" and data["section_url"]:
        link = escape(data["section_url"], quote=True)
        parts.append(f'<p><a href="{link}">{escape(sentence("label/section", lang))}</a></p>')
    parts.append("</div>")
    return "".join(parts)


def _part_html(data: dict[str, Any], part: dict[str, Any], lang: str) -> str:
    head = (
        f"{MARKS[part['status']]} {escape(_part_title(data, part))}: "
        f"{escape(_word(part['status'], lang))}, {_points(part)}"
    )
    body = f"<br>{escape(part['message']['text'])}" if part["message"] else ""
    rows = "".join(
        f"<tr><th scope=\"row\">{escape(label)}</th><td><pre>{escape(value)}</pre></td></tr>"
        for label, value in _details(part, lang)
    )
    table = f"<table>{rows}</table>" if rows else ""
    return f"<li>{head}{body}{table}</li>"

"""A result's JSON drawn as plain text for a terminal, and as HTML for notebooks and feedback.

Both take the documented JSON, never the live objects, so the browser can draw the same.
Everything in it that a learner could have written is escaped.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any
from unicodedata import east_asian_width

from ..messages import sentence

#: A mark never stands alone: the word beside it says the same, for eyes that do not tell
#: colours apart and for screen readers.
MARKS = {"right": "✓", "partial": "◐", "wrong": "✗", "not-attempted": "○", "not-run": "○"}


def title_of(data: dict[str, Any]) -> str:
    """A task's title, from its result, in the result's language."""
    return _named(f"{data['task']}/title", data["lang"], data["task"])


def _part_title(data: dict[str, Any], part: dict[str, Any]) -> str:
    return _named(f"{data['task']}/part/{part['id']}", data["lang"], part["id"])


def _named(message_id: str, lang: str, name: str) -> str:
    """A title, or the bare name where the title of a course's own task is not at hand."""
    try:
        return sentence(message_id, lang)
    except (KeyError, FileNotFoundError):
        return name


def _details(part: dict[str, Any], lang: str) -> list[tuple[str, str]]:
    labels = (("case", "label/case"), ("expected", "label/expected"), ("got", "label/got"))
    return [(_label(label, lang), part[key]) for key, label in labels if part[key] is not None]


def _label(label: str, lang: str) -> str:
    """A label up to where its value begins: a full-width colon brings its own space."""
    text = sentence(label, lang)
    return text if text.endswith("：") else text + " "


def _messages(data: dict[str, Any]) -> list[str | None]:
    """Each part's sentence, said once where parts in a row have the same."""
    texts = [part["message"]["text"] if part["message"] else None for part in data["parts"]]
    return [
        None if index and text == texts[index - 1] else text for index, text in enumerate(texts)
    ]


def _headline(data: dict[str, Any], title: str, lang: str) -> str:
    return sentence(
        "label/headline",
        lang,
        mark=MARKS[data["status"]],
        title=title,
        status=sentence(f"status/{data['status']}", lang),
        points=f"{data['points']:g}",
        max_points=f"{data['max_points']:g}",
    )


def width(text: str) -> int:
    """Columns in a terminal, where Chinese characters take two."""
    return sum(1 + (east_asian_width(character) in "WF") for character in text)


def as_text(data: dict[str, Any], *, indent: str = "") -> str:
    """The result as lines of plain text."""
    lang = data["lang"]
    lines = [_headline(data, title_of(data), lang)]
    if data["message"]:
        lines.append(f"  {data['message']['text']}")
    alone = len(data["parts"]) == 1  # its headline would repeat the task's
    for part, message in zip(data["parts"], _messages(data), strict=True):
        if not alone:
            lines.append("  " + _headline(part, _part_title(data, part), lang))
        margin = " " * (2 if alone else 6)
        if message:
            lines.append(margin + message)
        for label, value in _details(part, lang):
            below = "\n" + margin + " " * width(label)
            lines.append(margin + label + value.replace("\n", below))
    if data["status"] != "right" and data.get("hint"):
        lines.append(f"  {sentence('label/stuck', lang, call=data['hint'])}")
    if data["status"] != "right" and data["section_url"]:
        lines.append(f"  {_label('label/section', lang)}{data['section_url']}")
    return "\n".join(indent + line for line in "\n".join(lines).split("\n"))


def prose(text: str) -> str:
    """A sentence as HTML: escaped, and what stands between backticks as code."""
    return re.sub(r"`([^`\n]+)`", r"<code>\1</code>", escape(text))


#: Notebooks set tables to the right and mark items with bullets; a phone must not cut long lines.
_LIST = 'role="list" style="list-style: none; padding-left: 1em"'
_CELL = 'style="text-align: left; vertical-align: top"'
_HEAD = 'scope="row" style="text-align: left; vertical-align: top; white-space: nowrap"'
_PRE = (
    'style="margin: 0; font-family: monospace; background: none; '
    'white-space: pre-wrap; overflow-wrap: anywhere"'
)


def _headline_html(data: dict[str, Any], title: str, lang: str) -> str:
    """The headline; a screen reader passes by the mark, since the word beside it says the same."""
    mark, space, words = _headline(data, title, lang).partition(" ")
    return f'<span aria-hidden="true">{escape(mark + space)}</span>{escape(words)}'


def as_html(data: dict[str, Any]) -> str:
    """The result as a fragment of HTML without scripts or colours, for pages light and dark."""
    lang = data["lang"]
    code = "zh-CN" if lang == "zh" else "en"
    pieces = [
        f'<div class="lmhead-result" lang="{code}">',
        f"<p><strong>{_headline_html(data, title_of(data), lang)}</strong></p>",
    ]
    if data["message"]:
        pieces.append(f"<p>{prose(data['message']['text'])}</p>")
    if len(data["parts"]) == 1:  # its headline would repeat the task's
        pieces.append(f"<div>{_body(data['parts'][0], _messages(data)[0], lang)}</div>")
    elif data["parts"]:
        pieces.append(f"<ul {_LIST}>")
        for part, message in zip(data["parts"], _messages(data), strict=True):
            head = _headline_html(part, _part_title(data, part), lang)
            pieces.append(f"<li>{head}{_body(part, message, lang)}</li>")
        pieces.append("</ul>")
    if data["status"] != "right" and data.get("hint"):
        pieces.append(f"<p>{prose(sentence('label/stuck', lang, call=data['hint']))}</p>")
    if data["status"] != "right" and data["section_url"]:
        link = escape(data["section_url"], quote=True)
        label = escape(_label("label/section", lang))
        pieces.append(f'<p>{label}<a href="{link}">{link}</a></p>')
    pieces.append("</div>")
    return "".join(pieces)


def _body(part: dict[str, Any], message: str | None, lang: str) -> str:
    said = f"<p>{prose(message)}</p>" if message else ""
    rows = "".join(
        f"<tr><th {_HEAD}>{escape(label.strip())}</th>"
        f"<td {_CELL}><pre {_PRE}>{escape(value)}</pre></td></tr>"
        for label, value in _details(part, lang)
    )
    return said + (f"<table>{rows}</table>" if rows else "")

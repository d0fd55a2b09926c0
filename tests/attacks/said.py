"""Which of the course's sentences a text holds, and what is on a feedback page."""

from __future__ import annotations

import re
import string
from functools import cache
from html.parser import HTMLParser

from babel.messages.pofile import read_po

from lmhead import messages

#: What a summary or a page says about work, as against the page's own words.
KINDS = ("value/", "function/", "check/", "lost/", "cell/", "file/", "restore/", "grade/", "02-")


@cache
def literals() -> dict[str, list[str]]:
    """Message id -> the parts of its English sentence that stand whatever its parameters are."""
    folder = messages.resources.files(messages.__package__) / "locale" / "en" / "LC_MESSAGES"
    found = {}
    for domain in ("lmhead", "02-logits-softmax"):
        with (folder / f"{domain}.po").open("rb") as file:
            for entry in read_po(file):
                name = str(entry.id)
                if name.startswith(KINDS) and not re.search("/(title|part|hint)", name):
                    parts = string.Formatter().parse(str(entry.string))
                    found[name] = [_plain(text) for text, *_ in parts if text.strip()]
    return {name: parts for name, parts in found.items() if sum(map(len, parts)) > 12}


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("`", "").replace("*", "")).strip()


def _holds(text: str, parts: list[str], most: int = 2_500) -> bool:
    """Whether the parts follow one another in the text, not too far apart."""
    longest = max(range(len(parts)), key=lambda number: len(parts[number]))
    at = text.find(parts[longest])
    while at >= 0:
        near, place = text[max(0, at - most) : at + most], 0
        for part in parts:
            place = near.find(part, place)
            if place < 0:
                break
        else:
            return True
        at = text.find(parts[longest], at + 1)
    return False


def sentences_in(text: str) -> set[str]:
    """The ids of the sentences that a text holds; a sentence of parameters alone is none."""
    lines = (line for line in text.splitlines() if len(line) < 2_000)  # not a flood's
    plain = _plain(" ".join(lines))
    return {name for name, parts in literals().items() if _holds(plain, parts)}


class Page(HTMLParser):
    """A feedback page as a browser would take it apart."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: dict[str, int] = {}
        self.ids: list[str] = []
        self.classes: list[str] = []
        self.links: list[str] = []
        self.images: list[str] = []
        self.attributes: set[str] = set()
        self.comments = 0
        self.policy = ""
        self.text = ""
        self._styled = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] = self.tags.get(tag, 0) + 1
        named = {name: value or "" for name, value in attrs}
        self.attributes |= set(named)
        self._styled += tag == "style"
        if tag in ("p", "pre", "li", "td"):  # what a flood printed is a line of its own
            self.text += "\n"
        if "id" in named:
            self.ids.append(named["id"])
        if "class" in named:
            self.classes.append(named["class"])
        for name in ("href", "action", "formaction", "data", "xlink:href"):
            if name in named:
                self.links.append(named[name])
        for name in ("src", "srcset", "srcdoc", "poster", "background"):
            if name in named:
                self.images.append(named[name])
        if named.get("http-equiv") == "Content-Security-Policy":
            self.policy = named["content"]

    def handle_endtag(self, tag: str) -> None:
        self._styled -= tag == "style"

    def handle_comment(self, data: str) -> None:
        self.comments += 1

    def handle_data(self, data: str) -> None:
        if not self._styled:
            self.text += data

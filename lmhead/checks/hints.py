"""Hints in steps: from what to look at to nearly the code, and never the answer.

They are sentences of the catalogs, ``<task>/hint-1`` and so on; a task has as many as it has
sentences. `check(task, hint=1)` shows one, with the learner's work or without. Asking costs
nothing, and while a notebook is graded there are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from ..course import section_url
from ..messages import current_language, say, sentence
from .formatting import format_value
from .registry import Task
from .render import prose
from .usage_errors import UsageError

#: A line of code begins with so much space.
_CODE = "    "


class WrongHint(UsageError, ValueError):
    """A hint was asked for by something other than 1, 2, 3, …"""


@dataclass(frozen=True)
class Hint:
    """One hint of a task, or the sentence that there is none of this number. Shows itself.

    `number` is counted from 1; `count` is how many the task has.
    """

    task: Task
    number: int
    count: int
    lang: str

    def __repr__(self) -> str:
        return "\n".join(self._lines())

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._html()}

    def _lines(self) -> Iterator[str]:
        if not 1 <= self.number <= self.count:
            yield self._none()
            return
        yield self._headline()
        for line in self._text().split("\n"):
            yield f"  {line}".rstrip()
        yield f"  {self._more()}"

    def _html(self) -> str:
        code = "zh-CN" if self.lang == "zh" else "en"
        if not 1 <= self.number <= self.count:
            body = f"<p>{prose(self._none())}</p>"
        else:
            body = (
                f"<p><strong>{escape(self._headline())}</strong></p>"
                f"{_paragraphs(self._text())}<p>{prose(self._more())}</p>"
            )
        return f'<div class="lmhead-hint" lang="{code}">{body}</div>'

    def _headline(self) -> str:
        title = sentence(f"{self.task.id}/title", self.lang)
        return sentence(
            "hint/headline", self.lang, number=self.number, count=self.count, title=title
        )

    def _text(self) -> str:
        return sentence(f"{self.task.id}/hint-{self.number}", self.lang)

    def _more(self) -> str:
        if self.number < self.count:
            return sentence("hint/next", self.lang, call=call_for(self.task.id, self.number + 1))
        if not self.task.section:  # a course's own task may have none
            return sentence("hint/end", self.lang)
        url = section_url(self.lang, self.task.assignment, self.task.anchor)
        return sentence("hint/last", self.lang, url=url)

    def _none(self) -> str:
        if self.count == 0:
            return sentence("hint/none", self.lang)
        call = call_for(self.task.id, self.count)
        return sentence(
            "hint/beyond", self.lang, number=format_value(self.number), count=self.count, call=call
        )


def call_for(task_id: str, number: int) -> str:
    """What a learner types to see a hint."""
    return f'check("{task_id}", hint={number})'


def count_of(task_id: str, lang: str) -> int:
    """How many hints a task has."""
    count = 0
    while _exists(f"{task_id}/hint-{count + 1}", lang):
        count += 1
    return count


def hint_for(task: Task, number: Any) -> Hint:
    """The hint of this number, in the language that `check` speaks.

    Raises `WrongHint` where `number` is no whole number from 1 on. One beyond the last is no
    error: what is shown says so.
    """
    whole = type(number) is int or isinstance(number, np.integer)
    if not whole or number < 1:
        raise WrongHint(
            say("check/wrong-hint", call=call_for(task.id, 1), given=format_value(number))
        )
    lang = current_language()
    return Hint(task, int(number), count_of(task.id, lang), lang)


def _exists(message_id: str, lang: str) -> bool:
    try:
        return bool(sentence(message_id, lang))
    except (KeyError, FileNotFoundError):  # a course's own task has no catalog
        return False


def _paragraphs(text: str) -> str:
    """A hint's text as HTML: paragraphs, and lines that begin with four spaces as code."""
    return "".join(_paragraph(block) for block in re.split(r"\n\n+", text))


def _paragraph(block: str) -> str:
    if not block.startswith(_CODE):
        return f"<p>{prose(block)}</p>"
    lines = [line.removeprefix(_CODE) for line in block.split("\n")]
    code = escape("\n".join(lines))
    return f"<pre>{code}</pre>"

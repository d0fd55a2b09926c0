"""Sentences for learners, by id, in the course's two languages.

A message is an id and its parameters; the sentence is looked up with gettext when it is
drawn, so that results can be counted by id and shown in any language. The catalogs are
`locale/<language>/LC_MESSAGES/`: `lmhead.po`, and one for each assignment's own ids, which
begin with its name. Those of assignments follow from the texts in `lmhead.tasks`.
"""

from __future__ import annotations

import contextlib
import gettext
import string
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("en", "zh")
DOMAIN = "lmhead"
#: What stands between the things of a list.
_BETWEEN = {"en": ", ", "zh": "、"}

#: Of a `language` block; None outside of any.
_language: ContextVar[str | None] = ContextVar("lmhead_language", default=None)
#: The notebook's. Not a context's: in a browser every cell runs in a context of its own.
_chosen = "en"

#: Sentences of a course's own tasks: id -> language -> text.
Own = Mapping[str, Mapping[str, str]]
_own: ContextVar[Own | None] = ContextVar("lmhead_own_sentences", default=None)


def use_own(sentences: Own) -> None:
    """Have `sentence` know these too, from `variants.py`, in place of any earlier ones."""
    _own.set(sentences)


def use_language(lang: str) -> None:
    """Choose the language of what `check` says: ``"en"`` or ``"zh"``."""
    if lang not in LANGUAGES:
        raise ValueError(f"the language is {lang!r}; the course speaks {' and '.join(LANGUAGES)}")
    global _chosen
    _chosen = lang
    if _language.get() is not None:
        _language.set(lang)


def current_language() -> str:
    """The language that `check` speaks now."""
    return _language.get() or _chosen


@contextlib.contextmanager
def language(lang: str) -> Iterator[None]:
    """Within the block, messages are in `lang`."""
    token = _language.set(lang if lang in LANGUAGES else "en")
    try:
        yield
    finally:
        _language.reset(token)


@cache
def _catalog(domain: str, lang: str) -> gettext.NullTranslations:
    directory = resources.files(__package__) / "locale"
    return gettext.translation(domain, str(directory), languages=[lang])


def domain_of(message_id: str) -> str:
    """The catalog that holds an id: the assignment's for ``03-by-hand/…``, else the common one."""
    first = message_id.split("/")[0]
    return first if first[:2].isdigit() else DOMAIN


def sentence(message_id: str, lang: str | None = None, **params: Any) -> str:
    """The sentence of an id. Parameters stand in it as ``{name}``; a value is never a template."""
    own = (_own.get() or {}).get(message_id)
    if own is not None:
        return _filled(own[lang or current_language()], params)
    catalog = _catalog(domain_of(message_id), lang or current_language())
    template = catalog.gettext(message_id)
    if template == message_id:
        raise KeyError(f"no sentence for the message id {message_id!r}")
    return template.format_map(params)


def _filled(template: str, params: Mapping[str, Any]) -> str:
    """An instructor's sentence with its parameters; braces that name none stay braces."""
    try:
        return string.Formatter().vformat(template, (), params)
    except (LookupError, ValueError):
        return template


@dataclass(frozen=True)
class Listed:
    """Several things as one parameter of a message, with its language's mark between them."""

    items: tuple[str, ...]

    def text(self, lang: str | None = None) -> str:
        return _BETWEEN[lang or current_language()].join(self.items)


def listed(items: Iterable[object]) -> Listed:
    """These, as a message lists them."""
    return Listed(tuple(map(str, items)))


@dataclass(frozen=True)
class Message:
    """A sentence by id with its parameters (plain text, numbers, a list, or another message)."""

    id: str
    params: dict[str, Any] = field(default_factory=dict)

    def text(self, lang: str | None = None) -> str:
        return sentence(self.id, lang, **self._said(lang))

    def to_json(self, lang: str) -> dict[str, Any]:
        return {"id": self.id, "params": self._said(lang), "text": self.text(lang)}

    def _said(self, lang: str | None) -> dict[str, Any]:
        """The parameters; a message or a list among them is said in the same language."""
        return {
            name: value.text(lang) if isinstance(value, Message | Listed) else value
            for name, value in self.params.items()
        }


def say(message_id: str, **params: Any) -> Message:
    """The message of an id and its parameters."""
    return Message(message_id, params)

"""The two editions of the book: their languages, and where they lie."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Edition:
    """One edition of the book.

    ``code`` is the project's name for it, ``sphinx`` the value of Sphinx's ``language``, ``tag``
    the BCP 47 tag that goes into ``lang`` and ``hreflang``, ``folder`` where it lies below the
    repository's and the site's root (empty for the one at the root), ``name`` its name in itself.
    """

    code: str
    sphinx: str
    tag: str
    folder: str
    name: str


EDITIONS: dict[str, Edition] = {
    "en": Edition("en", "en", "en", "", "English"),
    "zh": Edition("zh", "zh_CN", "zh-CN", "zh", "中文"),
}


def edition_of(sphinx_language: str) -> Edition:
    """The edition whose Sphinx ``language`` this is; ``ValueError`` when there is none."""
    for edition in EDITIONS.values():
        if edition.sphinx == sphinx_language:
            return edition
    known = ", ".join(e.sphinx for e in EDITIONS.values())
    raise ValueError(f"no edition has the language {sphinx_language!r}; there are {known}")


def other_edition(edition: Edition) -> Edition:
    """The edition that the language switch leads to."""
    return EDITIONS["zh" if edition.code == "en" else "en"]

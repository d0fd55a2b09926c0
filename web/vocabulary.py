"""The course's terms, in both languages, and the glossaries that are written from them.

``python -m web.vocabulary`` writes ``chapters/glossary.md`` and its counterpart from
``vocabulary.toml`` beside this file, which says what its fields mean.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_name("vocabulary.toml")
PAGES: Final[Mapping[str, Path]] = {
    "en": Path("chapters/glossary.md"),
    "zh": Path("zh/chapters/glossary.md"),
}

_HEAD: Final = {
    "en": "(glossary)=\n# Glossary\n\nEach term as the course uses it, its other names, and the "
    "chapter and the section that introduce it.\n",
    "zh": "(glossary)=\n# 术语表\n\n"
    "每个术语都按本课程的用法解释，并给出别名，以及讲到它的章和节。\n",
}
_ALSO: Final = {"en": " Also: {}.", "zh": "也叫：{}。"}
_AND: Final = {"en": ", ", "zh": "、"}
_WHERE: Final = {
    "en": " (Chapter {}, {{ref}}`{}`)",
    "zh": "（第 {} 章，{{ref}}`{}`）",
}


@dataclass(frozen=True)
class Words:
    """A term in one language; the fields are those of the table."""

    name: str
    means: str
    also: tuple[str, ...] = ()
    avoided: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Term:
    """A term in both. stands: sections that may use the avoided words, since they explain them."""

    section: str
    words: Mapping[str, Words]
    stands: tuple[str, ...] = field(default=())

    def heading(self, lang: str) -> str:
        """The term as the glossary prints it: a Chinese one with its English name."""
        name = self.words[lang].name
        if lang == "en" or re.search("[A-Za-z]", name):
            return name
        english = self.words["en"].name
        return f"{name}（{english if re.search('[A-Z]', english[1:]) else english.lower()}）"


def read(path: Path = TABLE) -> tuple[Term, ...]:
    """The terms of the table, in its order. Raises KeyError or TypeError where it lacks a field."""
    with path.open("rb") as file:
        rows = tomllib.load(file)["term"]
    return tuple(
        Term(
            row["section"],
            {lang: _words(row[lang]) for lang in PAGES},
            tuple(row.get("stands", ())),
        )
        for row in rows
    )


def _words(row: Mapping[str, Any]) -> Words:
    lists = {key: tuple(row[key]) for key in ("also", "anchors") if key in row}
    known = {"name", "means", "also", "not", "anchors"}
    if set(row) - known:
        raise TypeError(f"{TABLE.name}: {row['name']} has {sorted(set(row) - known)}, not a field")
    return Words(row["name"], row["means"], avoided=tuple(row.get("not", ())), **lists)


def glossary(lang: str) -> str:
    """The glossary of an edition, as its page's source."""
    entries = "\n\n".join(_entry(term, lang) for term in read())
    return f"{_HEAD[lang]}\n```{{glossary}}\n{entries}\n```\n"


def _entry(term: Term, lang: str) -> str:
    words = term.words[lang]
    also = _ALSO[lang].format(_AND[lang].join(words.also)) if words.also else ""
    where = _WHERE[lang].format(int(term.section[:2]), term.section)
    return f"{term.heading(lang)}\n  {words.means}{also}{where}"


def misused(text: str, lang: str, section: str = "") -> Iterator[tuple[str, str]]:
    """The words of ``text`` that are not used, each with the term that is.

    section: the label under which the text stands; a few explain such a word.
    """
    edge = r"\b" if lang == "en" else ""
    for term in read():
        if section in term.stands:
            continue
        for pattern in term.words[lang].avoided:
            for match in re.finditer(f"{edge}(?:{pattern}){edge}", text, re.IGNORECASE):
                yield match[0], term.words[lang].name


def main() -> None:
    """Write both glossaries."""
    for lang, page in PAGES.items():
        (ROOT / page).write_text(glossary(lang), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

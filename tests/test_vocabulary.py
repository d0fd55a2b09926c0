"""One vocabulary: the glossaries follow from the table, and what is written keeps to it."""

import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Callable

import pytest
from docutils.nodes import make_id

from lmhead import figures
from lmhead.tasks import FOLDER
from tests.chapters.page import EDITIONS, Page
from web.labels import LABELS
from web.vocabulary import PAGES, ROOT, glossary, misused, read

TERMS = read()
#: The ends of the entries' addresses that a reader may have kept, `glossary.html#term-…`.
KEPT = {
    "en": (
        "Token Vocabulary Position Layer Input-table One-hot-vector Hidden-vector Output-matrix "
        "Head Dot-product Logits Softmax Share Odds Mask Tail Calibrated Loss Nat Perplexity "
        "Slope Parameter Greedy-decoding Sampling Temperature LayerNorm Beam-search Top-k "
        "Weight-tying Tensor Gradient Optimiser Attention Held-out-text Seed"
    ),
    "zh": (
        "token 0 1 2 3 one-hot 4 5 head 6 logits softmax 7 odds 8 9 10 11 nat 12 13 14 15 "
        "sampling 16 LayerNorm beam-search top-k weight-tying tensor gradient 17 attention 18 seed"
    ),
}
_HIDDEN_CELL = re.compile(
    r"^```\{code-cell\}[^\n]*\n:tags: \[remove-(?:cell|input)\]\n.*?^```$", re.M | re.S
)
#: Ids, which nobody reads: of figures, questions, components and sections.
_IDS = re.compile(
    r"^(`{3,}\{[\w:-]+\}) [\w-]+$|^:(?:name|figure):.*$|\{(?:ref|glue:text|cite:\w+)\}`[^`]*`", re.M
)
_LABEL = re.compile(r"^\(([a-z0-9-]+)\)=$", re.M)

#: The names of values that are put into a sentence, which nobody reads.
_VALUES = re.compile(r"\{\w+\}")
#: Code and ids in the texts of tasks: blocks, headings that name a part, and what is in backticks.
_NAMES = re.compile(r"^```.*?^```$|^##+ .*$|^ {4}.*$|`[^`\n]*`|\{\w+\}|\]\([^)\n]*\)", re.M | re.S)

Text = list[tuple[str, str]]  # (label of the section, what stands there)


def page(name: str, lang: str) -> Text:
    """What a reader of a page sees, code included, by section."""
    parts = _LABEL.split(_IDS.sub(r"\1", _HIDDEN_CELL.sub("", Page(lang, name).source)))
    return [("", parts[0]), *zip(parts[1::2], parts[2::2], strict=True)]


def drawn(lang: str) -> Text:
    """The words of all figures."""
    names = [module.name for module in pkgutil.iter_modules(figures.__path__)]
    modules = [importlib.import_module(f"lmhead.figures.{name}") for name in names]
    tables = [module.TEXT[lang] for module in modules if hasattr(module, "TEXT")]
    assert len(tables) >= 9
    texts = "\n".join(text for table in tables for text in table.values())
    return [("", _VALUES.sub("", texts))]


def of_tasks(lang: str) -> Text:
    """What notebooks ask and hint, and what checks answer, without the names in code."""
    files = sorted(FOLDER.rglob(f"text.{lang}.md"))
    assert len(files) > 36
    return [("", "\n".join(_NAMES.sub("", file.read_text("utf-8")) for file in files))]


def names_in_tasks(lang: str) -> Text:
    """The same with them: functions that learners write, arguments, ids of messages."""
    files = sorted(FOLDER.rglob(f"text.{lang}.md"))
    return [("", "\n".join(file.read_text("utf-8") for file in files))]


def common_messages(lang: str) -> Text:
    """What every task says."""
    catalog = ROOT / "lmhead" / "locale" / lang / "LC_MESSAGES" / "lmhead.po"
    return [("", catalog.read_text("utf-8"))]


def components(lang: str) -> Text:
    """The explorer's words, and those of what else a page's scripts show."""
    return [("", _VALUES.sub("", "\n".join(LABELS[lang].values())))]


#: Every place where a learner reads, and how its text is had.
PLACES: dict[str, Callable[[str], Text]] = {
    **{
        path.stem: lambda lang, name=path.stem: page(name, lang)
        for path in sorted(EDITIONS["en"].glob("*.md"))
        if path.stem != "glossary"  # it is the table
    },
    "figures": drawn,
    "components": components,
    "tasks": of_tasks,
    "names in tasks": names_in_tasks,
    "common messages": common_messages,
}
#: Those that do not keep to the table yet. One that does leaves this list.
NOT_YET = {"names in tasks"}


def wrong_words(place: str) -> list[str]:
    return [
        f"{lang} {section}: {word!r}, for which the course says {term!r}"
        for lang in PAGES
        for section, text in PLACES[place](lang)
        for word, term in misused(text, lang, section)
    ]


@pytest.mark.parametrize("lang", PAGES)
def test_the_glossary_is_what_the_table_gives(lang: str) -> None:
    written = (ROOT / PAGES[lang]).read_text("utf-8")
    assert written == glossary(lang), "web/vocabulary.toml was changed since: make messages"


@pytest.mark.parametrize("place", [name for name in PLACES if name not in NOT_YET])
def test_a_place_keeps_to_the_words_of_the_table(place: str) -> None:
    assert wrong_words(place) == []


@pytest.mark.parametrize("place", sorted(NOT_YET))
def test_a_place_that_keeps_to_them_is_held_to_them(place: str) -> None:
    assert place in PLACES
    assert wrong_words(place) != [], f"{place} keeps to the table: take it from NOT_YET"


@pytest.mark.parametrize("lang", PAGES)
def test_the_table_keeps_to_itself(lang: str) -> None:
    for term in TERMS:
        words = term.words[lang]
        assert list(misused(f"{words.name}\n{words.means}", lang, term.section)) == []


def test_words_that_are_not_used_are_found_whole_and_in_any_case() -> None:
    assert list(misused("Its share of 0.5", "en")) == [
        ("Its share", "Probability"),
        ("share of", "Probability"),
    ]
    assert list(misused("Two uses share one table; sharing it helps.", "en")) == []
    assert list(misused("两个份额", "zh")) == [("份额", "概率")]
    assert list(misused("shares", "en", "02-softmax")) == []


@pytest.mark.parametrize("lang", PAGES)
def test_every_kept_address_leads_to_one_entry(lang: str) -> None:
    """Sphinx makes an address of a heading's Latin letters, and a number where it has none."""
    ends = Counter(
        end for term in TERMS for end in (natural(term.heading(lang)), *term.words[lang].anchors)
    )
    assert "" not in ends, "a heading without Latin letters has a number that may move"
    assert [end for end, count in ends.items() if count > 1] == []
    assert set(KEPT[lang].split()) <= set(ends)


def natural(heading: str) -> str:
    """The end of an address as Sphinx makes it: make_id, with capitals kept."""
    letters = re.sub(r"[^a-zA-Z0-9._]+", "-", heading.encode("ascii", "ignore").decode()).strip("-")
    assert letters.lower() == make_id(heading)
    return letters


@pytest.mark.parametrize("lang", PAGES)
def test_a_term_stands_in_the_section_that_introduces_it(lang: str) -> None:
    for term in TERMS:
        (name,) = [name for name in PLACES if name.startswith(f"{term.section[:2]}-")]
        if name in NOT_YET:
            continue
        text = dict(page(name, lang))[term.section].lower()
        words = term.words[lang]
        assert any(word.lower() in text for word in (words.name, *words.also)), words.name

"""The two editions are one course: same pages, labels, code, questions and numbers."""

import ast
import re
from collections import Counter

import pytest

from tests.chapters.page import DECIMAL, EDITIONS, ROOT, Page, pages

NAMES = [page.name for page in pages("en")]
LABELS = {"03-dot-products", "03-shares", "03-draws", "03-loss", "03-slope", "03-sgd"}
GLOSSES = {"猫": "cat", "狗": "dog", "鱼": "fish", "跑": "run"}


@pytest.fixture(params=NAMES)
def both(request):
    return Page("en", request.param), Page("zh", request.param)


def without_strings(cell):
    """The cell's syntax tree with every string emptied; comments are no part of it."""
    tree = ast.parse(cell)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


def test_both_editions_have_the_same_pages():
    assert [page.name for page in pages("zh")] == NAMES
    assert {"intro", "03-by-hand", "references"} <= set(NAMES)


def test_labels_come_in_the_same_order(both):
    en, zh = both
    assert list(en.sections) == list(zh.sections) != []


def test_the_labels_that_messages_link_to_are_there():
    for edition in EDITIONS:
        assert set(Page(edition, "03-by-hand").sections) >= LABELS


def test_code_differs_in_nothing_but_strings(both):
    en, zh = both
    assert [without_strings(c) for c in en.cells] == [without_strings(c) for c in zh.cells]


def test_predictions_have_the_same_ids_and_the_same_right_option(both):
    en, zh = both
    assert en.predictions == zh.predictions


def test_every_prediction_has_one_right_option_and_a_wrong_one():
    marks = dict(Page("en", "03-by-hand").predictions)
    assert len(marks) >= 8
    for name, options in marks.items():
        assert options.count("x") == 1, name
        assert len(options) >= 3, name
    # The right answer is not to be guessed from its place.
    places = Counter(options.index("x") for options in marks.values())
    assert max(places.values()) <= 0.6 * len(marks)
    assert sum(options.endswith("x") for options in marks.values()) <= len(marks) / 2


def test_each_section_gives_the_same_numbers(both):
    en, zh = both
    for label, section in en.sections.items():
        other = zh.sections[label]
        roles = r"\{glue:(?:text|figure)\}`?[^`\n]+"
        assert Counter(re.findall(roles, section)) == Counter(re.findall(roles, other)), label
        assert Counter(DECIMAL.findall(section)) == Counter(DECIMAL.findall(other)), label
        assert shown_formulas(section) == shown_formulas(other), label


def shown_formulas(section):
    """The formulas of a section; their words are each edition's own."""
    shown = re.findall(r"^\$\$\n(.*?)\n\$\$$", section, re.M | re.S)
    return [re.sub(r"\\text\{(?!out\})[^}]*\}", r"\\text{}", formula) for formula in shown]


@pytest.mark.slow
def test_what_the_code_prints_is_the_same_but_for_words(both):
    en, zh = both
    numbers = re.compile(r"-?\d+\.?\d*")
    assert [numbers.findall(o) for o in en.ran.printed] == [
        numbers.findall(o) for o in zh.ran.printed
    ]


@pytest.mark.slow
def test_an_english_reader_needs_no_chinese():
    for page in pages("en"):
        for match in re.finditer(r"[\u4e00-\u9fff]+", page.text):
            after = page.text[match.end() : match.end() + 8]
            gloss = GLOSSES[match[0]]
            assert after.startswith((f" {gloss}", f" ({gloss})")), match[0]
        assert not re.search(r"[\u4e00-\u9fff]", "".join(page.ran.printed))


def test_citations_and_sources_match():
    sources = set(re.findall(r"^@\w+\{(\w+),", (ROOT / "references.bib").read_text("utf-8"), re.M))
    for edition in EDITIONS:
        cited = {
            key
            for page in pages(edition)
            for keys in re.findall(r"\{cite:\w+\}`([^`]+)`", page.prose)
            for key in keys.split(",")
        }
        assert cited == sources

"""A result as text and as HTML: the same content, escaped, in the result's language."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from lmhead.checks.render import MARKS, as_html, as_text
from lmhead.checks.result import Part, Result
from lmhead.messages import say
from tests.checks.conftest import grade, open_here
from tests.submissions import answers

WRONG = {answer.name: answer for answer in answers("03-by-hand", "*", "wrong")}
EVIL = "<script>alert(1)</script>&\"'<img src=x onerror=y>"


class Tree(HTMLParser):
    """Collects tags, attributes and text; fails where tags do not close as they opened."""

    VOID = frozenset({"br", "img"})

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(name: str, lang: str = "en") -> dict[str, Any]:
    answer = WRONG[name]
    return grade(f"03-by-hand/{answer.task}", open_here(answer.source), 1, lang).to_json()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", ["two_decimals", "ascent", "own_row", "stub", "e", "shifted"])
def test_text_and_html_hold_the_same_words(name: str, lang: str) -> None:
    data = shown(name, lang)
    text, tree = as_text(data), Tree(as_html(data))
    for part in data["parts"]:
        if part["message"]:
            assert part["message"]["text"] in text
            assert part["message"]["text"].replace("`", "") in tree.text
        for key in ("case", "expected", "got"):
            assert part[key] is None or part[key] in tree.text
            assert part[key] is None or part[key].split("\n")[0] in text
    assert data["section_url"] in text
    assert ("href", data["section_url"]) in tree.attributes
    assert ("lang", {"en": "en", "zh": "zh-CN"}[lang]) in tree.attributes


def test_the_languages_do_not_mix() -> None:
    assert "Explained in:" in as_text(shown("ascent", "en"))
    chinese = as_text(shown("ascent", "zh"))
    assert "相关章节：https" in chinese
    for word in ("points", "right", "Expected", "Yours", "Call", "step"):
        assert word not in chinese.replace("sgd_step", "")


def test_a_right_result_needs_no_section() -> None:
    answer = answers("03-by-hand", "chain", "right")[0]
    data = grade("03-by-hand/chain", open_here(answer.source)).to_json()
    assert "http" not in as_text(data)
    assert "http" not in as_html(data)


def test_every_status_has_a_mark_and_a_word_beside_it() -> None:
    lines = as_text(shown("shifted")).splitlines()
    assert lines[0] == "◐ The chain of numbers: partly right (3/4)"
    assert lines[1] == "  ✓ Logits: right (1/1)"
    assert lines[2] == "  ✗ Exponentials: not right yet (0/1)"
    assert as_text(shown("stub")).startswith("○ One step of training: not attempted (0/5)")
    assert set(MARKS) == {"right", "partial", "wrong", "not-attempted", "not-run"}


def test_a_task_of_one_part_says_its_headline_once() -> None:
    text = as_text(shown("rounded_down"))
    assert text.count("not right yet") == 1
    assert as_html(shown("rounded_down")).count("not right yet") == 1


def test_the_same_sentence_is_said_once_where_parts_in_a_row_have_it() -> None:
    assert as_text(shown("ascent")).count("First, the values") == 1
    assert as_html(shown("ascent")).count("First, the values") == 1


def test_lines_of_a_matrix_stand_below_one_another() -> None:
    for lang in ("en", "zh"):
        lines = as_text(shown("ascent", lang)).splitlines()
        first = next(index for index, line in enumerate(lines) if "[[" in line and "np" not in line)
        wide = sum(2 if ord(character) > 0x2E7F else 1 for character in lines[first].split("[[")[0])
        assert lines[first + 1].index("[") == wide + 1


def test_what_a_learner_wrote_is_escaped() -> None:
    part = Part(
        "logits", 0, 1, "wrong", say("cell/assertion", text=EVIL), None, EVIL, EVIL, f"`{EVIL}`"
    )
    page = as_html(Result("03-by-hand/chain", 4, "en", (part, part)).to_json())
    assert "<script" not in page
    assert "<img" not in page
    tree = Tree(page)
    assert set(tree.tags) <= {
        *("div", "p", "strong", "span", "ul", "li", "table", "tr", "th", "td", "pre")
    }
    assert tree.text.count(EVIL) >= 4


def test_an_address_cannot_leave_its_attribute() -> None:
    result = Result("03-by-hand/chain", 4, "en", (), None, "x", 'https://a/"onclick="b')
    assert ("href", 'https://a/"onclick="b') in Tree(as_html(result.to_json())).attributes


def test_code_in_a_sentence_is_marked_as_code() -> None:
    page = as_html(shown("stub"))
    assert "<code>sgd_step</code>" in page
    assert "`" not in page
    part = Part("logits", 0, 1, "wrong", say("cell/assertion", text="`<b>` and ` alone"))
    page = as_html(Result("03-by-hand/chain", 4, "en", (part,)).to_json())
    assert "<code>&lt;b&gt;</code> and ` alone" in page


def test_there_is_no_script_request_or_colour_of_its_own() -> None:
    """Colours would be those of one theme; a fragment stands in light pages and in dark ones."""
    for name in ("ascent", "two_decimals"):
        tree = Tree(as_html(shown(name)))
        assert not set(tree.tags) & {"script", "style", "link", "img", "iframe"}
        allowed = {"class", "lang", "scope", "href", "style", "role", "aria-hidden"}
        assert {name for name, _ in tree.attributes} <= allowed
        styles = " ".join(value or "" for name, value in tree.attributes if name == "style")
        assert not re.search(r"color|background: (?!none)|url", styles)


def test_a_screen_reader_hears_the_word_and_not_the_mark() -> None:
    page = as_html(shown("shifted"))
    assert '<span aria-hidden="true">✗ </span>Exponentials: not right yet (0/1)' in page
    assert '<span aria-hidden="true">◐ </span>The chain of numbers: partly right (3/4)' in page


def test_the_message_of_a_whole_task_is_shown() -> None:
    result = Result("03-by-hand/chain", 4, "en", (), say("lost/died"))
    assert "ended its Python process" in as_text(result.to_json())
    assert "ended its Python process" in as_html(result.to_json())

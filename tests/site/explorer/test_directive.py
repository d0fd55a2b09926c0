"""The explorer directive: what it writes into a page, and each slip a warning at its line."""

import json
import re
from html import unescape
from types import SimpleNamespace

import numpy as np
import pytest

from lmhead import four_words
from lmhead.softmax import softmax
from tests.chapters.page import Page
from tests.site.explorer.page import CHAPTERS, PAGES
from web.build import ROOT
from web.explorer import HEADS, PARTS, fingerprint_parts
from web.labels import explorer as labels

SAY = "explorer.say-"
SCRIPTS = {
    path.name: path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "web" / "static").glob("explorer*.js"))
}


def source(name="03-explorer", **options):
    options = {"head": "four-words", "show": "products", "figure": "the-figure", **options}
    lines = [f":{key}: {value}" for key, value in options.items() if value is not None]
    figure = "(the-figure)=\n## A figure\n"
    return "\n".join(["# Page", "", f"```{{explorer}} {name}", *lines, "```", "", figure])


@pytest.mark.slow
def test_the_element_has_the_head_the_parts_and_the_texts(parse):
    page = parse(source(show="products step"))
    assert page.warnings == []
    (element,) = re.findall(r"<head-explorer.*?</head-explorer>", page.html, re.S)
    assert 'id="03-explorer"' in element
    assert 'show="products step"' in element
    told = json.loads(unescape(re.search(r'data-setup="([^"]*)"', element)[1]))
    assert told["head"]["rows"] == four_words.W_OUT.tolist()
    assert told["head"]["h"] == four_words.H.tolist()
    assert told["names"] == ["猫 cat", "狗 dog", "鱼 fish", "跑 run"]
    assert "h₁ − h₂" in told["text"]["seen"]


def test_without_a_script_the_numbers_are_in_a_table_and_the_figure_is_linked(parse):
    html = parse(source()).html
    (fallback,) = re.findall(r'<div class="explorer-fallback">.*?</div>', html, re.S)
    cells = re.findall(r"<td>(.*?)</td>", fallback)
    assert cells[0::3] == ["[1, 0, 1]", "[1, 0, 0]", "[0, 1, 1]", "[0, 1, 0]"]
    assert cells[1::3] == ["2", "1", "1", "0"]
    assert cells[2::3] == ["0.534", "0.197", "0.197", "0.072"]
    assert re.search(r'<a class="reference internal" href="#the-figure">', fallback)


def test_no_share_in_the_table_is_rounded_to_zero(parse):
    html = parse(source(head="five-words")).html
    shares = re.findall(r"<td>([^<]*)</td></tr>", html)
    wanted = softmax(np.array(HEADS["five-words"]["rows"]) @ HEADS["five-words"]["h"])
    assert [float(share) for share in shares] == pytest.approx(wanted, abs=5e-4)
    assert float(shares[-1]) > 0


def test_chinese_pages_speak_chinese(parse):
    html = parse(source(), language="zh_CN").html
    (element,) = re.findall(r"<head-explorer.*</head-explorer>", html, re.S)
    told = json.loads(unescape(re.search(r'data-setup="([^"]*)"', element)[1]))
    assert told["names"] == ["猫", "狗", "鱼", "跑"]
    assert told["text"]["greedy"] == "贪心"
    seen = re.sub(r"<[^>]*>", "", element)
    assert "自己动手" in seen
    assert set(re.findall(r"[A-Za-z]+", seen)) == {"JavaScript", "h", "logit"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        (source("03_explorer"), "is not lower-case words"),
        (source(head=None), "the option :head: is missing"),
        (source(figure=None), "the option :figure: is missing"),
        (source(head="six-words"), '"six-words" unknown'),
        (source(show="products dance"), "there is no part 'dance'"),
        (source(figure="nowhere"), "undefined label: 'nowhere'"),
    ],
)
def test_a_slip_is_a_warning_at_its_line(parse, page, sentence):
    warnings = parse(page).warnings
    # An option that cannot be read is told by MyST, and then missed by the directive.
    assert 1 <= len(warnings) <= 2, warnings
    assert sentence in warnings[0]
    assert all("index.md:3: WARNING" in warning for warning in warnings)


# --- texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("said_by", ["static", "script"])
def test_every_text_is_said_in_both_languages(said_by):
    by_script = said_by == "script"
    en, zh = (
        {key: text for key, text in table.items() if (SAY in key) == by_script}
        for table in (labels.EN, labels.ZH)
    )
    assert list(en) == list(zh)
    for key in en:
        assert set(re.findall(r"{\w+}", en[key])) == set(re.findall(r"{\w+}", zh[key])), key
        assert not re.search(r"[\u4e00-\u9fff]", en[key]), key
        # What is the same in both is a term or a sign.
        assert re.search(r"[\u4e00-\u9fff、]", zh[key]) or zh[key] == en[key], key
    same = {key.removeprefix(SAY).removeprefix("explorer.") for key in en if en[key] == zh[key]}
    assert same <= {"logit", "scaled", "exponential"}


def test_the_scripts_use_every_text_and_no_other():
    code = "".join(text for name, text in SCRIPTS.items() if name != "explorer-numbers.js")
    asked = set(re.findall(r"\btext\.(\w+)", code))
    # The parts of the step name some of theirs in strings.
    said = [key.removeprefix(SAY) for key in labels.EN if key.startswith(SAY)]
    asked |= {key for key in said if f'"{key}"' in code}
    given = {"seen" if key.startswith("seen-") else key for key in said}
    assert asked == given


def test_the_scripts_know_the_parts_of_the_directive():
    code = SCRIPTS["explorer-view.js"] + SCRIPTS["explorer-shares.js"]
    assert set(re.findall(r'parts\.has\("(\w+)"\)', code)) == set(PARTS)


# --- the chapters --------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["en", "zh"])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_shows_what_its_readers_know(chapter, edition):
    page = Page(edition, PAGES[chapter])
    found = re.findall(
        r"^```\{explorer\} (\S+)\n:head: (.*)\n:show: (.*)\n:figure: (.*)\n```$", page.source, re.M
    )
    ((name, head, show, figure),) = found
    assert name == f"{chapter}-explorer"
    assert (head, show) == CHAPTERS[chapter]
    assert f":name: {figure}\n" in page.source


@pytest.mark.parametrize("edition", ["en", "zh"])
def test_the_five_words_are_those_of_chapter_2(edition):
    head = HEADS["five-words"]
    page = Page(edition, PAGES["02"])
    cell = next(cell for cell in page.cells if "W_out = np.array(" in cell)
    space = {}
    exec(cell.partition("z = ")[0], space)
    assert space["words"] == head["words"][edition]
    assert space["W_out"].tolist() == head["rows"]
    assert space["h"].tolist() == head["h"]


# --- the files -----------------------------------------------------------------------------------


def test_each_script_asks_for_the_others_by_their_content(tmp_path):
    static = tmp_path / "_static"
    app = SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(name="html"))

    def versions(**changed):
        static.mkdir(exist_ok=True)
        for name, text in SCRIPTS.items():
            (static / name).write_text(text + changed.get(name[9:-3], ""), encoding="utf-8")
        fingerprint_parts(app, None)
        built = "".join(path.read_text(encoding="utf-8") for path in static.iterdir())
        asked = re.findall(r'"\./(explorer[\w-]*\.js)(\?v=[0-9a-f]{8})?"', built)
        assert {name for name, _ in asked} == set(SCRIPTS) - {"explorer.js"}
        assert len({version for _, version in asked}) == 1
        return asked[0][1]

    first = versions()
    assert first != ""
    assert versions() == first
    assert versions(numbers="// another\n") != first


def test_the_explorer_is_small():
    """Of the scripts a chapter loads the first alone; the rest comes when a reader comes near."""
    import gzip

    sizes = {name: len(gzip.compress(text.encode(), 6)) for name, text in SCRIPTS.items()}
    assert sizes["explorer.js"] < 1500
    assert sum(sizes.values()) < 20_000

"""Search: what Pagefind is given to read, and what a reader finds with it, in both languages."""

import json
import shutil

import pytest

from tests.plugins.tiers import sampled
from web import search_index
from web.build import ROOT
from web.pages import toc_pages
from web.search_index import page_for_index, spaced

PAGE = """<html lang="zh-CN"><head><title>题目</title></head><body><nav>目录</nav>
<article class="bd-article">
<section class="tex2jax_ignore" id="first"><span id="01-first"></span><h1>题目<a>#</a></h1>
<p title="属性">词的softmax</p>
<dl><dt id="term-a">词<a>#</a></dt><dd>解释</dd></dl></section>
</article></body></html>"""


def test_each_han_character_of_the_text_is_a_word_and_no_other_is_changed():
    assert spaced('<p title="属性">词的softmax</p>').split() == [
        "<p", 'title="属性">', "词", "的", "softmax</p>"
    ]  # fmt: skip


def test_the_copy_holds_the_article_alone_with_anchors_on_its_headings():
    copy = page_for_index(PAGE, "zh-CN")
    assert "目" in copy
    assert "录" not in copy
    assert '<h1 id="first">' in copy
    assert '<h6 id="term-a">' in copy
    assert '<html lang="zh-CN">' in copy


def test_a_page_without_an_article_is_left_out():
    assert page_for_index("<html><title>t</title><body>text</body></html>", "en") is None


def test_without_pagefind_one_sentence_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(search_index, "installed", lambda: False)
    with pytest.raises(search_index.SearchIndexError, match="pip install pagefind-bin"):
        search_index.write_index({}, tmp_path)


def test_what_pagefind_says_against_it_is_passed_on(monkeypatch, tmp_path):
    """No page at all: Pagefind finds nothing to index."""
    page = tmp_path / "a.html"
    page.write_text("<p>no article</p>")
    (tmp_path / "zh").mkdir()
    shutil.copy(page, tmp_path / "zh")
    copies = search_index.copies(tmp_path, ["a"])
    assert copies == {}
    with pytest.raises(search_index.SearchIndexError, match="Pagefind made no index"):
        search_index.write_index(copies, tmp_path / "made")


# --- in a browser --------------------------------------------------------------------------------

# A query, the edition it is asked in, and a page whose text holds it.
FOUND = [
    ("en", "weight tying", "chapters/05-tying.html"),
    ("en", "temperature", "chapters/04-decoding.html"),
    ("en", "tempera", "chapters/04-decoding.html"),
    ("en", "how do I choose the temperature", "chapters/04-decoding.html"),
    ("en", "W_out", "chapters/02-logits-softmax.html"),
    ("zh", "权重共享", "zh/chapters/05-tying.html"),
    ("zh", "偏置", "zh/chapters/05-tying.html"),
    ("zh", "温度", "zh/chapters/04-decoding.html"),
    ("zh", "词", "zh/chapters/01-distance.html"),
    ("zh", "怎样选温度", "zh/chapters/04-decoding.html"),
    ("zh", "softmax", "zh/chapters/02-logits-softmax.html"),
]


# The open dialog's, or the search page's own, which has a dialog too.
SHOWN = ":is(dialog[open], article) .search-results"


def results(page):
    """The addresses of the results, once there are any or a sentence says that there are none."""
    page.wait_for_function(f"document.querySelector('{SHOWN} [role=status]')?.textContent")
    return page.eval_on_selector_all(f"{SHOWN} > ol > li > a", "all => all.map(a => a.href)")


@pytest.mark.browser
@pytest.mark.parametrize(("edition", "query", "expected"), sampled(FOUND, 3, names=3))
def test_the_search_page_finds(visit, address, edition, query, expected):
    folder = "" if edition == "en" else "zh/"
    seen = visit(f"{folder}search.html?q={query}")
    found = [href[len(address) :].partition("#")[0] for href in results(seen.page)]
    assert expected in found
    # Each edition finds its own pages.
    assert {href.startswith("zh/") for href in found} == {edition == "zh"}
    assert seen.errors == []


@pytest.mark.browser
def test_chinese_stands_in_the_results_as_on_the_page(visit):
    page = visit("zh/search.html?q=权重共享").page
    results(page)
    text = page.inner_text(f"{SHOWN} ol")
    assert "权重共享" in text
    assert page.locator(f"{SHOWN} mark", has_text="权重共享").count() > 0


@pytest.mark.browser
@pytest.mark.parametrize(
    ("path", "query", "sentence"),
    [
        ("search.html", "xylophone", "Nothing found for “xylophone”"),
        ("zh/search.html", "鲸鱼", "没有找到“鲸鱼”"),
    ],
)
def test_what_is_not_there_is_said(visit, path, query, sentence):
    page = visit(f"{path}?q={query}").page
    assert results(page) == []
    assert sentence in page.inner_text(f"{SHOWN} [role=status]")


TITLES = """
export const init = async () => {};
export const search = async () => ({ results: [{ data: async () => ({
  url: "/page.html", meta: { title: "The token <eos> & <b>others</b>" }, content: "eos",
  excerpt: "A &lt;b&gt;", sub_results: [{
    url: "/page.html#part", title: "<i>Part</i>", excerpt: "<mark>eos</mark> &lt;i&gt;",
  }],
}) }] });
"""


@pytest.mark.browser
def test_titles_are_text_and_excerpts_keep_their_marks(visit):
    """Pagefind hands over titles as text, in which a token may look like a tag."""
    page = visit("search.html").page
    page.route(
        "**/pagefind/pagefind.js",
        lambda route: route.fulfill(body=TITLES, content_type="text/javascript"),
    )
    page.fill("article form.bd-search input", "eos")
    results(page)
    links = page.locator(f"{SHOWN} ol a")
    assert links.all_text_contents() == ["The token <eos> & <b>others</b>", "<i>Part</i>"]
    assert page.locator(f"{SHOWN} ol").locator("b, i").count() == 0
    assert page.locator(f"{SHOWN} mark").all_text_contents() == ["eos"]


@pytest.mark.browser
def test_what_was_asked_is_repeated_as_it_is(visit):
    query = "<b>$&xylophone</b>"
    page = visit("search.html").page
    page.fill("article form.bd-search input", query)
    assert results(page) == []
    assert f"“{query}”" in page.inner_text(f"{SHOWN} [role=status]")


@pytest.mark.browser
def test_a_page_loads_nothing_of_the_search_before_it_is_opened(visit):
    seen = visit("chapters/03-by-hand.html")
    assert [r for r in seen.requests if "pagefind/" in r or "search.js" in r] == []


@pytest.mark.browser
def test_the_keyboard_opens_the_search_and_goes_through_the_results(visit, address):
    page = visit("zh/chapters/03-by-hand.html").page
    page.keyboard.press("Control+k")
    page.keyboard.type("权重共享")
    assert results(page)
    page.keyboard.press("ArrowDown")
    first = page.evaluate("document.activeElement.href")
    assert first.startswith(address + "zh/")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(first)
    page.keyboard.press("Control+k")
    page.keyboard.press("Escape")
    page.wait_for_selector("#pst-search-dialog", state="hidden")


@pytest.mark.browser
def test_the_field_of_the_sidebar_leads_to_the_search_page(visit, address):
    page = visit("chapters/03-by-hand.html").page
    page.fill(".sidebar-search input", "perplexity")
    page.press(".sidebar-search input", "Enter")
    page.wait_for_url(address + "search.html?q=perplexity")
    assert any("03-by-hand" in href for href in results(page))


@pytest.mark.browser
def test_an_index_that_does_not_load_is_said(visit):
    page = visit("search.html").page
    page.route("**/pagefind/**", lambda route: route.abort())
    page.fill("article form.bd-search input", "softmax")
    assert results(page) == []
    said = page.inner_text(f"{SHOWN} [role=status]")
    assert said.startswith("The search index did not load.")


@pytest.mark.browser
def test_without_javascript_the_search_page_says_so(visit):
    page = visit("zh/search.html", js=False).page
    assert "搜索需要 JavaScript" in page.inner_text("article")
    assert not page.locator("form.bd-search >> visible=true").count()


@pytest.mark.slow
def test_every_page_is_in_the_index(site):
    """Pagefind counts the pages of each language."""
    entry = json.loads((site / "pagefind" / "pagefind-entry.json").read_text(encoding="utf-8"))
    count = len(toc_pages(ROOT / "_toc.yml"))
    assert {k: v["page_count"] for k, v in entry["languages"].items()} == {
        "en": count,
        "zh-cn": count,
    }


@pytest.mark.slow
def test_nothing_that_no_page_loads_is_published(site):
    names = {path.name for path in (site / "pagefind").iterdir()}
    assert "pagefind.js" in names
    assert not [name for name in names if "ui" in name or "highlight" in name]

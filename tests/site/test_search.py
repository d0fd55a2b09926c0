"""Chinese search: what the index holds is what a query asks for."""

import pytest

from web.search_zh import SPLIT_QUERY_JS, index_terms

TEXTS = [
    "每个词的概率",
    "softmax 把分数变成概率",
    "猫",
    "用 W_out 乘 h。",
    "权重共享（tying）",
    "v2 与 53%",
]


def test_any_piece_of_a_text_is_found_by_its_pairs():
    terms = set(index_terms("从隐藏向量到词的概率"))
    for query in ("隐藏", "藏向", "向量到词", "词", "概率"):
        wanted = [query] if len(query) == 1 else [query[i : i + 2] for i in range(len(query) - 1)]
        assert set(wanted) <= terms


def test_words_of_other_scripts_stay_whole():
    assert index_terms("用 softmax 求 W_out") == ["用", "softmax", "求", "W_out"]


@pytest.mark.browser
def test_the_page_splits_a_query_into_terms_of_the_index(chromium):
    page = chromium.new_page()
    split = page.evaluate(f"() => {{ {SPLIT_QUERY_JS}; return {TEXTS!r}.map(splitQuery); }}")
    page.close()
    for text, terms in zip(TEXTS, split, strict=True):
        assert terms
        assert set(terms) <= set(index_terms(text))


@pytest.mark.browser
@pytest.mark.parametrize("query", ["概率", "隐藏向量", "猫", "softmax"])
def test_the_search_page_finds(visit, query):
    seen = visit(f"zh/search.html?q={query}")
    seen.page.wait_for_selector("#search-results ul.search li a")
    assert "03-by-hand" in seen.page.inner_html("#search-results ul.search")
    assert seen.errors == []


@pytest.mark.browser
def test_the_search_page_finds_nothing_for_what_is_not_there(visit):
    seen = visit("zh/search.html?q=鲸鱼座")
    seen.page.wait_for_selector("#search-results .search-summary")
    assert seen.page.query_selector("#search-results ul.search li a") is None

"""The link check finds each kind of broken link, and passes what is sound."""

import pytest

from web import links

SITE = "https://course.example/"


@pytest.fixture
def site(tmp_path):
    (tmp_path / "zh").mkdir()
    (tmp_path / "index.html").write_text('<a href="zh/">zh</a><p id="here">')
    (tmp_path / "zh" / "index.html").write_text('<a href="../index.html#here">en</a>')
    (tmp_path / "style.css").write_text("a { background: url(icon.svg) }")
    (tmp_path / "icon.svg").write_text("<svg/>")
    return tmp_path


def faults(site, html):
    (site / "page.html").write_text(html)
    return links.check(site, SITE)


@pytest.mark.parametrize(
    "html",
    [
        '<a href="index.html">',
        '<a href="/zh/index.html">',
        '<a href="index.html?q=1#here">',
        '<p id="概率"></p><a href="#%E6%A6%82%E7%8E%87">',
        '<a href="https://elsewhere.example/x">',
        '<a href="mailto:a@b.example">',
        f'<a href="{SITE}zh/">',
        f'<link rel="canonical" href="{SITE}page.html">',
        '<link rel="alternate" hreflang="en" href="https://elsewhere.example/">',
        '<img src="data:image/png;base64,AA">',
        '<script src="style.css"></script>',
    ],
)
def test_sound_links_pass(site, html):
    assert faults(site, html) == []


@pytest.mark.parametrize(
    ("html", "sentence"),
    [
        ('<a href="nowhere.html">', "leads to no file"),
        ('<a href="/nowhere/">', "leads to no file"),
        ('<a href="../index.html">', "leads to no file"),
        ('<a href="index.html#gone">', "without that anchor"),
        ('<a href="#gone">', "without that anchor"),
        (f'<a href="{SITE}gone.html">', "leads to no file"),
        ('<img src="gone.png">', "leads to no file"),
        ('<img srcset="icon.svg 1x, gone.png 2x">', "leads to no file"),
        ('<form action="gone.html">', "leads to no file"),
        ('<meta http-equiv="refresh" content="0; url=gone.html">', "leads to no file"),
        ('<p id="a"><p id="a">', "occurs more than once"),
        ('<script src="https://cdn.example/x.js"></script>', "from another host"),
        ('<script src="//cdn.example/x.js"></script>', "from another host"),
        ('<link rel="stylesheet" href="https://cdn.example/x.css">', "from another host"),
        ('<link rel="preconnect" href="https://cdn.example">', "from another host"),
        ('<p style="background:url(https://cdn.example/x.png)">', "from another host"),
    ],
)
def test_each_fault_is_one_sentence_at_its_place(site, html, sentence):
    found = faults(site, f"\n{html}")
    assert len(found) == 1, found
    assert found[0].startswith("page.html:")
    assert sentence in found[0]


def test_style_sheets_are_read_too(site):
    (site / "style.css").write_text(
        "@import 'https://fonts.example/f.css'; a{background:url(no.svg)}"
    )
    assert ["another host" in f or "no file" in f for f in links.check(site)] == [True, True]

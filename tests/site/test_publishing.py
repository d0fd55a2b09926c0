"""What a published site has besides its pages."""

import json
import re
import struct
from xml.etree import ElementTree

import pytest

from lmhead.course import SITE_URL
from web import links, publishing, social_preview, status_page
from web.build import ROOT
from web.editions import EDITIONS
from web.mathml import in_words
from web.pages import _NAMED_BY_CONTENT, _named, toc_pages

PAGES = ["chapters/intro", "exercises/x/x"]
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture
def published(tmp_path):
    """A site of two pages in two editions, with all that is added to it."""
    for folder in ("", "zh"):
        for page in (*PAGES, "search"):
            file = tmp_path / folder / f"{page}.html"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("<title>t</title>", encoding="utf-8")
    publishing.add_to(tmp_path, PAGES)
    social_preview.draw_all(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_the_sitemap_names_each_page_of_each_edition_with_its_siblings(published):
    root = ElementTree.parse(published / "sitemap.xml").getroot()
    urls = {url.find(f"{SITEMAP}loc").text: url for url in root}
    assert set(urls) == {
        f"{SITE_URL}{folder}{page}.html" for folder in ("", "zh/") for page in PAGES
    }
    for url in urls.values():
        siblings = {a.get("hreflang"): a.get("href") for a in url.findall(f"{XHTML}link")}
        assert set(siblings) == {"en", "zh-CN", "x-default"}
        assert siblings["x-default"] == siblings["en"]
        assert url.find(f"{SITEMAP}loc").text in siblings.values()
        assert set(siblings.values()) <= set(urls)


def test_robots_are_told_of_the_sitemap(published):
    lines = (published / "robots.txt").read_text(encoding="utf-8").splitlines()
    assert f"Sitemap: {SITE_URL}sitemap.xml" in lines
    assert "Disallow" not in "".join(lines)


def test_the_page_for_wrong_addresses_loads_nothing_and_its_links_lead_somewhere(published):
    page = (published / "404.html").read_text(encoding="utf-8")
    assert not re.search(r'<(?:script|img)\b[^>]*\bsrc=|rel="stylesheet"', page)
    assert links.check(published, SITE_URL) == []
    for edition in EDITIONS.values():
        assert f'<section lang="{edition.tag}">' in page


@pytest.mark.browser
@pytest.mark.parametrize("base", ["", "some/where/"])
@pytest.mark.parametrize("wrong", ["gone.html", "zh/chapters/gone.html", "a/b/c/"])
def test_it_finds_the_course_below_any_path(chromium, published, tmp_path, base, wrong):
    """The host answers any wrong address below ``base`` with this page."""
    page = chromium.new_page()
    host = "http://course.test/"

    def answer(route):
        path = route.request.url[len(host) :]
        file = published / path[len(base) :]
        if path.startswith(base) and file.is_file():
            route.fulfill(path=file)
        elif route.request.resource_type == "document":
            body = (published / "404.html").read_text(encoding="utf-8")
            route.fulfill(status=404, content_type="text/html", body=body)
        else:
            route.fulfill(status=404)

    page.route("**/*", answer)
    page.goto(host + base + wrong)
    page.wait_for_function(f"document.querySelector('a').href.startsWith('{host}')")
    addresses = page.eval_on_selector_all("a", "all => all.map(a => a.href)")
    page.close()
    assert addresses == [
        f"{host}{base}{folder}{name}.html"
        for folder in ("", "zh/")
        for name in (PAGES[0], "search")
    ]


@pytest.mark.browser
def test_an_address_that_names_another_host_in_its_path_leads_to_none(chromium, published):
    page = chromium.new_page()
    asked = []
    body = (published / "404.html").read_text(encoding="utf-8")

    def answer(route):
        asked.append(route.request.url)
        # The other host would say that it has the course.
        route.fulfill(
            body=body, content_type="text/html", headers={"access-control-allow-origin": "*"}
        )

    page.route("**/*", answer)
    page.goto("http://course.test//evil.test/gone.html")
    page.wait_for_function("document.querySelector('a').href.startsWith('http:')")
    addresses = page.eval_on_selector_all("a", "all => all.map(a => a.href)")
    page.close()
    assert {url.split("/")[2] for url in [*asked, *addresses]} == {"course.test"}


def test_each_edition_has_a_picture_of_the_size_that_its_pages_say(published):
    for edition in EDITIONS.values():
        data = (published / edition.folder / social_preview.FILE).read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", data[16:24]) == (social_preview.WIDTH, social_preview.HEIGHT)
        assert len(data) < 100_000


def test_a_machine_without_a_chinese_font_draws_the_english_picture(monkeypatch, tmp_path):
    social_preview.draw(EDITIONS["en"], tmp_path / "en.png")
    monkeypatch.setattr(social_preview, "han_font", lambda: None)
    social_preview.draw(EDITIONS["zh"], tmp_path / "zh.png")
    assert (tmp_path / "zh.png").read_bytes() == (tmp_path / "en.png").read_bytes()


def test_the_picture_in_words_has_the_shares_of_the_example():
    # e^2, e, e and 1 over their sum, 13.8256.
    said = social_preview.description(EDITIONS["en"])
    assert "cat 53.4%, dog 19.7%, fish 19.7%, run 7.2%" in said


def test_the_status_knows_the_commit_it_stands_in(tmp_path):
    assert status_page.commit_of(tmp_path) is None
    found = status_page.commit_of(ROOT)
    if (ROOT / ".git").exists():
        assert re.fullmatch(r"[0-9a-f]{40}", found[0])


def test_a_formula_in_one_line():
    frac = "<math><mfrac><msup><mi>e</mi><mi>z</mi></msup><mi>s</mi></mfrac></math>"
    assert in_words(frac) == "(e^z)/(s)"
    assert in_words("<math><msub><mi>p</mi><mi>k</mi></msub><mo>−</mo><mn>1</mn></math>") == (
        "p_k − 1"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "<th><p><math><mi>p</mi></math></p></th>",
            '<th><p><math aria-label="p"><mi>p</mi></math></p></th>',
        ),
        ("<th>share <math><mi>p</mi></math></th>", "<th>share <math><mi>p</mi></math></th>"),
        ("<summary>text</summary>", "<summary>text</summary>"),
    ],
)
def test_what_only_a_formula_names_has_a_name_in_words(before, after):
    assert _NAMED_BY_CONTENT.sub(_named, before) == after


# --- the built pages -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("page", toc_pages(ROOT / "_toc.yml"))
def test_a_link_to_a_page_is_shown_with_its_title_and_picture(site, page):
    for edition in EDITIONS.values():
        html = (site / edition.folder / f"{page}.html").read_text(encoding="utf-8")
        tags = dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)"', html))
        folder = f"{edition.folder}/" if edition.folder else ""
        assert tags["og:url"] == f"{SITE_URL}{folder}{page}.html"
        assert tags["og:image"] == f"{SITE_URL}{folder}{social_preview.FILE}"
        assert "<" not in tags["og:title"]
        assert tags["og:description"]
        assert 'content="noindex"' not in html


@pytest.mark.slow
def test_the_status_page_names_every_page_whose_code_was_run(site):
    executed = []
    for name in toc_pages(ROOT / "_toc.yml"):
        source = ROOT / f"{name}.md"
        if source.is_file() and "{code-cell}" in source.read_text(encoding="utf-8"):
            executed.append(name)
    for edition in EDITIONS.values():
        html = (site / edition.folder / "status.html").read_text(encoding="utf-8")
        rows = re.findall(r'<th scope="row"><a href="([^"]+)\.html">.*?(\d+\.\d)</td>', html, re.S)
        assert [name for name, _ in rows] == executed
        assert "numpy" in html
        assert 'content="noindex"' in html


@pytest.mark.slow
def test_every_page_leads_to_the_status_page(site):
    for edition in EDITIONS.values():
        html = (site / edition.folder / f"{toc_pages(ROOT / '_toc.yml')[0]}.html").read_text(
            "utf-8"
        )
        assert 'href="../status.html"' in html


def test_lighthouse_is_locked():
    lock = json.loads((ROOT / "bench/node/package-lock.json").read_text(encoding="utf-8"))
    wanted = json.loads((ROOT / "bench/node/package.json").read_text(encoding="utf-8"))
    for name, version in wanted["dependencies"].items():
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
    assert not [entry for entry in lock["packages"].values() if "resolved" in entry]

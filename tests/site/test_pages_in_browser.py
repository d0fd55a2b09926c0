"""The pages in a browser: self-contained, readable on a phone, in light and dark."""

import pytest

from tests.plugins.tiers import surveyed
from web.addresses import colab_url
from web.build import ROOT
from web.pages import toc_pages

pytestmark = pytest.mark.browser

PAGES = [*(f"{page}.html" for page in toc_pages(ROOT / "_toc.yml")), "search.html"]
BOTH = [folder + page for folder in ("", "zh/") for page in PAGES]
CHAPTER = "chapters/03-by-hand.html"


@pytest.fixture(scope="module")
def path(request):
    return request.param


@pytest.fixture(scope="module")
def narrow(open_visit, path):
    """The page on the narrowest phone, loaded once for all that is asked of it."""
    with open_visit() as visit:
        yield visit(path, width=360, height=800)


# In the scope of a module the tests of a page stand together.
# `make test` asks each page of one edition only, one after the other in turn.
IN_TURN = [
    path if number % len(PAGES) % 2 == number // len(PAGES) else surveyed(path)
    for number, path in enumerate(BOTH)
]
each_page = pytest.mark.parametrize("path", IN_TURN, indirect=True, scope="module")


@each_page
def test_a_page_asks_no_other_host_and_says_no_error(narrow, address):
    assert [r for r in narrow.requests if not r.startswith((address, "data:"))] == []
    assert narrow.errors == []


@pytest.mark.parametrize("width", [360, 390])
@each_page
def test_a_phone_never_scrolls_sideways(narrow, width):
    page = narrow.page
    page.set_viewport_size({"width": width, "height": 800})
    for box in page.query_selector_all("lmhead-predict"):
        if (commit := box.query_selector(".predict-commit")) and commit.is_visible():
            box.query_selector("input").check()
            commit.click()
    wide = page.evaluate(
        """() => [...document.querySelectorAll("body *")]
            .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
            .filter((e) => !e.closest("pre, .pst-scrollable-table-container, .math-scroll, dialog,"
                + ".bd-sidebar, .bd-sidebar-secondary, .skip-link, .cell_output, svg"))
            .map((e) => e.outerHTML.slice(0, 120))"""
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width, wide
    assert wide == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_system_s_colours_are_taken_before_the_first_paint(visit, scheme):
    page = visit(CHAPTER, scheme=scheme).page
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 24, 27)"}[scheme]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_language_switch_goes_both_ways(visit, address, width):
    page = visit(CHAPTER, width=width).page
    page.click("text=中文")
    page.wait_for_url(address + "zh/" + CHAPTER)
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    page.click(".language-switch")
    page.wait_for_url(address + CHAPTER)
    assert page.evaluate("document.documentElement.lang") == "en"


def test_the_language_switch_keeps_the_place(visit, address):
    page = visit(CHAPTER).page
    page.evaluate("document.getElementById('03-slope').scrollIntoView()")
    page.click(".language-switch")
    page.wait_for_url(address + "zh/" + CHAPTER + "#03-slope")


def test_the_switch_works_without_javascript(visit, address):
    page = visit(CHAPTER, js=False, width=390).page
    page.click(".language-switch")
    page.wait_for_url(address + "zh/" + CHAPTER)


def test_the_first_tab_leads_past_the_sidebar(visit):
    page = visit(CHAPTER).page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main-content"
    box = page.evaluate("document.activeElement.getBoundingClientRect().top")
    assert box >= 0


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", ["chapters/03-by-hand.html", "zh/search.html"])
def test_everything_that_takes_the_focus_has_a_name(visit, path, width):
    page = visit(path, width=width).page
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("a, button, input, summary")]
            .filter((e) => e.checkVisibility())
            .filter((e) => ![e.ariaLabel, e.textContent, e.labels?.[0]?.textContent]
                .some((name) => name?.trim()))
            .map((e) => e.outerHTML.slice(0, 100))"""
    )
    assert nameless == []


def test_emphasis_in_chinese_is_dots_and_in_latin_letters_italics(visit):
    page = visit("zh/" + CHAPTER).page
    styles = page.locator("article em").evaluate_all(
        "all => all.map(e => [/[\\u4e00-\\u9fff]/.test(e.textContent),"
        " getComputedStyle(e).fontStyle, getComputedStyle(e).textEmphasisStyle])"
    )
    assert styles
    for han, slant, dots in styles:
        assert (slant, dots) == (("normal", "dot") if han else ("italic", "none"))


def test_the_colour_switch_is_kept(visit):
    page = visit(CHAPTER).page
    before = page.evaluate("document.documentElement.dataset.theme")
    page.click(".theme-switch-button")
    after = page.evaluate("document.documentElement.dataset.theme")
    assert {before, after} == {"light", "dark"}
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == after


def test_who_tabs_backwards_sees_the_focus_below_the_bar(visit):
    page = visit(CHAPTER).page
    bar = page.locator(".bd-header-article").bounding_box()["height"]
    page.locator(".prev-next-area a").first.focus()
    seen = []
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        top = page.evaluate(
            """() => {
              const e = document.activeElement;
              const field = e.closest("textarea, [contenteditable], nav, header");
              return field ? null : e.getBoundingClientRect().top;
            }"""
        )
        seen += [] if top is None else [top]
    assert len(seen) > 20
    assert min(seen) >= bar


def test_nothing_glides_for_those_who_mind(visit):
    page = visit(CHAPTER).page
    slowest = """() => Math.max(...[...document.querySelectorAll("*")].flatMap((e) =>
      getComputedStyle(e).transitionDuration.split(",").map(parseFloat)))"""
    assert page.evaluate(slowest) > 0.05
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(slowest) < 0.001


def test_a_dark_page_is_printed_dark_on_white_and_is_dark_again(visit):
    page = visit(CHAPTER, scheme="dark").page
    # Last of the listeners, so after those of the page.
    page.evaluate(
        """() => addEventListener("beforeprint", () => {
          const colour = (e) => getComputedStyle(e).color.match(/\\d+/g).slice(0, 3).map(Number);
          const code = document.querySelectorAll("article .highlight span[class]");
          window.lightest = Math.max(...[...code].map((e) => Math.min(...colour(e))));
          window.closed = document.querySelectorAll("article details:not([open])").length;
        })"""
    )
    page.pdf()
    assert page.evaluate("window.lightest") < 160
    assert page.evaluate("window.closed") == 0
    page.wait_for_selector("html[data-theme=dark]")
    page.wait_for_selector("article details:not([open])", state="attached")


def test_the_phone_has_chapters_sections_and_search(visit):
    page = visit("zh/" + CHAPTER, width=390, height=844).page
    for button, shown in (
        (".primary-toggle", "#pst-primary-sidebar-modal nav a"),
        (".secondary-toggle", "#pst-secondary-sidebar-modal nav a"),
        (".search-button", "#pst-search-dialog input"),
    ):
        page.click(button)
        page.wait_for_selector(shown, state="visible")
        page.keyboard.press("Escape")
        page.wait_for_selector(shown, state="hidden")


def test_an_exercise_can_be_downloaded_and_opened(visit, site):
    page = visit("exercises/03-by-hand/03-by-hand.html").page
    with page.expect_download() as download:
        page.click("text=Download the notebook")
    assert download.value.suggested_filename == "03-by-hand.ipynb"
    released = ROOT / "exercises" / "03-by-hand" / "03-by-hand.ipynb"
    assert download.value.path().read_bytes() == released.read_bytes()
    in_colab = page.locator("text=Open in Colab").evaluate_all("all => all.map(a => a.href)")
    # None while the repository's address is a placeholder.
    path = "exercises/03-by-hand/03-by-hand.ipynb"
    assert in_colab == [address for address in [colab_url(path)] if address]


def test_formulas_have_their_signs_in_the_font_of_the_site(visit):
    """A root is wider than what stands in it only when the font's measures are in force."""
    page = visit(CHAPTER).page
    page.add_style_tag(content="math { font-family: 'lmhead Math' !important }")
    loaded = page.evaluate("document.fonts.load('16px \"lmhead Math\"').then((all) => all.length)")
    assert loaded == 1
    root = page.evaluate(
        """() => {
          const box = (e) => e.getBoundingClientRect();
          return [...document.querySelectorAll("msqrt")]
            .map((e) => box(e).width - [...e.children].reduce((w, c) => w + box(c).width, 0));
        }"""
    )
    assert root
    assert min(root) > 5

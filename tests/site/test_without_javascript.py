"""Every page without JavaScript: all of it can be read, and nothing there does nothing."""

import pytest

from tests.plugins.tiers import sampled
from tests.site.test_pages_in_browser import BOTH

pytestmark = pytest.mark.browser

READ = [path for path in BOTH if not path.endswith("search.html")]
# The page's scripts do not run; what the test asks of the page does.
READING = """() => {
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility({
      visibilityProperty: true, opacityProperty: true }));
  const dead = shown("button, input, select, textarea, [role=button], [role=slider]");
  const folded = [...document.querySelectorAll("article details")];
  for (const details of folded) details.open = true;
  const words = (e) => (e.innerText ?? "").replace(/\\s/g, "").length;
  const inside = (e) => words(e) - words(e.querySelector("summary"));
  const size = (e) => e.getBoundingClientRect();
  return {
    dead: dead.map((e) => e.outerHTML.slice(0, 80)),
    empty: [
      ...folded.filter((e) => !e.checkVisibility() || inside(e) < 2),
      ...shown("lmhead-predict, lmhead-tryit, head-explorer").filter((e) => words(e) < 20),
      ...shown("article :is(figure, svg, img, table, .cell_output)").filter(
        (e) => size(e).width < 5 || size(e).height < 5),
      ...[...document.querySelectorAll("article :is(p, h2, h3, li, pre, math)")].filter(
        (e) => !e.closest(".pst-js-only, lmhead-tryit") && e.textContent.trim()
          && (!size(e).height || !e.checkVisibility({ opacityProperty: true }))),
    ].map((e) => e.outerHTML.slice(0, 120)),
    pages: shown("nav.bd-links a").length,
    boxes: shown("lmhead-predict, lmhead-tryit, head-explorer").length,
    width: document.documentElement.scrollWidth,
  };
}"""


@pytest.fixture(scope="module")
def off(chromium):
    """A page of a phone on which no script runs."""
    size = {"width": 360, "height": 800}
    context = chromium.new_context(viewport=size, java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("path", sampled(READ, 5))
def test_a_page_can_be_read_to_its_end(off, address, path):
    off.goto(address + path)
    found = off.evaluate(READING)
    assert found["dead"] == []
    assert found["empty"] == []
    # There is a way from here to every page.
    assert found["pages"] == len(READ) // 2
    assert found["width"] == 360


def test_a_reply_opens_with_a_click(off, address):
    off.goto(address + "zh/chapters/03-by-hand.html")
    option = off.locator("lmhead-predict details").first
    assert not option.locator(".predict-reply").is_visible()
    option.locator("summary").click()
    assert option.locator(".predict-reply").is_visible()
    # The tests above do look at what they are about.
    assert off.evaluate(READING)["boxes"] >= 10


def test_search_is_not_offered_and_its_page_says_why(off, address):
    off.goto(address + "zh/chapters/03-by-hand.html")
    assert not off.locator("[role=search]").filter(visible=True).count()
    off.goto(address + "zh/search.html")
    assert "搜索需要 JavaScript" in off.locator("article").inner_text()
    assert off.evaluate(READING)["pages"] == len(READ) // 2

"""The head explorer on the built pages, with the theme around it."""

import pytest

from tests.chapters.page import Page
from tests.plugins.tiers import sampled
from tests.site.explorer.page import CHAPTERS, PAGES
from web.editions import EDITIONS

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("chapter", "edition", "width"),
    sampled([(c, *how) for c in CHAPTERS for how in (("en", 1280), ("zh", 360))], 3, names=3),
)
def test_it_starts_on_its_page_without_a_fault(visit, address, chapter, edition, width):
    folder = EDITIONS[edition].folder
    path = f"{folder}/" if folder else ""
    seen = visit(f"{path}chapters/{PAGES[chapter]}.html", width=width)
    first = {request for request in seen.requests if "/explorer" in request}
    # Before a reader comes near: the style and the first script.
    assert len(first) == 2
    element = seen.page.locator("head-explorer")
    element.scroll_into_view_if_needed()
    seen.page.wait_for_selector("head-explorer[data-state=started]")
    element.get_by_role("slider").first.press("ArrowUp")
    assert element.locator(".explorer-entry input").last.input_value() == "1.1"
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
    assert seen.errors == []
    assert [r for r in seen.requests if not r.startswith((address, "data:"))] == []


def test_other_pages_load_nothing_of_it(visit):
    seen = visit("chapters/01-distance.html")
    assert "{explorer}" not in Page("en", "01-distance").source
    assert [request for request in seen.requests if "/explorer" in request] == []

"""What a page may cost on a first visit, and what axe-core has to say about it."""

import pytest

from bench.site import MOST_BYTES, MOST_REQUESTS, MOST_SHIFT
from bench.site_pages import DESKTOP, PHONE, audit, meet
from tests.plugins.tiers import sampled
from web.build import ROOT
from web.pages import toc_pages

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = toc_pages(ROOT / "_toc.yml")
CHAPTERS = [page for page in NAMES if page.startswith("chapters/")]
EXERCISE = next(page for page in NAMES if page.startswith("exercises/"))
BUDGETED = [f"{edition}{page}.html" for edition in ("", "zh/") for page in (*CHAPTERS, EXERCISE)]


@pytest.mark.parametrize("path", sampled(BUDGETED, 5))
def test_a_first_visit_is_light_and_nothing_moves(chromium, site, address, path):
    met = meet(chromium, site, address, path, size=PHONE)
    assert met.bytes <= MOST_BYTES
    assert met.requests <= MOST_REQUESTS
    assert met.third_party == 0
    assert met.errors == []
    assert met.shift < MOST_SHIFT


@pytest.mark.parametrize(
    "path",
    [
        *sampled(BUDGETED, 8, first=1),
        *sampled(["search.html", "status.html", "404.html"], 3, first=2),
    ],
)
def test_axe_finds_nothing_in_light_or_dark(chromium, address, path):
    size = PHONE if path.startswith("zh/") else DESKTOP
    assert audit(chromium, address, path, size=size) == {"light": [], "dark": []}

"""bench.site: what it counts, and when its goal is met."""

import gzip
import re
import urllib.error
import urllib.request

import pytest

from bench import default_book
from bench.compressing import gzipped_size, serving
from bench.site import GOAL, MOST_BYTES, MOST_REQUESTS, MOST_SHIFT, Row, verdict
from bench.site_pages import Met
from web.build import ROOT


def ask(url, **headers):
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request) as answer:
        return answer.headers, answer.read()


def test_the_server_compresses_text_for_who_takes_it_and_nothing_else(tmp_path):
    text = ("<p>text</p>" * 500).encode()
    (tmp_path / "index.html").write_bytes(text)
    (tmp_path / "a.png").write_bytes(text)
    with serving(tmp_path) as url:
        headers, body = ask(url, **{"Accept-Encoding": "gzip"})
        assert headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(body) == text
        assert len(body) == gzipped_size(tmp_path / "index.html") < len(text)
        headers, body = ask(url + "index.html?v=1")
        assert headers["Content-Encoding"] is None
        assert body == text
        headers, body = ask(url + "a.png", **{"Accept-Encoding": "gzip"})
        assert headers["Content-Encoding"] is None
        assert len(body) == gzipped_size(tmp_path / "a.png") == len(text)
        with pytest.raises(urllib.error.HTTPError, match="404"):
            ask(url + "gone.html")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            ask(url + "../" + "../etc/passwd")


def row(**changes):
    """A page that meets the goal exactly, but for what is changed."""
    met = Met("chapters/a.html", MOST_BYTES, MOST_REQUESTS, axe={"light": [], "dark": []})
    scores = dict(GOAL)
    for name, value in changes.items():
        if name in scores:
            scores[name] = value
        else:
            setattr(met, name, value)
    return Row(met, scores)


def test_a_goal_that_is_just_met_is_met():
    assert verdict([row()])[0]


@pytest.mark.parametrize(
    "change",
    [
        {"bytes": MOST_BYTES + 1},
        {"requests": MOST_REQUESTS + 1},
        {"third_party": 1},
        {"shift": MOST_SHIFT},
        {"axe": {"light": [], "dark": ["color-contrast"]}},
        {"performance": GOAL["performance"] - 1},
        {"seo": 99},
    ],
    ids=lambda change: next(iter(change)),
)
def test_one_page_that_misses_one_figure_misses_the_goal(change):
    assert not verdict([row(), row(**change)])[0]


def test_the_default_book_has_all_pages_and_no_directive_of_the_course(tmp_path):
    target = tmp_path / "book"
    default_book.write_sources(target)
    registered = set()
    for module in (ROOT / "web").glob("*.py"):
        text = module.read_text(encoding="utf-8")
        registered |= set(re.findall(r'app\.add_directive\("([\w-]+)"', text))
    assert "predict" in registered
    pages = sorted((target / "chapters").glob("*.md"))
    assert [page.name for page in pages] == sorted(p.name for p in (ROOT / "chapters").glob("*.md"))
    used = set()
    for page in pages:
        used |= set(re.findall(r"^[`:]{3,}\{([\w-]+)\}", page.read_text(encoding="utf-8"), re.M))
    assert not used & registered

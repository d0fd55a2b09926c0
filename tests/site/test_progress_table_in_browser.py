"""The table of the course: saved, added from a file, forgotten, also without a storage."""

import json
import re

import pytest

from tests.site.progress_page import (
    INTRO,
    SAVED,
    WORK,
    Table,
)
from tests.site.test_predict_in_browser import FULL, REFUSE, UNREADABLE

pytestmark = pytest.mark.browser


def test_the_table_counts_the_course_and_follows_the_page(visit):
    table = Table(visit, WORK)
    every = [
        json.loads(row)
        for row in table.box.locator("tbody tr").evaluate_all(
            "all => all.map(e => e.dataset.items)"
        )
    ]
    asked = sum(len(items.get("questions", [])) for items in every)
    cells = sum(len(items.get("tryits", [])) for items in every)
    right = sum(
        SAVED["predictions"].get(name) == correct
        for items in every
        for name, _, correct in items.get("questions", [])
    )
    rest = [str(right), f"1/{cells}", "1/6"]
    assert table.totals() == [f"2/{asked}", *rest]
    assert table.box.locator("tbody tr").first.inner_text().split("\t")[1] == "1/8"
    table.page.locator("#predict-intro-similar .predict-again").click()
    assert table.totals()[0] == f"1/{asked}"
    # A phone shows all of its columns.
    table.page.set_viewport_size({"width": 360, "height": 800})
    box = table.box.locator(".pst-scrollable-table-container")
    assert box.evaluate("e => e.scrollWidth - e.clientWidth") == 0


def test_a_link_to_a_notebook_is_named_after_it(visit):
    table = Table(visit, WORK)
    states = table.box.locator("[data-done]").all_inner_texts()
    links = table.box.locator("tbody td a")
    names = [
        re.sub(r"\s+", " ", name) for name in links.evaluate_all("e => e.map(a => a.textContent)")
    ]
    assert [name.rpartition(": ")[2] for name in names] == states
    for link, name in zip(links.all(), names, strict=True):
        page = table.page.request.get(link.evaluate("a => a.href")).text()
        assert f"<h1>{name.rpartition(': ')[0]}<" in page


def test_what_is_saved_and_forgotten_comes_back_from_the_file(visit):
    others = {"real": "1", "of-another-site": "1"}  # whatever its name, it is no way to the storage
    table = Table(visit, {**WORK, "lmhead:tryit:01-dot:0": "print(1)", **others})
    with table.page.expect_download() as download:
        table.press("save")
    assert download.value.suggested_filename == "lmhead-progress.json"
    saved = download.value.path().read_bytes()
    assert json.loads(saved) == SAVED

    question = table.page.locator("#predict-intro-similar")
    table.press("forget")
    table.dialog.get_by_role("button", name="Forget").click()
    assert table.status.inner_text() == "Everything kept here is forgotten."
    assert table.kept() == {}
    assert others.items() <= table.page.evaluate("({ ...localStorage })").items()
    assert question.locator("input").first.is_visible()

    assert table.add(saved) == (
        "Added from mine.json: predictions 2, cells passed 1, notebooks 1, "
        "checks 0. What was here has stayed."
    )
    assert table.kept() == WORK
    assert question.locator("details").nth(1).evaluate("e => e.open")
    assert table.add(saved) == "mine.json holds nothing that is not here already."


def test_what_is_here_is_never_replaced(visit):
    table = Table(visit, WORK)
    other = {
        "format": "lmhead-progress",
        "version": 1,
        "predictions": {"intro-similar": 0, "intro-last-layer": 2, "of-another-course": 7},
        "tryits": ["01-dot", "02-softmax", "gone"],
    }
    said = table.add(other)
    assert said.startswith("Added from mine.json: predictions 1, ")
    assert said.endswith("Left out, since the course does not have them: " + said.split()[-1])
    kept = table.kept()
    assert {key: kept[key] for key in WORK} == WORK
    assert kept["lmhead:predict:intro-last-layer"] == "2"
    assert not any("of-another-course" in key or "gone" in key for key in kept)


BAD = {
    "no JSON": (b"{", "It is not JSON."),
    "no text": (b"\xff\xfe\x00", "It is not JSON."),
    "a list": ([], "It is not a file that this course has saved."),
    "another file": ({"version": 1}, "It is not a file that this course has saved."),
    "newer": ({**SAVED, "version": 2}, "A newer version of the course has saved it."),
    "no version": ({"format": "lmhead-progress"}, 'Its entry "version" is not one'),
    "answers in a list": ({**SAVED, "predictions": []}, 'Its entry "predictions" is not one'),
    "no such option": (
        {**SAVED, "predictions": {"intro-last-layer": 1, "intro-similar": 2}},
        'Its entry {"intro-similar":2} is not one',
    ),
    "an answer in words": (
        {**SAVED, "predictions": {"intro-last-layer": "<b>1</b>"}},
        'Its entry {"intro-last-layer":"<b>1</b>"} is not one',
    ),
    "a cell that is no name": ({**SAVED, "tryits": ["01-dot", {}]}, "Its entry {} is not one"),
    "deep": (
        b'{"format":"lmhead-progress","version":1,"tryits":[' + b"[" * 9999 + b"]" * 9999 + b"]}",
        "Its entry … is not one",
    ),
    "large": (b" " * 200_000, "It is larger than 100 KB"),
}


# Not every browser writes lists in lists in lists.
SHALLOW = """
const write = JSON.stringify;
JSON.stringify = (value, ...more) => {
  let depth = 0;
  for (let inner = value; Array.isArray(inner); inner = inner[0])
    if (++depth > 5000) throw new RangeError("Maximum call stack size exceeded");
  return write(value, ...more);
};
"""


def test_a_bad_file_is_refused_in_a_sentence_and_changes_nothing(visit):
    table = Table(visit, {"lmhead:predict:intro-similar": "0"})
    table.page.evaluate(SHALLOW)
    for content, reason in BAD.values():
        said = table.add(content, name="{reason}.json")
        assert said.startswith("{reason}.json was not read: " + reason), said
        assert said.endswith("Nothing has changed.")
        assert table.kept() == {"lmhead:predict:intro-similar": "0"}
    assert table.seen.errors == []


def test_forgetting_asks_first_and_escape_keeps_all(visit):
    table = Table(visit, WORK, path="zh/" + INTRO, width=360)
    button = table.page.get_by_role("button", name="清除这里的全部记录")
    button.focus()
    table.page.keyboard.press("Enter")
    assert table.dialog.is_visible()
    assert table.page.evaluate("document.activeElement.value") == "no"
    table.page.keyboard.press("Escape")
    assert not table.dialog.is_visible()
    button.click()
    table.dialog.get_by_role("button", name="保留").click()
    assert table.status.inner_text() == "没有清除任何记录。"
    assert table.kept() == WORK
    heights = table.box.locator("button").evaluate_all(
        "all => all.filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44


def test_axe_finds_nothing_where_forgetting_asks(visit):
    from axe_playwright_python.sync_playwright import Axe

    table = Table(visit, WORK)
    table.press("forget")
    for scheme in ("light", "dark"):
        table.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", scheme)
        found = Axe().run(table.page, context="lmhead-progress-table").response["violations"]
        assert [violation["id"] for violation in found] == [], scheme


def test_where_the_table_s_script_does_not_arrive_no_button_is_there(chromium, address):
    context = chromium.new_context()
    page = context.new_page()
    page.route("**/progress-table.js*", lambda route: route.abort())
    page.goto(address + INTRO)
    assert not any(b.is_visible() for b in page.locator("lmhead-progress-table button").all())
    assert page.locator("lmhead-progress").is_visible()
    context.close()


@pytest.mark.parametrize(
    "script", [REFUSE, FULL, UNREADABLE], ids=["refused", "full", "unreadable"]
)
def test_without_storage_a_file_can_be_added_saved_and_forgotten(visit, script):
    seen = visit(INTRO, script=script)
    table = Table(lambda *a, **k: seen)
    assert table.add(SAVED).startswith("Added from mine.json: predictions 2")
    assert table.totals()[2:] == [table.totals()[2], "1/6"]
    assert table.page.locator("#predict-intro-similar details").nth(1).evaluate("e => e.open")
    with table.page.expect_download() as download:
        table.press("save")
    assert json.loads(download.value.path().read_bytes()) == SAVED
    table.press("forget")
    table.dialog.get_by_role("button", name="Forget").click()
    assert re.match(r"0/\d+$", table.totals()[0])
    assert seen.errors == []

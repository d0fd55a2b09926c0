"""What browsers hold already is found again: the names under which it lies do not change."""

import json

import pytest

from tests.site.progress_page import CHAPTER, EXERCISE, INTRO, Table
from web import lite

pytestmark = pytest.mark.browser

# As the course has written them since its first release; a name of an example is a task's id.
QUESTION = "lmhead:predict:03-dot"
PASSED = "lmhead:passed:03-loss"
CODE = "lmhead:tryit:"  # and what the cell's data says
NOTEBOOK = "lmhead:notebook:03-by-hand"
CHECK = "lmhead:checked:02-logits-softmax/softmax"
FILE = {
    "format": "lmhead-progress",
    "version": 1,
    "predictions": {"03-dot": 1},
    "tryits": ["03-loss"],
    "notebooks": ["03-by-hand"],
    "checks": ["02-logits-softmax/softmax"],
}


def keeping(**values):
    return "".join(
        f"localStorage.setItem({json.dumps(name)}, {json.dumps(value)});"
        for name, value in values.items()
    )


def test_work_that_a_browser_keeps_is_shown(visit):
    page = visit(CHAPTER, script=keeping(**{QUESTION: "1", PASSED: "1"})).page
    counted = {
        name: page.locator(f"lmhead-progress [data-count={name}]").inner_text()
        for name in ("answered", "passed")
    }
    assert counted == {"answered": "1", "passed": "1"}
    chosen = page.locator("#predict-03-dot details")
    assert chosen.evaluate_all("all => all.map(e => e.open)").index(True) == 1
    data = json.loads(page.locator("#tryit-03-loss .tryit-data").text_content())
    page.evaluate("([name, code]) => localStorage.setItem(name, code)", [CODE + data["key"], "x=1"])
    page.reload()
    assert page.locator("#tryit-03-loss textarea").input_value() == "x=1"
    # What was written into a template that has been renamed since is shown as well.
    (earlier,) = data["earlier"]
    page.evaluate(
        "([now, then]) => { localStorage.removeItem(now); localStorage.setItem(then, 'y=2'); }",
        [CODE + data["key"], CODE + earlier],
    )
    page.reload()
    assert page.locator("#tryit-03-loss textarea").input_value() == "y=2"

    exercise = visit(EXERCISE, script=keeping(**{NOTEBOOK: "1"})).page
    assert exercise.locator("lmhead-progress input").is_checked()


def test_a_file_that_was_saved_earlier_is_added_under_the_same_names(visit):
    table = Table(visit, path=INTRO)
    said = table.add(json.dumps(FILE).encode())
    assert said.startswith("Added from mine.json: predictions 1, cells passed 1, notebooks 1, ")
    assert table.kept() == {QUESTION: "1", PASSED: "1", NOTEBOOK: "1", CHECK: "1"}


def test_notebooks_in_the_browser_stay_where_they_are():
    assert lite.STORAGE == "lmhead notebooks"

"""Progress as a reader meets it: counted at once, kept, saved, added, forgotten, and unkept."""

import json
import re

import pytest

from tests.site.test_predict_in_browser import FULL, REFUSE, UNREADABLE

pytestmark = pytest.mark.browser

INTRO = "chapters/intro.html"
CHAPTER = "chapters/03-by-hand.html"
EXERCISE = "exercises/03-by-hand/03-by-hand.html"
# Full only when the reader comes to write: the page's own first try still fits.
FILLING = """
const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
  if (/predict|passed|notebook/.test(key)) throw new DOMException("full", "QuotaExceededError");
  set.call(this, key, value);
};
"""
KEPT = (
    "Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('lmhead:')))"
)


class Progress:
    """The line, the questions and the cells of an open page."""

    def __init__(self, seen):
        self.seen, self.page = seen, seen.page
        self.line = self.page.locator("lmhead-progress")
        self.items = json.loads(self.line.get_attribute("data-items"))
        self.questions = self.items.get("questions", [])
        self.tryits = self.items.get("tryits", [])
        self.next = self.line.locator(".progress-next")
        self.said = self.line.locator(".progress-said")
        self.unkept = self.line.locator(".progress-unkept")

    def answer(self, place, *, right):
        """Answer the question at ``place``, rightly or not; the option's number."""
        name, _, correct = self.questions[place]
        number = correct if right else int(correct == 0)
        box = self.page.locator(f"#predict-{name}")
        box.locator("label").nth(number).click()
        box.locator(".predict-commit").click()
        return number

    def run_passes(self, place):
        """What tryit.js says when a check has passed."""
        self.page.locator(f"#tryit-{self.tryits[place]}").evaluate(
            """e => e.dispatchEvent(new CustomEvent("lmhead:passed",
                { bubbles: true, detail: { kind: "tryit", id: e.dataset.task } }))"""
        )

    def counts(self):
        """Answered, right, passed: what the line shows."""
        places = self.line.locator("[data-count]")
        return dict(places.evaluate_all("all => all.map(e => [e.dataset.count, +e.textContent])"))

    def kept(self):
        return self.page.evaluate(KEPT)


@pytest.fixture
def chapter(visit):
    return Progress(visit(CHAPTER))


def counts(answered=0, right=0, passed=0):
    return {"answered": answered, "right": right, "passed": passed}


def test_what_is_done_counts_at_once_and_the_next_open_one_is_named(chapter):
    assert chapter.counts() == counts()
    assert chapter.said.inner_text() == ""
    assert chapter.next.get_attribute("href") == f"#predict-{chapter.questions[0][0]}"
    chapter.answer(0, right=False)
    assert chapter.counts() == counts(1, 0)
    chapter.answer(1, right=True)
    assert chapter.counts() == counts(2, 1)
    total = len(chapter.questions)
    assert chapter.said.inner_text() == f"Predictions: 2 of {total} answered, 1 right"
    chapter.run_passes(0)
    assert chapter.counts() == counts(2, 1, 1)
    assert chapter.next.get_attribute("href") == f"#predict-{chapter.questions[2][0]}"
    chapter.page.locator(f"#predict-{chapter.questions[0][0]} .predict-again").click()
    assert chapter.counts() == counts(1, 1, 1)
    assert chapter.next.get_attribute("href") == f"#predict-{chapter.questions[0][0]}"


def test_it_is_there_at_the_next_visit_in_either_edition(chapter, address):
    chapter.answer(0, right=True)
    chapter.run_passes(1)
    for path in (CHAPTER, "zh/" + CHAPTER):
        chapter.page.goto(address + path)
        assert chapter.counts() == counts(1, 1, 1)
    assert chapter.next.inner_text() == "下一项：预测"


def test_another_tab_shows_it_without_being_asked(chapter, address):
    other = chapter.page.context.new_page()
    other.goto(address + CHAPTER)
    chosen = chapter.answer(0, right=True)
    name = chapter.questions[0][0]
    other.wait_for_function("document.querySelector('[data-count=answered]').textContent === '1'")
    options = other.locator(f"#predict-{name} details")
    assert options.evaluate_all("all => all.map(e => e.open)").index(True) == chosen
    # Thinking again takes it back there too.
    chapter.page.locator(f"#predict-{name} .predict-again").click()
    other.wait_for_function("document.querySelector('[data-count=answered]').textContent === '0'")
    assert other.locator(f"#predict-{name} input").first.is_visible()


def test_when_all_is_done_the_line_says_so_and_leads_nowhere(visit):
    seen = visit(CHAPTER)
    items = Progress(seen).items
    seen.page.evaluate(
        """({ questions, tryits }) => {
          for (const [id, , right] of questions)
            localStorage.setItem(`lmhead:predict:${id}`, right);
          for (const id of tryits) localStorage.setItem(`lmhead:passed:${id}`, "1");
        }""",
        items,
    )
    seen.page.reload()
    chapter = Progress(seen)
    everything = len(items["questions"])
    assert chapter.counts() == counts(everything, everything, len(items["tryits"]))
    assert chapter.next.inner_text() == "All done on this page"
    assert chapter.next.get_attribute("href") is None


def test_nonsense_in_the_storage_counts_nothing(visit):
    seen = visit(CHAPTER)
    items = Progress(seen).items
    nonsense = ["99", "-1", "1.0", " 1", "", "null", "__proto__"]
    assert len(items["questions"]) >= len(nonsense)
    seen.page.evaluate(
        """([{ questions, tryits }, nonsense]) => {
          for (const [place, kept] of nonsense.entries())
            localStorage.setItem(`lmhead:predict:${questions[place][0]}`, kept);
          localStorage.setItem(`lmhead:passed:${tryits[0]}`, "yes");
        }""",
        [items, nonsense],
    )
    seen.page.reload()
    assert Progress(seen).counts() == counts()
    assert seen.errors == []


def test_a_notebook_is_marked_by_its_reader_with_the_keyboard(visit, address):
    seen = visit("zh/" + EXERCISE)
    exercise = Progress(seen)
    mark = seen.page.get_by_role("checkbox", name="我已完成这份练习")
    mark.focus()
    seen.page.keyboard.press("Space")
    assert exercise.kept() == {"lmhead:notebook:03-by-hand": "1"}
    seen.page.goto(address + INTRO)
    assert (
        seen.page.locator("tr", has_text="Four words").locator("[data-done]").last.inner_text()
        == "done"
    )
    seen.page.goto(address + EXERCISE)
    seen.page.get_by_role("checkbox").uncheck()
    assert exercise.kept() == {}


# --- the table: save, add, forget ----------------------------------------------------------------


class Table:
    """The table of the course on the intro's page."""

    def __init__(self, visit, kept=None, path=INTRO, **more):
        script = "".join(
            f"sessionStorage.getItem('set') || localStorage.setItem({json.dumps(key)}, '{value}');"
            for key, value in (kept or {}).items()
        )
        script += "sessionStorage.setItem('set', '1');"
        self.seen = visit(path, script=script, **more)
        self.page = self.seen.page
        self.page.wait_for_selector("lmhead-progress-table:defined")
        self.box = self.page.locator("lmhead-progress-table")
        self.status = self.box.locator(".progress-status")
        self.dialog = self.box.locator("dialog")

    def press(self, action):
        self.box.locator(f"[data-action={action}]").click()

    def add(self, content, name="mine.json"):
        text = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.status.evaluate("e => { e.textContent = '' }")
        file = {"name": name, "mimeType": "application/json", "buffer": text}
        self.box.locator("input[type=file]").set_input_files(file)
        self.page.wait_for_function("document.querySelector('.progress-status').textContent")
        return self.status.inner_text()

    def kept(self):
        return self.page.evaluate(KEPT)

    def totals(self):
        return self.box.locator("tfoot td").all_inner_texts()


WORK = {
    "lmhead:predict:intro-similar": "1",
    "lmhead:predict:03-shares": "0",
    "lmhead:passed:01-dot": "1",
    "lmhead:notebook:01-distance": "1",
}
SAVED = {
    "format": "lmhead-progress",
    "version": 1,
    "predictions": {"intro-similar": 1, "03-shares": 0},
    "tryits": ["01-dot"],
    "notebooks": ["01-distance"],
    "checks": [],
}


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


# --- what may be missing --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "script", [REFUSE, FULL, UNREADABLE], ids=["refused", "full", "unreadable"]
)
def test_without_storage_the_page_counts_for_its_life_and_says_so_once(visit, script):
    chapter = Progress(visit(CHAPTER, script=script))
    assert chapter.unkept.is_visible()
    assert chapter.unkept.inner_text().startswith("This browser does not keep what you do here")
    chapter.answer(0, right=True)
    chapter.run_passes(0)
    assert chapter.counts() == counts(1, 1, 1)
    chapter.page.locator(f"#predict-{chapter.questions[0][0]} .predict-again").click()
    assert chapter.counts() == counts(0, 0, 1)
    sentences = chapter.page.get_by_text("This browser does not keep").filter(visible=True)
    assert sentences.count() == 1
    assert chapter.seen.errors == []


def test_storage_that_fills_up_is_said_when_it_does(visit):
    chapter = Progress(visit(CHAPTER, script=FILLING))
    assert not chapter.unkept.is_visible()
    chapter.answer(0, right=True)
    chapter.answer(1, right=False)
    assert chapter.unkept.is_visible()
    assert chapter.counts() == counts(2, 1)
    assert chapter.kept() == {}
    assert chapter.seen.errors == []


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


def test_without_javascript_nothing_pretends_to_count(visit):
    page = visit(INTRO, js=False).page
    assert not page.locator("lmhead-progress").is_visible()
    assert not page.locator("lmhead-progress-table").is_visible()
    assert page.locator(".progress-noscript").inner_text().startswith("Progress is counted with")

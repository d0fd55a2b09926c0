"""The line of a page: counted at once, kept, and said where nothing can be kept."""

import pytest

from tests.site.progress_page import CHAPTER, EXERCISE, INTRO, Progress, counts
from tests.site.test_predict_in_browser import FULL, REFUSE, UNREADABLE

pytestmark = pytest.mark.browser

# Full only when the reader comes to write: the page's own first try still fits.
FILLING = """
const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
  if (/predict|passed|notebook/.test(key)) throw new DOMException("full", "QuotaExceededError");
  set.call(this, key, value);
};
"""


@pytest.fixture
def chapter(visit):
    return Progress(visit(CHAPTER))


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
    row = seen.page.locator("tr", has_text="Four words")
    row.locator("[data-done]:text-is('done')").last.wait_for()  # the table's script comes later
    seen.page.goto(address + EXERCISE)
    seen.page.get_by_role("checkbox").uncheck()
    assert exercise.kept() == {}


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


def test_without_javascript_nothing_pretends_to_count(visit):
    page = visit(INTRO, js=False).page
    assert not page.locator("lmhead-progress").is_visible()
    assert not page.locator("lmhead-progress-table").is_visible()
    assert page.locator(".progress-noscript").inner_text().startswith("Progress is counted with")

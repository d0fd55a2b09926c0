"""The predict component as a reader uses it: mouse, keyboard, memory, no JavaScript, no storage."""

import pytest

pytestmark = pytest.mark.browser

CHAPTER = "chapters/03-by-hand.html"
QUESTION = "#predict-03-shares"
REFUSE = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {
    configurable: true,
    get() { throw new DOMException("no", "SecurityError"); },
  });
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
UNREADABLE = """
Storage.prototype.getItem = () => { throw new DOMException("no", "SecurityError"); };
"""


class Question:
    def __init__(self, page):
        self.page = page
        self.box = page.locator(QUESTION)
        self.radios = self.box.locator("input[type=radio]")
        self.details = self.box.locator("details")
        verdicts = self.details.evaluate_all("all => all.map(e => e.dataset.verdict)")
        self.right = verdicts.index("right")
        self.wrong = verdicts.index("wrong")

    def choose(self, number):
        self.box.locator("label").nth(number).click()

    def commit(self):
        self.box.locator(".predict-commit").click()

    def open_replies(self):
        return self.details.evaluate_all(
            "all => all.map((e, i) => e.open && e.checkVisibility() ? i : -1).filter(i => i >= 0)"
        )

    def status(self):
        return self.box.locator("[role=status]").inner_text()

    @property
    def asking(self):
        return self.radios.first.is_visible() and not self.details.first.is_visible()


@pytest.fixture
def question(visit):
    return Question(visit(CHAPTER).page)


def test_no_reply_shows_before_a_choice(question):
    assert question.asking
    replies = question.box.locator(".predict-reply")
    assert not any(replies.nth(i).is_visible() for i in range(replies.count()))


def test_the_options_are_a_group_with_a_name_and_the_question_as_description(question):
    group = question.box.get_by_role("group", name="Your answer")
    assert group.count() == 1
    described = question.page.locator("#" + group.get_attribute("aria-describedby"))
    assert "four scores" in described.inner_text()
    assert question.box.get_by_role("radio").count() == question.details.count() >= 3


def test_an_answer_that_is_a_formula_has_a_name(visit):
    page = visit(CHAPTER).page
    formulas = page.locator("lmhead-predict label:has(math) input")
    assert formulas.count() >= 1
    for number in range(formulas.count()):
        assert formulas.nth(number).get_attribute("aria-label").strip()


def test_committing_to_nothing_asks_for_a_choice(question):
    question.commit()
    assert question.status() == "Choose an answer first."
    assert question.asking


def test_a_wrong_answer_opens_its_own_reply_and_no_other(question):
    question.choose(question.wrong)
    question.commit()
    assert question.open_replies() == [question.wrong]
    assert question.status().startswith("Not this one.")
    chosen = question.details.nth(question.wrong)
    assert "your answer" in chosen.inner_text()
    assert "✗ Not this one" in chosen.inner_text()
    assert not question.radios.first.is_visible()


def test_the_right_answer_is_said_to_be_right(question):
    question.choose(question.right)
    question.commit()
    assert question.status().startswith("Right.")
    assert "✓ Right" in question.details.nth(question.right).inner_text()


def test_the_other_replies_open_afterwards(question):
    question.choose(question.wrong)
    question.commit()
    question.details.nth(question.right).locator("summary").click()
    assert question.open_replies() == sorted([question.wrong, question.right])


def test_the_keyboard_alone_does_it(question):
    page = question.page
    question.radios.first.focus()
    for _ in range(question.right):
        page.keyboard.press("ArrowDown")
    if question.right == 0:
        page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert question.open_replies() == [question.right]
    # The focus is where the reading goes on, and closing and opening work from there.
    focused = "document.activeElement.closest('details') && document.activeElement.tagName"
    assert page.evaluate(focused) == "SUMMARY"
    page.keyboard.press("Enter")
    assert question.open_replies() == []
    question.box.get_by_role("button", name="Think again").focus()
    page.keyboard.press("Enter")
    assert question.asking
    assert page.evaluate("document.activeElement.type") == "radio"


def test_the_answer_is_remembered_and_forgotten_on_request(question):
    question.choose(question.wrong)
    question.commit()
    question.page.reload()
    assert question.open_replies() == [question.wrong]
    assert question.status() == ""
    question.box.get_by_role("button", name="Think again").click()
    assert question.asking
    assert question.radios.evaluate_all("all => all.some(e => e.checked)") is False
    question.page.reload()
    assert question.asking


def test_an_answer_counts_in_both_editions(question, address):
    question.choose(question.wrong)
    question.commit()
    question.page.goto(address + "zh/" + CHAPTER)
    chinese = Question(question.page)
    assert chinese.open_replies() == [question.wrong]
    assert "你的选择" in chinese.details.nth(question.wrong).inner_text()


@pytest.mark.parametrize("kept", ["99", "-1", "length", "", "null"])
def test_nonsense_in_the_storage_is_no_answer(visit, kept):
    script = f"localStorage.setItem('lmhead:predict:03-shares', '{kept}')"
    seen = visit(CHAPTER, script=script)
    assert Question(seen.page).asking
    assert seen.errors == []


@pytest.mark.parametrize("script", [REFUSE, FULL, UNREADABLE], ids=["refused", "full", "unread"])
def test_without_storage_it_works_and_leaves_the_rest_to_the_line_of_progress(visit, script):
    seen = visit(CHAPTER, script=script)
    question = Question(seen.page)
    question.choose(question.right)
    question.commit()
    assert question.open_replies() == [question.right]
    question.box.get_by_role("button", name="Think again").click()
    assert question.asking
    assert seen.errors == []


def test_without_javascript_each_option_opens_its_reply(visit):
    page = visit(CHAPTER, js=False).page
    box = page.locator(QUESTION)
    assert box.locator("input, button").count() == 0
    first = box.locator("details").first
    assert not first.locator(".predict-reply").is_visible()
    first.locator("summary").click()
    assert first.locator(".predict-reply").is_visible()


def test_a_chinese_question_speaks_chinese(visit):
    question = Question(visit("zh/" + CHAPTER).page)
    question.commit()
    assert question.status() == "请先选一个答案。"
    question.choose(question.wrong)
    question.box.get_by_role("button", name="确定").click()
    assert question.status().startswith("不是这一项。")
    assert question.box.get_by_role("button", name="重新作答").is_visible()


def test_what_is_pressed_is_large_enough_for_a_finger(visit):
    page = visit(CHAPTER, width=390).page
    sizes = page.locator(f"{QUESTION} :is(label, button)").evaluate_all(
        "all => all.filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 44


def test_every_id_of_the_page_stays_unique(question):
    ids = question.page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))

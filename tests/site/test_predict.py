"""The predict directive: what it writes into a page, and each slip a warning at its line."""

import re

import pytest

GOOD = """# Page

```{predict} 03-shares
What are the *four* shares of $z$?

| a | b |
|---|---|
| 1 | 2 |

- ( ) $0.5$, 0

  You **divided**.

- (x) about 0.53

  Yes.

  ```python
  print(1)
  ```
```
"""


def wrong(body, name="03-shares"):
    return f"# Page\n\n```{{predict}} {name}\n{body}\n```\n"


TWO = "- ( ) one\n\n  No.\n\n- (x) two\n\n  Yes."


def test_each_option_is_details_with_its_reply_inside(parse):
    page = parse(GOOD)
    assert page.warnings == []
    details = re.findall(r"<details.*?</details>", page.html, re.S)
    assert len(details) == 2
    first, second = details
    assert 'data-verdict="wrong"' in first
    assert re.search(r"<summary>.*<math>.*0\.5.*</summary>", first, re.S)
    assert "You <strong>divided</strong>." in first.split("</summary>")[1]
    assert 'data-verdict="right"' in second
    assert "print" in second.split("</summary>")[1]


def test_the_marks_of_the_source_are_not_shown(parse):
    html = parse(GOOD).html
    assert "( )" not in html
    assert "(x)" not in html


def test_the_verdict_is_said_in_words_and_with_a_sign(parse):
    first, second = re.findall(r"<details.*?</details>", parse(GOOD).html, re.S)
    assert re.search(r"✗</span> Not this one", first)
    assert re.search(r"✓</span> Right", second)


def test_the_question_holds_any_blocks_and_no_option(parse):
    html = parse(GOOD).html
    question = re.search(r'class="predict-question".*?<div class="predict-options">', html, re.S)
    assert "<em>four</em>" in question[0]
    assert "<table" in question[0]
    assert "about 0.53" not in question[0]


def test_chinese_pages_speak_chinese(parse):
    html = parse(GOOD, language="zh_CN").html
    component = re.search(r"<lmhead-predict.*</lmhead-predict>", html, re.S)[0]
    assert "先预测" in component
    assert 'data-commit="确定"' in component
    for english in ("Predict", "Commit", "Right", "Not this one", "Think"):
        assert english not in component


def test_the_id_is_an_anchor(parse):
    assert 'id="predict-03-shares"' in parse(GOOD).html


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "sentence", "line"),
    [
        ("A question with no options.", "must end with a bullet list", 3),
        (TWO, "no question before the list", 3),
        (f"One?\n\n- ( ) a\n\n  No.\n\nTwo?\n\n{TWO}", "two bullet lists", 3),
        ("Which?\n\n" + TWO.replace("(x)", "( )"), "exactly one option must be marked (x)", 3),
        ("Which?\n\n" + TWO.replace("( )", "(x)"), "here 2 are", 3),
        ("Which?\n\n- (x) only\n\n  Yes.", "at least two options", 3),
        ("Which?\n\n- ( ) one\n\n  No.\n\n- (x) two", "option 2 has no reply", 10),
        ("Which?\n\n- ( ) one\n\n  No.\n\n- two\n\n  Yes.", "option 2 must start with", 10),
        ("Which?\n\n- ( ) one\n\n  No.\n\n- (x)\n\n  Yes.", "option 2 has no text", 10),
    ],
)
def test_a_slip_is_a_warning_at_its_line(parse, body, sentence, line):
    page = parse(wrong(body))
    assert len(page.warnings) == 1, page.warnings
    assert sentence in page.warnings[0]
    assert f"index.md:{line}: WARNING" in page.warnings[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Shares", "03_shares", "-shares", "shares-"])
def test_an_id_is_lower_case_words(parse, name):
    assert "is not lower-case words" in parse(wrong(f"Which?\n\n{TWO}", name)).warnings[0]


def test_an_id_is_used_once_on_a_page(parse):
    once = wrong(f"Which?\n\n{TWO}")
    page = parse(once + once.replace("# Page\n", ""))
    assert len(page.warnings) == 1
    assert "already used on this page, line 3" in page.warnings[0]


def test_an_id_is_used_once_in_an_edition(parse):
    orphan = "---\norphan: true\n---\n"
    page = parse(wrong(f"Which?\n\n{TWO}"), other=orphan + wrong(f"Which?\n\n{TWO}"))
    assert len(page.warnings) == 1
    assert "already used in" in page.warnings[0]


@pytest.mark.slow
def test_a_question_asked_again_names_the_first_and_what_is_said_of_both(parse):
    html = parse(
        "# Page\n\n```{predict} b-again\n:first: a-once\n\nWhich?\n\n" + TWO + "\n```\n"
    ).html
    start = re.search(r"<lmhead-predict[^>]*>", html)[0]
    assert 'data-first="a-once"' in start
    for said in ("At the start of the course", "Now", "No answer is kept in this browser."):
        assert f'"{said}"' in start
    assert "data-first" not in parse(GOOD).html
    assert "data-unanswered" not in parse(GOOD).html


def test_a_first_question_that_is_no_id_is_a_warning(parse):
    page = parse("# Page\n\n```{predict} b-again\n:first: A Once\n\nWhich?\n\n" + TWO + "\n```\n")
    assert "'A Once'" in "".join(page.warnings)

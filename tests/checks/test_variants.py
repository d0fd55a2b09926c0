"""A course's own points, numbers, cases and tasks: what they change, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

from lmhead.checks.entry_point import check
from lmhead.checks.grading import Grading, grading
from lmhead.checks.render import as_html, as_text
from lmhead.checks.result import Result
from lmhead.checks.usage_errors import UnknownTask, UsageError
from lmhead.checks.variant_files import (
    FILE,
    JSON_FILE,
    beside,
    from_public,
    of_course,
    public,
)
from lmhead.checks.variants import NONE, VariantProblem, Variants, load
from lmhead.tasks.by_hand.sgd_step.check import reference
from lmhead.wire.subject import HandleError, LocalSession

IMPORTS = (
    "from lmhead.checks.variants import cases, given, points, share, task\nimport numpy as np\n"
)
FULL = (
    IMPORTS
    + """
from lmhead.checks.values import numbers

points("03-by-hand/sgd-step", 8)
given("03-by-hand/chain", h=[2, -1, 1])

@cases("03-by-hand/sgd-step")
def wide(rng):
    yield rng.integers(1, 9, (3, 20)) / 4, rng.integers(1, 9, 20) / 4, 2

@task(
    "03-by-hand/loss",
    points=2,
    takes=("loss",),
    title={"en": "The loss", "zh": "损失"},
    section="03-loss",
    messages={"no-minus": {"en": "`{name}` lacks the minus.", "zh": "`{name}` 少了负号。"}},
)
def loss(trial, loss):
    yield numbers("loss", 2, loss, -np.log(0.3), name="loss", places=3,
                  prefix="03-by-hand/loss", mistakes={"no-minus": np.log(0.3)})
"""
)


def graded(variants: Variants, task_id: str, *work: object, lang: str = "en") -> Result:
    """The result as the grader has it, in a language; the seed is always the same."""
    session = LocalSession()
    context = Grading(lang, lambda _: 7, lambda _: None, variants=variants)
    with grading(context):
        return check(task_id, *(session.wrap(item) for item in work))


def by_the_book(w_out, h, right):
    return reference(w_out, h, right)


def narrow(w_out, h, right):
    """Right where h has fewer than ten numbers."""
    new = reference(w_out, h, right)
    return new if h.size < 10 else new + 1


def chain_of(h):
    z = np.array([[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0]]) @ h
    e = np.exp(z)
    return z, e, e.sum(), e / e.sum()


def test_points_are_given_in_the_same_shares() -> None:
    result = graded(load(FULL), "03-by-hand/sgd-step", by_the_book)
    assert (result.points, result.max_points, result.status) == (8, 8, "right")
    assert [part.max_points for part in result.parts] == [3.2, 1.6, 1.6, 1.6]  # of 2, 1, 1, 1


def test_thirds_of_points_add_up_to_full_marks() -> None:
    variants = load(IMPORTS + 'points("03-by-hand/chain", 1 / 3)')
    assert graded(variants, "03-by-hand/chain", *chain_of([1, -1, 2])).status == "right"


def test_own_cases_are_tried_beside_the_usual_ones() -> None:
    assert graded(NONE, "03-by-hand/sgd-step", narrow).status == "right"
    result = graded(load(FULL), "03-by-hand/sgd-step", narrow)
    assert result.points == 0
    # Sixty numbers in three rows of twenty; no usual case has so many.
    assert (result.parts[0].expected or "").count("...") == 3


def test_the_usual_cases_are_the_same_with_and_without_own_ones() -> None:
    """Also those of the parts that are drawn after the own ones."""

    def overflows(w_out, h, right):
        with np.errstate(all="ignore"):
            p = np.exp(w_out @ h) / np.exp(w_out @ h).sum()
        p[right] -= 1
        return (w_out - np.outer(p, h)).astype(w_out.dtype)

    plain = graded(NONE, "03-by-hand/sgd-step", overflows).parts[1]
    assert plain.misconception == "overflow"
    assert graded(load(FULL), "03-by-hand/sgd-step", overflows).parts[1].case == plain.case


def test_own_cases_can_stand_in_place_of_the_usual_ones() -> None:
    variants = load(
        FULL.replace('@cases("03-by-hand/sgd-step")', '@cases("03-by-hand/sgd-step", replace=True)')
    )

    def only_wide(w_out, h, right):
        return reference(w_out, h, right) if h.size == 20 else None

    assert graded(NONE, "03-by-hand/sgd-step", only_wide).points == 0
    assert graded(variants, "03-by-hand/sgd-step", only_wide).parts[0].status == "right"


def test_other_numbers_have_other_answers() -> None:
    variants = load(FULL)
    assert graded(variants, "03-by-hand/chain", *chain_of([2, -1, 1])).points == 4
    for asked, work in ((NONE, [2, -1, 1]), (variants, [1, -1, 2])):
        parts = graded(asked, "03-by-hand/chain", *chain_of(work)).parts
        # What follows from wrong logits counts, as it does in the public course.
        assert [part.status for part in parts] == ["wrong", "right", "right", "right"]
    chapter = graded(variants, "03-by-hand/chain", *chain_of([1, 0, 1])).parts[0]
    assert chapter.message is not None
    assert "Here h is [2, −1, 1]." in chapter.message.text("en")


def test_odds_of_another_class_have_their_own_answers_and_sentences() -> None:
    variants = load(IMPORTS + 'given("02-logits-softmax/odds", odds=4, times=2, wanted=512)')
    right = (4, 16, 4.5, np.log(10))  # 4^4.5 = 512; 40 is 10 times 4
    assert graded(variants, "02-logits-softmax/odds", *right).points == 3
    assert graded(NONE, "02-logits-softmax/odds", *right).points == 0
    part = graded(variants, "02-logits-softmax/odds", 4, 8, 4.5, 1).parts[1]
    assert part.misconception == "factor-times"
    for lang in ("en", "zh"):
        assert part.message is not None
        assert "2" in part.message.text(lang)
        assert "3" not in part.message.text(lang)


@pytest.mark.parametrize(
    ("lang", "title", "said"),
    [("en", "The loss", "`loss` lacks the minus."), ("zh", "损失", "`loss` 少了负号。")],
)
def test_an_own_task_speaks_both_languages(lang: str, title: str, said: str) -> None:
    variants = load(FULL)
    assert graded(variants, "03-by-hand/loss", 1.204).points == 2
    result = graded(variants, "03-by-hand/loss", -1.204, lang=lang)
    assert result.parts[0].misconception == "no-minus"
    data = result.to_json()
    assert title in as_text(data)
    assert said in as_text(data)
    assert title in as_html(data)
    with pytest.raises(UnknownTask):
        graded(NONE, "03-by-hand/loss", 1.2)


def test_a_result_is_drawn_where_its_course_is_not_known() -> None:
    data = graded(load(FULL), "03-by-hand/loss", 1.204).to_json()
    graded(NONE, "03-by-hand/scale", 1.09)  # forgets the own sentences
    assert "03-by-hand/loss" in as_text(data)


def test_braces_in_an_own_sentence_are_no_placeholders() -> None:
    variants = load(FULL.replace("lacks the minus.", "is not in {1, 2} or {}."))
    result = graded(variants, "03-by-hand/loss", -1.204)
    assert "is not in {1, 2} or {}." in as_text(result.to_json())


def test_a_check_of_the_instructors_that_fails_costs_nobody_a_point() -> None:
    broken = FULL.replace(
        'yield numbers("loss", 2, loss,',
        'yield numbers("loss", 2, loss, 1 / (type(loss) is not int) *',
    )
    with pytest.raises(HandleError, match="ZeroDivisionError"):
        graded(load(broken), "03-by-hand/loss", 3)


FAULTS = {
    "x = (": "line 3: this is not Python: '(' was never closed",
    "import torch_of_mine": "No module named 'torch_of_mine'. The file is read on its own",
    "1 / 0": "line 3: ZeroDivisionError: division by zero",
    'points("03-by-hand/chian", 3)': "line 3: There is no task '03-by-hand/chian'. The tasks of",
    'points("softmax", 3)': "A task is named like",
    'points("03-by-hand/chain", -1)': "the points of 03-by-hand/chain are -1; a positive number",
    'points("03-by-hand/chain", 0)': "the points of 03-by-hand/chain are 0; a positive number",
    'points("03-by-hand/chain", "4")': "are '4'; a positive number was expected",
    'points("03-by-hand/chain", 1); points("03-by-hand/chain", 2)': "is given points twice",
    'given("03-by-hand/scale", s=2)': "03-by-hand/scale has no numbers that can be changed",
    'given("03-by-hand/chain", hh=[1, 2, 3])': "got an unexpected keyword argument 'hh'",
    'given("03-by-hand/chain", h=[1, 2])': "h should hold numbers, in the shape (3,)",
    'given("03-by-hand/chain", h="abc")': "h should hold numbers, in the shape (3,)",
    'given("03-by-hand/chain", h=[1, 0, 1])': "or those that the chapter prints",
    'given("02-logits-softmax/odds", odds=0)': "odds should be a number above 0",
    'given("02-logits-softmax/odds", raised=3)': "raised above odds, or nothing is moved",
    'given("02-logits-softmax/odds", times=1)': "times should change the odds",
    'given("03-by-hand/chain")': "no numbers are given for 03-by-hand/chain",
    '@cases("03-by-hand/chain")\ndef f(rng): yield 1': "takes no cases of yours",
    '@cases("02-logits-softmax/softmax", part="rows")\ndef f(rng): yield 1': (
        "takes no cases for a part 'rows'; it does for row, shapes, large, masked"
    ),
    '@cases("02-logits-softmax/softmax")\ndef f(rng): return 1': "f gives no cases: it has to",
    '@cases("02-logits-softmax/softmax")\ndef f(rng): yield from ()': "f yields no case",
    '@cases("02-logits-softmax/softmax")\ndef f(rng):\n while True: yield rng.random(2)': (
        "f yields more than 100 cases"
    ),
    '@cases("03-by-hand/sgd-step")\ndef f(rng): yield rng.random(2)': (
        "the reference of 03-by-hand/sgd-step refuses case 1 of f: TypeError"
    ),
    '@cases("01-distance/rotate")\ndef f(rng): yield np.full((2, 2), np.nan), np.eye(2)': (
        "gives nan for case 1 of f"
    ),
    '@cases("02-logits-softmax/softmax")\ndef f(rng): yield np.random.rand(3)': (
        "f gives other numbers for the same rng"
    ),
    '@cases("02-logits-softmax/softmax")\ndef f(rng): yield object()': "case 1 of f holds: object",
    '@cases("02-logits-softmax/softmax")\ndef f(rng): yield rang.random(2)': (
        "line 4: NameError: name 'rang' is not defined"
    ),
    '@cases("02-logits-softmax/softmax")\ndef f(rng): yield rng.random(2)\n'
    '@cases("02-logits-softmax/softmax")\ndef g(rng): yield rng.random(2)': (
        "line 5: the part 'row' of 02-logits-softmax/softmax is given cases twice"
    ),
    '@task("loss", points=1, takes=("x",), title="x")\ndef f(trial, x): ...': "no task's id",
    '@task("03-by-hand/chain", points=1, takes=("x",), title="x")\ndef f(trial, x): ...': (
        "there is a task '03-by-hand/chain' already"
    ),
    '@task("03-by-hand/mine", points=1, takes="x", title="x")\ndef f(trial, x): ...': (
        "takes is 'x'; it holds the names"
    ),
    '@task("03-by-hand/mine", points=1, takes=("x",), title={"en": "x"})\ndef f(t, x): ...': (
        "title is a sentence, or one for each of en and zh"
    ),
    '@task("03-by-hand/mine", points=1, takes=("x",), title="x")\ndef f(trial, x): ...': (
        "the check of 03-by-hand/mine has to yield parts"
    ),
    "from lmhead.checks.values import right\n"
    '@task("03-by-hand/mine", points=1, takes=("x",), title="x")\ndef f(trial, x):\n'
    ' yield right("x", 1)': "gives points where nothing was handed in",
    "from lmhead.checks.values import numbers\n"
    '@task("03-by-hand/mine", points=2, takes=("x",), title="x")\ndef f(trial, x):\n'
    ' yield numbers("x", 1, x, 3, name="x", places=1, prefix="")': "has 2 points, and its parts",
    '@task("07-own/mine", points=1, takes=("x",), title="x", section="07-a")\ndef f(t, x): ...': (
        "07-own/mine belongs to no chapter"
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_file_is_a_sentence_with_its_line(fault: str) -> None:
    with pytest.raises(VariantProblem) as caught:
        load(IMPORTS + fault)
    assert str(caught.value).startswith("variants.py, line ")
    assert FAULTS[fault] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_chinese_edition_has_the_variants_of_the_course_around_it(tmp_path: Path) -> None:
    (tmp_path / "zh").mkdir()
    (tmp_path / FILE).write_text(FULL, "utf-8")
    assert of_course(tmp_path / "zh") is NONE  # the folder around it is no course
    (tmp_path / "nbgrader_config.py").touch()
    assert of_course(tmp_path / "zh").points == {"03-by-hand/sgd-step": 8}
    assert of_course(tmp_path).points == {"03-by-hand/sgd-step": 8}


# -- at home --------------------------------------------------------------------------------


def test_a_learner_is_told_points_numbers_and_which_tasks_are_checked_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import json

    variants = load(FULL)
    (tmp_path / JSON_FILE).write_text(json.dumps(public(variants, "03-by-hand")), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert check("03-by-hand/chain", *chain_of([2, -1, 1])).points == 4
    assert check("03-by-hand/sgd-step", by_the_book_here).max_points == 8
    with pytest.raises(UsageError, match="when your notebook is graded"):
        check("03-by-hand/loss", 1)
    assert public(variants, "02-logits-softmax") is None


def by_the_book_here(w_out, h, right):
    z = w_out @ h
    p = np.exp(z - z.max())
    p /= p.sum()
    p[right] -= 1
    return w_out - np.outer(p, h).astype(w_out.dtype)


def test_what_is_public_holds_neither_cases_nor_answers() -> None:
    import json

    text = json.dumps(public(load(FULL), "03-by-hand"))
    assert "wide" not in text
    assert "0.3" not in text
    assert from_public(text).given == {"03-by-hand/chain": {"h": [2, -1, 1]}}


def test_a_shared_file_is_used_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE).write_text(FULL + "share()\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert check("03-by-hand/loss", 1.204).points == 2
    assert beside(tmp_path).shared


def test_somebodys_own_variants_py_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("raise SystemExit(1)", "utf-8")
    assert beside(tmp_path) is NONE


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"schema": 2}', '{"schema": 1}',
             '{"schema": 1, "points": {}, "given": {"03-by-hand/chain": {"h": [1]}}, "own": {}}'],
)  # fmt: skip
def test_a_damaged_file_beside_the_notebook_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / JSON_FILE).write_text(text, "utf-8")
    with pytest.raises(UsageError, match=r"variants\.json beside your notebook cannot be used"):
        beside(tmp_path)

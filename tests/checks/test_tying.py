"""The facts behind the tasks of 05-tying, each from another source than the checks'."""

import math
from typing import Any

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from scipy.special import logsumexp
from scipy.special import softmax as scipy_softmax

from lmhead.checks.registry import tasks
from lmhead.messages import LANGUAGES, sentence
from lmhead.tasks.tying.accounts import check as accounts
from lmhead.tasks.tying.no_layers import check as no_layers
from lmhead.tasks.tying.refuse import check as refuse
from lmhead.tasks.tying.rows_touched import check as rows_touched
from lmhead.tasks.tying.scale_h import check as scale_h
from lmhead.tasks.tying.two_uses import check as two_uses
from tests.chapters.page import Page
from tests.checks.conftest import grade, open_here

SEEDS = range(20)
MISTAKES: list[tuple[str, Any, Any, dict[str, Any]]] = [
    ("accounts", lambda rng: [(*s, t) for s in accounts._shapes(rng) for t in (True, False)],
     accounts.count, accounts.MISTAKES),
    ("accounts", lambda rng: list(accounts._shapes(rng)), accounts.part_removed, accounts.PARTS),
    ("two-uses", lambda rng: [c.args for c in two_uses._shared_cases(rng)],
     two_uses.logits_after, two_uses.SHARED_MISTAKES),
    ("two-uses", lambda rng: [c.args for c in two_uses._slope_cases(rng)],
     two_uses.slope_of_table, two_uses.SLOPE_MISTAKES),
    ("rows-touched", lambda rng: [c.args for c in rows_touched._cases(rng)],
     rows_touched.reference, rows_touched.MISTAKES),
    ("scale-h", lambda rng: [c.args for c in scale_h._cases(rng)],
     scale_h.solution, scale_h.STRETCHES),
]  # fmt: skip


def test_the_points_add_up_to_eighteen_and_a_person_gives_two() -> None:
    assert [task.name for task in tasks("05-tying")] == [
        "accounts", "two-uses", "rows-touched", "scale-h", "no-layers", "refuse",
    ]  # fmt: skip
    assert sum(task.points for task in tasks("05-tying")) == 18


@pytest.mark.slow
@pytest.mark.parametrize(("task", "draw", "reference", "mistakes"), MISTAKES)
def test_no_known_mistake_gives_the_right_answer_on_every_fresh_case(
    task: str, draw: Any, reference: Any, mistakes: dict[str, Any]
) -> None:
    for name in mistakes:
        for lang in LANGUAGES:
            assert sentence(f"05-tying/{task}/{name}", lang, name="f")
    for seed in SEEDS:
        cases = [(args, np.asarray(reference(*args))) for args in draw(np.random.default_rng(seed))]
        for name, mistake in mistakes.items():
            differs = False
            for args, right in cases:
                wrong = np.asarray(mistake(*args))
                differs |= wrong.shape != right.shape or not np.allclose(wrong, right, rtol=1e-3)
                if name in ("last-norm-forgotten", "difference-of-both"):
                    differs |= bool((wrong != right).any())
            assert differs, (name, seed)


def test_the_accounts_are_those_of_the_published_models() -> None:
    counted = [accounts.count(*shape, True) for shape in accounts.GPT2]
    assert counted == [124_439_808, 354_823_168, 774_030_080, 1_557_611_200]
    assert accounts.count(*accounts.GPT2[0], False) == 163_037_184
    assert round(100 * accounts.part_removed(*accounts.GPT2[0]), 1) == 23.7


def loss(table: Any, layers: Any, word: int, right: int) -> float:
    z = table @ (layers @ table[word])
    return float(logsumexp(z) - z[right])


@pytest.mark.slow
def test_the_slope_is_what_nudging_each_number_measures() -> None:
    for seed in SEEDS:
        for case in two_uses._slope_cases(np.random.default_rng(seed)):
            table, layers, word, right = case.args
            measured = np.empty(table.shape)
            for place in np.ndindex(table.shape):
                up, down = table.copy(), table.copy()
                up[place] += 1e-5
                down[place] -= 1e-5
                rise = loss(up, layers, word, right) - loss(down, layers, word, right)
                measured[place] = rise / 2e-5
            np.testing.assert_allclose(two_uses.slope_of_table(*case.args), measured, atol=1e-8)


def test_one_array_with_two_names_makes_both_steps() -> None:
    for case in two_uses._shared_cases(np.random.default_rng(5)):
        table, step_in, step_out, word = case.args
        entrance = table.copy()
        exit_ = entrance
        entrance -= step_in
        exit_ -= step_out
        np.testing.assert_allclose(two_uses.logits_after(*case.args), exit_ @ entrance[word])


def test_a_contribution_is_counted_where_a_nudge_changes_the_loss() -> None:
    rng = np.random.default_rng(3)
    for case in rows_touched._cases(rng):
        read, right, count, table = case.args
        E, out = rng.normal(size=(count, 3)), rng.normal(size=(count, 3))
        expected = np.zeros(count)
        for word, answer in zip(read, right, strict=True):
            p = scipy_softmax(out @ E[word])
            p[answer] -= 1
            if table != "exit":  # the row that was read, and it has a slope
                assert np.abs(p @ out).max() > 0
                expected[word] += 1
            if table != "entrance":
                expected += np.abs(np.outer(p, E[word])).max(axis=1) > 0
        np.testing.assert_array_equal(rows_touched.reference(*case.args), expected)


@pytest.mark.slow
def test_the_stretch_is_the_root_that_scipy_finds() -> None:
    for seed in SEEDS:
        for case in scale_h._cases(np.random.default_rng(seed)):
            w_out, h, target = case.args
            z = w_out @ h

            def miss(c: float, z: Any = z, target: float = target) -> float:
                return float(scipy_softmax(c * z).max()) - target

            assert 1 / len(z) < target < 1
            assert scale_h.solution(*case.args) == pytest.approx(
                scipy.optimize.brentq(miss, 0, 1e4), rel=1e-6
            )


def test_a_share_off_by_a_thousandth_passes_and_by_two_does_not() -> None:
    source = """
temperature_for = lambda c: 1 / c

def stretch(w_out, h, target):
    z = w_out @ h
    z = z - z.max()
    low, high = 0.0, 1e3
    for _ in range(100):
        middle = (low + high) / 2
        share = 1 / np.exp(middle * z).sum() + OFF
        low, high = (low, middle) if share > target else (middle, high)
    return high
"""
    for off, points in ((0.0009, 3), (-0.0009, 3), (0.002, 1), (-0.002, 1)):
        get = open_here(source.replace("OFF", str(off)))
        assert grade("05-tying/scale-h", get, seed=1).points == points


@given(
    npst.arrays(
        float,
        st.tuples(st.integers(1, 6), st.integers(1, 4)),
        elements=st.integers(-20, 20).map(lambda n: n / 4),
    )
)
def test_no_word_beats_the_one_with_the_longest_row_after_it(table: Any) -> None:
    """Cauchy and Schwarz: so the third letter of the last question is right."""
    longest = int(np.argmax((table**2).sum(axis=1)))
    scores = table @ table[longest]
    assert scores[longest] == scores.max()


def test_the_letters_that_are_refused_are_false() -> None:
    # A: two directions, and the longer row wins after itself. B: so with d = 1 < V = 2.
    assert no_layers.leaders(np.array([[1.0, 0.0], [2.0, 1.0]]))[1] == [1]
    assert no_layers.leaders(np.array([[1.0], [2.0]])) == [[1], [1]]
    # D: here the first word has not the largest score after itself.
    assert no_layers.ANSWER == "C"


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_are_judged_by_their_scores_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(50):
        table = rng.integers(-3, 4, (3, 2)).astype(float)
        scores = table @ table.T
        strict = [all(scores[k, k] > scores[k, j] for j in range(3) if j != k) for k in range(3)]
        beaten = [scores[k].max() > scores[k, k] for k in range(3)]
        assert (no_layers._every(table) is None) == all(strict)
        assert (no_layers._one(table) is None) == (sum(strict) == 1 and sum(beaten) == 2)


def test_what_must_be_refused_has_no_logits_that_mean_anything() -> None:
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        for case in refuse._good(rng):
            words_in, words_out, table, h = case.args
            assert words_in == words_out
            assert table.shape == (len(words_in), len(h))
        kinds = []
        for kind, case in refuse._bad(rng):
            words_in, words_out, table, h = case.args
            assert words_in != words_out or table.shape != (len(words_in), len(h))
            assert len(set(words_in)) == len(words_in)
            if kind == "other-order":
                assert sorted(words_in) == sorted(words_out)
            kinds.append(kind)
        assert len(set(kinds)) == 5


def test_a_temperature_and_a_stretch_say_the_same() -> None:
    rng = np.random.default_rng(0)
    z = rng.normal(size=6)
    for c in (0.3, 1.0, 4.0):
        np.testing.assert_allclose(scipy_softmax(c * z), scipy_softmax(z / (1 / c)))
    assert math.isclose(scale_h.largest(z[:, None], np.array([1.0]), 2), scipy_softmax(2 * z).max())


@pytest.mark.parametrize("edition", ["en", "zh"])
def test_the_sections_that_messages_link_to_are_on_the_page(edition: str) -> None:
    assert {task.section for task in tasks("05-tying")} <= set(Page(edition, "05-tying").sections)

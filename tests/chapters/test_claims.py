"""The article's claims, each computed by the package and by other means.

The numbers are those of the course's table of claims; chapters take them from the same code.
"""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from lmhead import decoding, distance, four_words, tying
from lmhead.softmax import cross_entropy, cross_entropy_slope, logits, softmax

V, D = 50257, 768


@pytest.mark.slow
def test_1_from_768_numbers_to_50257_shares_that_sum_to_1() -> None:
    rng = np.random.default_rng(1)
    p = softmax(logits(rng.normal(size=D), rng.normal(size=(V, D)) / 50))
    assert p.shape == (V,)
    assert math.fsum(p) == pytest.approx(1, abs=1e-12)


def test_2_look_up_is_one_hot_times_the_table() -> None:
    table = np.arange(12.0).reshape(4, 3)
    for k in range(4):
        assert (distance.one_hot(k, 4) @ table == distance.look_up(table, k)).all()
        assert (distance.look_up(table, k) == [3 * k, 3 * k + 1, 3 * k + 2]).all()


def test_3_scoring_every_row_is_one_product() -> None:
    h, table = [1, 0, 1], [[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0]]
    by_hand = [sum(a * b for a, b in zip(row, h, strict=True)) for row in table]
    assert distance.scores(h, table).tolist() == by_hand == [2, 1, 1, 0]


def test_4_softmax_keeps_order_sums_to_1_and_gives_everyone_a_share() -> None:
    z = np.array([-3.2, 0.5, 0.5, 7.0, -20.0])
    p = softmax(z)
    assert (np.sign(np.subtract.outer(z, z)) == np.sign(np.subtract.outer(p, p))).all()
    assert p.sum() == pytest.approx(1, abs=1e-15)
    assert (p > 0).all()
    assert z.sum() == pytest.approx(-15.2)


def test_5_the_four_words() -> None:
    exact = [math.exp(2), math.e, math.e, 1.0]
    assert [round(value, 3) for value in exact] == [7.389, 2.718, 2.718, 1.0]
    assert round(sum(exact), 4) == 13.8256
    assert [round(value / sum(exact), 3) for value in exact] == [0.534, 0.197, 0.197, 0.072]
    assert four_words.PROBABILITIES.tolist() == pytest.approx(
        [value / sum(exact) for value in exact]
    )


def test_6_the_rounded_four_sum_to_exactly_1_and_the_last_is_not_zero() -> None:
    assert sum(Fraction(f"{p:.3f}") for p in four_words.PROBABILITIES) == 1
    assert [round(100 * p) for p in four_words.PROBABILITIES][::3] == [53, 7]


def test_7_one_step_when_the_right_word_is_run() -> None:
    assert cross_entropy(four_words.LOGITS, 3) == pytest.approx(2.627, abs=5e-4)
    slope = cross_entropy_slope(four_words.LOGITS, 3)
    nudged = [
        (
            cross_entropy(four_words.LOGITS + 1e-6 * np.eye(4)[k], 3)
            - cross_entropy(four_words.LOGITS, 3)
        )
        / 1e-6
        for k in range(4)
    ]
    assert slope.tolist() == pytest.approx(nudged, abs=1e-5)
    shares = {
        name: four_words.sgd_step(name, 3).after.probabilities for name in ("z", "W_out", "h")
    }
    assert {name: round(float(p[3]), 3) for name, p in shares.items()} == {
        "z": 0.223,
        "W_out": 0.507,
        "h": 0.266,
    }
    assert round(float(shares["h"][2]), 3) == 0.348


def test_8_greedy_always_says_cat_and_sampling_about_half_the_time() -> None:
    assert decoding.greedy(four_words.LOGITS) == 0
    n = 100_000
    drawn = decoding.sample(four_words.PROBABILITIES, np.random.default_rng(8), n)
    p = four_words.PROBABILITIES[0]
    # Seven standard deviations: a false alarm once in 10**11 seeds, and this one is fixed.
    assert abs((drawn == 0).mean() - p) < 7 * math.sqrt(p * (1 - p) / n)


def test_9_a_draw_is_an_interval() -> None:
    p = [0.5, 0.25, 0.0, 0.25]
    assert [int(decoding.pick(p, u)) for u in (0.0, 0.4999, 0.5, 0.7499, 0.75, 0.9999999999)] == [
        0,
        0,
        1,
        1,
        3,
        3,
    ]


def test_10_the_loop_appends_and_asks_again() -> None:
    seen = []

    def step(ids: list[int]) -> np.ndarray:
        seen.append(list(ids))
        return np.eye(4)[(ids[-1] + 1) % 4]

    assert list(decoding.generate(step, [0], decoding.greedy, 3)) == [0, 1, 2, 3]
    assert seen == [[0], [0, 1], [0, 1, 2]]


def test_11_tying_is_an_identity() -> None:
    rng = np.random.default_rng(11)
    table, h = rng.normal(size=(7, 3)), rng.normal(size=3)
    assert logits(h, table).tolist() == pytest.approx([float(row @ h) for row in table], abs=1e-15)


def test_12_the_accounts_of_gpt2_small() -> None:
    table = V * D
    norm, positions, layers = 2 * D, 1024 * D, 12
    attention = D * 3 * D + 3 * D + D * D + D
    feed_forward = 2 * D * 4 * D + 4 * D + D
    block = 2 * norm + attention + feed_forward
    tied = table + positions + layers * block + norm
    assert (table, block, norm) == (38_597_376, 7_087_872, 1_536)
    assert (tied, tied + table) == (124_439_808, 163_037_184)
    shape = tying.SHAPES["GPT-2 small"]
    assert tying.account(shape).total == tied
    assert tying.account(replace(shape, tied=False)).total == tied + table
    assert round(100 * table / tied, 1) == 31.0
    assert round(100 * table / (tied + table), 1) == 23.7


def test_13_an_input_row_moves_when_read_and_an_output_row_always() -> None:
    rng = np.random.default_rng(13)
    table, w_out = rng.normal(size=(6, 3)), rng.normal(size=(6, 3))
    untied = tying.rows_touched(table, [1, 2], [2, 4], w_out=w_out)
    assert untied.table.tolist() == [False, True, True, False, False, False]
    assert untied.w_out.all()
    assert tying.rows_touched(table, [1, 2], [2, 4]).table.all()


def test_14_every_tail_is_positive() -> None:
    z = np.random.default_rng(14).normal(size=V) * 4
    p = np.sort(softmax(z))[::-1]
    assert (p > 0).all()
    assert 0 < p[50:].sum() < 1


def test_15_scaling_h_is_a_temperature() -> None:
    h, w_out = four_words.H, four_words.W_OUT
    for c in (0.5, 2.0, 3.0):
        scaled = softmax(logits(c * h, w_out))
        assert scaled.tolist() == pytest.approx(
            softmax(logits(h, w_out), temperature=1 / c).tolist()
        )


def test_16_tying_needs_one_vocabulary_and_one_width() -> None:
    table = np.zeros((5, 3))
    tying.check_tieable(table, np.zeros((5, 3)))
    for other in ((5, 4), (6, 3)):
        with pytest.raises(ValueError, match=r"\(5, 3\)|width|vocabulary|rows"):
            tying.check_tieable(table, np.zeros(other))
    with pytest.raises(ValueError, match=r"猫|word"):
        tying.check_tieable(table[:2], table[:2], ["cat", "dog"], ["猫", "狗"])

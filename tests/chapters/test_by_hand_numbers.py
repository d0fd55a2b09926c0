"""Every number of chapter 03, calculated again with math and fractions alone."""

import math
import re
from fractions import Fraction

import pytest

from tests.chapters.page import Page

WORDS = ("cat", "dog", "fish", "run")
RIGHT = 3
ROWS = ((1, 0, 1), (1, 0, 0), (0, 1, 1), (0, 1, 0))
H = (1, 0, 1)


def shares(z):
    exponentials = [math.exp(value) for value in z]
    return [value / sum(exponentials) for value in exponentials]


def loss(z, right=RIGHT):
    return math.log(sum(math.exp(value) for value in z)) - z[right]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


Z = [dot(row, H) for row in ROWS]
E = [math.exp(value) for value in Z]
TOTAL = math.fsum(E)
P = shares(Z)
SLOPE = [p - (k == RIGHT) for k, p in enumerate(P)]
NUDGED = [
    (loss([z + 0.001 * (i == k) for i, z in enumerate(Z)]) - loss(Z)) / 0.001 for k in range(4)
]
# One step at rate 1. On W_out every row moves along H, so its logit moves by |H|^2 times as much.
Z_STEP = [z - s for z, s in zip(Z, SLOPE, strict=True)]
W_STEP = [z - s * dot(H, H) for z, s in zip(Z, SLOPE, strict=True)]
H_SLOPE = [sum(s * row[i] for s, row in zip(SLOPE, ROWS, strict=True)) for i in range(3)]
H_NEW = [h - s for h, s in zip(H, H_SLOPE, strict=True)]
H_STEP = [dot(row, H_NEW) for row in ROWS]


def chance(k, n=100, p=P[0]):
    return math.comb(n, k) * p**k * (1 - p) ** (n - k)


SPREAD = math.sqrt(100 * P[0] * (1 - P[0]))
LOW, HIGH = math.ceil(100 * P[0] - SPREAD), math.floor(100 * P[0] + SPREAD)


def steps_on_logits(count):
    z = list(Z)
    for _ in range(count):
        z = [v - (p - (k == RIGHT)) for k, (v, p) in enumerate(zip(z, shares(z), strict=True))]
    return shares(z)[RIGHT]


GLUED = {
    "total": TOTAL,
    "total-rounded": sum(round(Fraction(e), 3) for e in E),
    "sum-rounded": sum(round(Fraction(p), 3) for p in P),
    "percent-run": 100 * P[3],
    "expected": 100 * P[0],
    "spread": SPREAD,
    "low": LOW,
    "high": HIGH,
    "inside": 100 * sum(chance(k) for k in range(LOW, HIGH + 1)),
    "percent-53": 100 * chance(53),
    # P(fewer than 42) < 1 % <= P(fewer than 43)
    "rare-below": 42,
    "miss": 1 - 1 / TOTAL,
    "absent": (1 - 1 / TOTAL) ** 20,
    "percent-absent": 100 * (1 - 1 / TOTAL) ** 20,
    "loss-run": loss(Z),
    "log-total": math.log(TOTAL),
    "log-4": math.log(4),
    "perplexity-run": math.exp(loss(Z)),
    "perplexity-cat": math.exp(loss(Z, 0)),
    "pull": 1 - P[3],
    "slope-sum": 0,
    "gap": max(abs(n - s) for n, s in zip(NUDGED, SLOPE, strict=True)),
    "z-p-run": shares(Z_STEP)[RIGHT],
    "W_out-p-run": shares(W_STEP)[RIGHT],
    "h-p-run": shares(H_STEP)[RIGHT],
    "h-p-fish": shares(H_STEP)[2],
    "z-cat": Z_STEP[0],
    "z-run": Z_STEP[3],
    "after-1000": steps_on_logits(1000),
}
for _k, _word in enumerate(WORDS):
    GLUED[f"exp-{_word}"] = E[_k]
    GLUED[f"p-{_word}"] = P[_k]
    GLUED[f"nudge-{_word}"] = NUDGED[_k]
    GLUED[f"slope-{_word}"] = SLOPE[_k]
    GLUED[f"slope4-{_word}"] = SLOPE[_k]
for _i in range(3):
    GLUED[f"h-slope-{_i + 1}"] = H_SLOPE[_i]
    GLUED[f"h-new-{_i + 1}"] = H_NEW[_i]

# What a seed draws cannot be calculated by hand; see the test of the counts.
DRAWN = {"counts-low", "counts-high", "runs-inside"}

# Numbers with a decimal point that the prose writes itself. Given ones have no calculation.
LITERALS = {
    "−3.2": "given",
    "0.001": "given",
    "0.01": "given",
    "0.000001": "given",
    "0.75": 1 - Fraction(1, 4),
    "0.25": Fraction(1, 4),
    "0.5": Fraction(2, 4),
    "0.53": P[0],
    "0.20": P[1],
    "0.07": P[3],
    "0.072": P[3],
    "0.928": 1 - P[3],
    "0.534": P[0],
    "53.4": 100 * P[0],
    "1.4": 20 * P[3],
    "0.22": (1 - P[3]) ** 20,
    "2.627": loss(Z),
    "0.627": loss(Z, 0),
    "1.386": math.log(4),
    "0.0002": 0.001 * SLOPE[2],
    "1.001": math.exp(0.001),
    "3.11": "given",  # Python's version, on the front page
    "4.0": "given",
}


def shown(value, digits):
    text = f"{float(value):.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "−")


def digits_of(text):
    return len(text.partition(".")[2])


@pytest.fixture(params=["en", "zh"])
def page(request):
    return Page(request.param, "03-by-hand")


def test_every_glued_number_is_the_calculated_one(page):
    numbers = {n for n, value in page.ran.glued.items() if isinstance(value, (int, float, str))}
    assert numbers == set(GLUED) | DRAWN
    for name, form in page.glue_roles:
        if name in DRAWN:
            continue
        value = page.ran.glued[name]
        printed = format(value, form) if form else str(value)
        assert printed == shown(GLUED[name], digits_of(printed)), name


def test_nothing_is_glued_in_vain(page):
    assert set(page.ran.glued) - page.uses == {"slope-run"}  # the loop over the words brings it


def test_every_number_written_in_the_prose_is_the_calculated_one(page):
    assert len(page.decimals) > 20
    for text in page.decimals:
        value = LITERALS[text]
        if value != "given":
            assert text == shown(value, digits_of(text))


def test_the_code_prints_the_calculated_numbers(page):
    printed = [out for out in page.ran.printed if out]
    numbers = [[float(n) for n in re.findall(r"-?\d+\.?\d*", out)] for out in printed]
    dots, softmax, draws, losses, slopes, steps, many = numbers
    assert dots == [2, 1, 1, 0]
    assert softmax == [*(round(e, 3) for e in E), round(TOTAL, 3), *(round(p, 3) for p in P)]
    assert losses == [0.627, 1.627, 1.627, 2.627] == [round(loss(Z, k), 3) for k in range(4)]
    assert slopes == [round(s, 4) for s in [*NUDGED, *SLOPE]]
    expected = []
    for z in (Z, Z_STEP, W_STEP, H_STEP):
        expected += [*(round(p, 3) for p in shares(z)), round(loss(z), 3)]
    assert steps == expected
    assert many == [x for n in (1, 10, 100, 1000) for x in (n, round(steps_on_logits(n), 4))]
    assert len(draws) == 10


def test_the_drawn_counts_are_counts_of_a_hundred_and_told_rightly(page):
    (out,) = [out for out in page.ran.printed if out.startswith("array([") and "." not in out]
    counts = [int(n) for n in re.findall(r"\d+", out)]
    assert len(counts) == 10
    # Beyond 4.5 standard deviations (chance below 1e-4 for ten counts) these are no draws from P.
    assert all(abs(count - 100 * P[0]) < 4.5 * SPREAD for count in counts)
    assert page.ran.glued["counts-low"] == min(counts)
    assert page.ran.glued["counts-high"] == max(counts)
    assert page.ran.glued["runs-inside"] == len([n for n in counts if LOW <= n <= HIGH])


def test_what_the_page_says_of_the_example():
    """The page's sentences that are no single number."""
    assert [round(e, 3) for e in E] == [7.389, 2.718, 2.718, 1.0]
    assert sum(Fraction(s) for s in ("0.534", "0.197", "0.197", "0.072")) == 1
    # Adding rounded exponentials gives another total and the same shares to three decimals.
    rounded = [Fraction(s) for s in ("7.389", "2.718", "2.718", "1")]
    assert sum(rounded) == Fraction("13.825")
    assert [round(e / sum(rounded), 3) for e in rounded] == [round(Fraction(p), 3) for p in P]
    assert math.isclose(loss(Z) - loss(Z, 0), 2)
    assert math.exp(loss(Z)) > 4  # worse than knowing nothing
    assert max(range(101), key=chance) == 53
    assert sum(chance(k) for k in range(42)) < 0.01 <= sum(chance(k) for k in range(43))
    # "One run in three ends outside", "49 or 58 would surprise nobody"
    assert abs(GLUED["inside"] / 100 - 2 / 3) < 0.03
    assert (LOW, HIGH) == (49, 58)
    assert abs(sum(SLOPE)) < 1e-15
    # After the step on h, fish leads, with its logit where it was.
    assert max(range(4), key=shares(H_STEP).__getitem__) == 2
    assert math.isclose(H_STEP[2], 1)
    assert shares(H_STEP)[2] > P[2]
    assert [round(shares(z)[3], 3) for z in (Z_STEP, W_STEP, H_STEP)] == [0.223, 0.507, 0.266]
    assert round(shares(H_STEP)[2], 3) == 0.348
    assert steps_on_logits(1000) < 1

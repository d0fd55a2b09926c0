"""Every number of chapter 02, calculated again with math and fractions alone."""

import itertools
import json
import math
import re
from collections import Counter
from fractions import Fraction

import pytest

from lmhead import tiny_lm
from tests.chapters.page import DECIMAL, ROOT, Page, pages

NAME = "02-logits-softmax"
KEYS = ("mat", "floor", "moon", "ran", "of")
ROWS = ((1.5, 0.5), (1.0, 0.5), (0.5, -0.5), (-0.5, 0.5), (-1.0, -0.5))
H = (2, 1)
TEXTS = {"wide": "returns the", "narrow": "along the given"}


def shares(z):
    largest = max(z)
    powers = [math.exp(value - largest) for value in z]
    total = math.fsum(powers)
    return [power / total for power in powers]


Z = [sum(a * b for a, b in zip(row, H, strict=True)) for row in ROWS]
E = [math.exp(value) for value in Z]
TOTAL = math.fsum(E)
P = shares(Z)
DOUBLED = shares([2 * value for value in Z])
ATTENTION = [1.2, 0.4, 2.0, 0.7]

# The largest and the smallest positive number of a kind of float: IEEE 754's definitions.
LARGEST = {32: (2 - 2**-23) * 2.0**127, 64: (2 - 2**-52) * 2.0**1023}
LOWEST = {32: -149 * math.log(2), 64: -1074 * math.log(2)}  # ln of the smallest
HALF = math.log(2)

MODEL = tiny_lm.load()


def measured(text):
    """The model's shares after a text, in falling order."""
    logits = [float(value) for value in MODEL.step(MODEL.encode(text))]
    return sorted(shares(logits), reverse=True)


def first_choices():
    """For every known word that was held out: the first choice's share, and whether it is right."""
    for sentence in tiny_lm.held_out():
        ids = MODEL.encode(sentence)
        for place, word in enumerate(ids):
            if word != MODEL.unknown:
                p = shares([float(value) for value in MODEL.step(ids[:place])])
                best = max(range(len(p)), key=p.__getitem__)
                yield p[best], best == word


def bfloat16(x):
    """The nearest number of eight binary digits, of two the one that ends in 0."""
    fraction, exponent = math.frexp(x)  # of a half to 1
    return math.ldexp(round(fraction * 256), exponent - 8)  # round() goes to even


def tied_in_bfloat16():
    """In which part of the same cases two words or more come first once logits are rounded."""
    tied = []
    for sentence in tiny_lm.held_out():
        ids = MODEL.encode(sentence)
        for place, word in enumerate(ids):
            if word != MODEL.unknown:
                logits = [bfloat16(float(value)) for value in MODEL.step(ids[:place])]
                tied.append(logits.count(max(logits)) > 1)
    return sum(tied) / len(tied)


CASES = list(first_choices())
LAST = [right for share, right in CASES if share > 0.6]
LAST_RIGHT = sum(LAST) / len(LAST)

GLUED = {
    "z-sum": sum(Z),
    "p-mat": P[0],
    "p-floor": P[1],
    "p-of": P[4],
    "e": math.e,
    "odds": math.e,
    "q-mat": DOUBLED[0],
    "high-32": math.log(LARGEST[32]),
    "high-64": math.log(LARGEST[64]),
    "low-32": LOWEST[32] - HALF,
    "low-64": LOWEST[64] - HALF,
    "lag-32": HALF - LOWEST[32],
    "lag-64": HALF - LOWEST[64],
    "p6-mat": E[0] / (TOTAL + E[0]),
    "p-lead": 1 / (1 + math.exp(-1)),
    "p-behind": math.exp(-1) / (1 + math.exp(-1)),
    "cases": len(CASES),
    "prob-mean": sum(share for share, _ in CASES) / len(CASES),
    "right-mean": sum(right for _, right in CASES) / len(CASES),
    "last-cases": len(LAST),
    "last-spread": math.sqrt(LAST_RIGHT * (1 - LAST_RIGHT) / len(LAST)),
    "high-16": math.log((2 - 2**-10) * 2.0**15),
    "bf16-step": 2.0**4 * 2.0**-7,  # seven binary digits after the first
    "bf16-odds": math.exp(2.0**-3),
    "bf16-ties": 100 * tied_in_bfloat16(),
    "wide-percent": 100 * math.fsum(measured(TEXTS["wide"])[10:]),
    "narrow-first": measured(TEXTS["narrow"])[0],
}
for _name, _text in TEXTS.items():
    _ordered = measured(_text)
    GLUED[f"{_name}-least"] = 1e9 * _ordered[-1]
    for _k in (1, 10, 100, 1000):
        GLUED[f"{_name}-{_k}"] = math.fsum(_ordered[_k:])

# Numbers with a decimal point that the prose writes itself. Given ones have no calculation.
LITERALS = {
    **dict.fromkeys(("0.70", "0.25", "0.03", "0.01", "0.7", "0.4", "2.0", "1.2"), "given"),
    "1.5": ROWS[0][0],
    "0.5": Z[2],
    "3.5": Z[0],
    "2.5": Z[1],
    "−0.5": Z[3],
    "−2.5": Z[4],
    "103.5": Z[0] + 100,
    "102.5": Z[1] + 100,
    "100.5": Z[2] + 100,
    "99.5": Z[3] + 100,
    "97.5": Z[4] + 100,
    "0.14": Fraction(1, 7),
    "−0.71": Fraction(-5, 7),
    "0.19": Fraction(3, 16),
    "0.035": P[2],
    "1.649": math.exp(0.5),
    "47.635": TOTAL,
    "2.718": math.e,
    "5.437": 2 * math.e,
    "7.389": math.e**2,
    "3.4": LARGEST[32] / 1e38,
    "2.7": math.exp(100) / 1e43,
    "88.7": math.log(LARGEST[32]),
    "88.72": math.log(LARGEST[32]),
    "709.8": math.log(LARGEST[64]),
    "0.15": shares([1.2, 0.4, 0, 0])[2],
    "0.34": sum(shares(ATTENTION)[:2]),
}


def shown(value, digits):
    text = f"{float(value):.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "−")


def digits_of(text):
    return len(text.partition(".")[2])


@pytest.fixture(params=["en", "zh"])
def page(request):
    return Page(request.param, NAME)


def test_every_glued_number_is_the_calculated_one(page):
    numbers = {n for n, value in page.ran.glued.items() if isinstance(value, (int, float, str))}
    assert numbers == set(GLUED)
    for name, form in page.glue_roles:
        value = page.ran.glued[name]
        printed = format(value, form) if form else str(value)
        assert printed == shown(GLUED[name], digits_of(printed)), name


def test_nothing_is_glued_in_vain(page):
    assert set(page.ran.glued) == page.uses


def test_every_number_written_in_the_prose_is_the_calculated_one(page):
    assert len(page.decimals) > 40
    for text in page.decimals:
        value = LITERALS[text]
        if value != "given":
            assert text == shown(value, digits_of(text)), text


def numbers_in(out):
    return [float(n) for n in re.findall(r"-?\d+\.?\d*(?:e[+-]\d+)?", out)]


def test_the_code_prints_the_calculated_numbers(page):
    printed = [out for out in page.ran.printed if out]
    (scores, softmax, shifted, leads, doubled, written, cured, far, masked, shape, sums, after,
     six, grouped) = printed  # fmt: skip
    rounded = [round(p, 3) for p in P]
    assert numbers_in(scores) == Z
    assert numbers_in(softmax) == [*(round(e, 3) for e in E), round(TOTAL, 3), *rounded]
    expected = []
    for shift in (0, 10, -3):
        z = [value + shift for value in Z]
        expected += [*z, *(round(value / sum(z), 2) for value in z), *rounded]
    assert numbers_in(shifted) == expected
    assert numbers_in(leads) == [
        x for lead in (0, 1, 2, 5, 10) for x in (lead, round(math.exp(lead), 3))
    ]
    pairs = [x for p, q in zip(P, DOUBLED, strict=True) for x in (round(p, 4), round(q, 6))]
    assert numbers_in(doubled) == [*pairs, round(math.e, 3), round(math.e**2, 3)]
    assert written.count("nan") == 9
    assert numbers_in(cured) == [0, -2, -5, *(round(p, 3) for p in shares([-110, -112, -115]))]
    first, second = shares([0, -1])
    assert numbers_in(far) == [
        round(first, 3), round(second, 3), 0, 0,
        *(round(z + math.log(first), 1) for z in (0, -1, -800, -900)),
    ]  # fmt: skip
    assert masked.count("-inf") == 2
    two = shares(ATTENTION[:2])
    before = shares([*ATTENTION[:2], 0, 0])
    left = sum(shares(ATTENTION)[:2])
    assert numbers_in(masked) == [
        *ATTENTION[:2], *(round(p, 2) for p in (*two, 0, 0, *before, left)),
    ]  # fmt: skip
    assert numbers_in(shape) == [2, 3, 5]
    assert numbers_in(sums)[:11] == [2, 3, 2, 3, 1, 1, 1, 1, 1, 1, 1]
    # Divided among positions, no row of words adds up to 1.
    assert all(abs(total - 1) > 0.05 for total in numbers_in(sums)[11:])
    assert numbers_in(after) == [round(p, 3) for text in TEXTS.values() for p in measured(text)[:3]]
    assert numbers_in(six) == [*rounded, *(round(p, 3) for p in shares([*Z, Z[0]]))]
    expected = []
    for low, high in itertools.pairwise((0, 0.2, 0.4, 0.6, 1)):
        group = [(share, right) for share, right in CASES if low < share <= high]
        means = [sum(column) / len(group) for column in zip(*group, strict=True)]
        expected += [len(group), *(round(mean, 2) for mean in means)]
    assert numbers_in(grouped) == pytest.approx(expected, abs=1e-9)


def test_what_the_page_says_of_its_numbers():
    """The page's sentences that are no single number."""
    # float32 gives up between 88.7 and 88.8, float64 between 709.7 and 709.8.
    assert math.exp(88.7) < LARGEST[32] < math.exp(88.8)
    assert math.exp(709.7) < LARGEST[64]
    # Behind by more than 88.7 + something: a share is lost below half of the smallest number.
    assert 103 < HALF - LOWEST[32] < 104
    assert 745 < HALF - LOWEST[64] < 746
    # Divided: nearly equal after the first shift, the last word first after the second.
    up = [(z + 10) / sum(z + 10 for z in Z) for z in Z]
    assert max(up) < 2 * min(up)
    down = [(z - 3) / sum(z - 3 for z in Z) for z in Z]
    assert max(down) == down[4]
    # Another base is a factor for all scores.
    powers = [10.0**z for z in Z]
    tens = [power / math.fsum(powers) for power in powers]
    assert tens == pytest.approx(shares([math.log(10) * z for z in Z]), rel=1e-12)
    # The sum of the scores is that of the first word, by coincidence.
    assert sum(Z) == Z[0]
    # -20 added as a sixth word moves the ratios of the raised scores.
    assert (Fraction(7, 2) + 20) / (Fraction(1, 2) + 20) != Fraction(6, 3)
    assert math.exp(-1000) == 0  # positive in algebra only
    # A shift changes f(z_i) / f(z_j) for other powers than exponentials, and for none of these.
    for f, keeps in ((math.exp, True), (lambda z: 3.0**z, True), (lambda z: 1 + z * z, False)):
        ratios = [f(2 + c) / f(1 + c) for c in (0, 1, 5)]
        assert (max(ratios) - min(ratios) < 1e-12) == keeps
    wide, narrow = (measured(text) for text in TEXTS.values())
    assert len(wide) - 10 == 2990
    assert wide[0] < 1 / 20
    assert math.fsum(wide[10:]) > 0.75
    # Up to k = 2999 something is left: the last word's share.
    assert len(wide) - 2999 == 1
    assert wide[-1] > 0
    assert narrow[-1] > 0
    # In each group share and frequency are close: within two standard deviations.
    for low, high in itertools.pairwise((0, 0.2, 0.4, 0.6, 1)):
        group = [(share, right) for share, right in CASES if low < share <= high]
        share, right = (sum(column) / len(group) for column in zip(*group, strict=True))
        assert abs(share - right) < 2 * math.sqrt(share * (1 - share) / len(group))


def test_each_row_of_the_plan_has_its_prediction():
    rows = json.loads((ROOT / "tests" / "chapters" / "rows_02.json").read_text("utf-8"))
    asked = dict(Page("en", NAME).predictions)
    assert set(rows) <= set(asked)
    assert len(set(rows.values())) == 8
    for name, options in asked.items():
        assert options.count("x") == 1, name
        assert len(options) >= 3, name
    # The right answer is not to be guessed from its place.
    places = Counter(options.index("x") for options in asked.values())
    assert max(places.values()) <= 0.6 * len(asked)


# What the exercise asks for, with the number of decimals from which on it is given away.
ANSWERS = [(math.log(1000) / math.log(5), 2), (math.log(8), 2)]


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["en", "zh"])
def test_no_page_prints_an_answer_of_the_exercise(edition):
    for other in pages(edition):
        seen = other.text + "".join(other.ran.printed)
        for text in DECIMAL.findall(seen):
            digits = digits_of(text)
            value = float(text.replace("−", "-"))
            for answer, least in ANSWERS:
                gives = digits >= least and abs(value - answer) <= 0.51 * 10**-digits
                assert not gives, f"{other.name} prints {text}"


def test_the_answers_are_those_of_the_checks():
    from lmhead.tasks.logits_softmax.odds import check as odds

    asked = [odds.OddsNumbers().factor, odds.OddsNumbers().lead]
    assert asked == pytest.approx([answer for answer, _ in ANSWERS])

"""Every number of chapter 04, calculated again with math and fractions alone."""

import itertools
import math
import re
from collections import Counter
from fractions import Fraction

import pytest

from lmhead import tiny_lm
from tests.chapters.page import Page

NAME = "04-decoding"
Z = (2, 1, 1, 0)
TEMPERATURES = (0.25, 0.7, 1, 2, 8)
MODEL = tiny_lm.load()
PROMPT = "if the"


def shares(z, t=1):
    powers = [math.exp((value - max(z)) / t) for value in z]
    total = math.fsum(powers)
    return [power / total for power in powers]


P = shares(Z)
# The second word's shares after each first word, as the page's table has them.
SECOND = (
    ("0.20", "0.25", "0.25", "0.30"),
    ("0.02", "0.02", "0.06", "0.90"),
    ("0.10", "0.20", "0.30", "0.40"),
    ("0.40", "0.30", "0.20", "0.10"),
)
PAIRS = {(i, j): P[i] * float(SECOND[i][j]) for i in range(4) for j in range(4)}
GREEDY, BEST = (0, 3), (1, 3)


def after_prompt(t=1):
    """The model's shares after the prompt, in falling order."""
    z = [float(value) for value in MODEL.step(MODEL.encode(PROMPT))]
    return sorted(shares(z, t), reverse=True)


def favourite():
    z = [float(value) for value in MODEL.step(MODEL.encode(PROMPT))]
    return MODEL.vocabulary[max(range(len(z)), key=z.__getitem__)]


def spread(p, n=10_000):
    return math.sqrt(n * p * (1 - p))


GLUED = {
    **{f"p-{word}": P[k] for k, word in enumerate(("cat", "dog", "fish", "run"))},
    "expected-cat": 10_000 * P[0],
    "expected-run": 10_000 * P[3],
    "spread-cat": spread(P[0]),
    "spread-run": spread(P[3]),
    "ratio-1": math.e,
    "ratio-2": math.sqrt(math.e),
    "ratio-cold": math.e**4,
    "root-d": math.sqrt(768),
    "V": 3000,
    "d": 64,
    "window": 5,
    "percent-greedy": 100 * PAIRS[GREEDY],
    "percent-best": 100 * PAIRS[BEST],
    "log-greedy": -math.log(PAIRS[GREEDY]),
    "log-best": -math.log(PAIRS[BEST]),
    "steps": 40,
    "top-share": after_prompt()[0],
    "tail": 100 * math.fsum(after_prompt()[10:]),
    "tail-cold": 100 * math.fsum(after_prompt(0.3)[10:]),
    "agree-step": Fraction(9, 10) ** 2 + Fraction(1, 10) ** 2,
    "agree-all": 100 * Fraction(82, 100) ** 50,
    "greedy-all": 100 * Fraction(9, 10) ** 50,
}

# Numbers with a decimal point that the prose writes itself. Given ones have no calculation.
LITERALS = {
    **dict.fromkeys(("0.6", "0.2", "0.7", "0.3", "0.9", "0.1", "0.25", "0.00001"), "given"),
    **{text: "given" for row in SECOND for text in row},
    "13.8": sum(math.exp(z) for z in Z),
    "0.072": P[3],
    "0.534": P[0],
    "0.731": P[0] + P[1],
    "0.197": P[1],
    "0.160": PAIRS[GREEDY],
    "0.177": PAIRS[BEST],
    "2.4": Fraction(6, 10) * 4,
    "0.5": Fraction(1, 2),
}


def shown(value, digits):
    return f"{float(value):.{digits}f}".replace("-", "−")


def digits_of(text):
    return len(text.partition(".")[2])


def numbers_in(out):
    return [float(n) for n in re.findall(r"-?\d+\.?\d*", out)]


@pytest.fixture(params=["en", "zh"])
def page(request):
    return Page(request.param, NAME)


def printed(page):
    return [out for out in page.ran.printed if out]


def test_every_glued_number_is_the_calculated_one(page):
    numbers = {n for n, value in page.ran.glued.items() if isinstance(value, (int, float))}
    assert numbers == set(GLUED)
    for name, form in page.glue_roles:
        value = page.ran.glued[name]
        if name == "top":
            assert value == favourite() == "input"
            continue
        text = format(value, form)
        assert text == shown(GLUED[name], digits_of(text)), name


def test_nothing_is_glued_in_vain(page):
    assert set(page.ran.glued) == page.uses


def test_every_number_written_in_the_prose_is_the_calculated_one(page):
    assert len(page.decimals) > 40
    for text in page.decimals:
        value = LITERALS[text]
        if value != "given":
            assert text == shown(value, digits_of(text)), text


def test_the_code_prints_the_calculated_numbers(page):
    order, line, counts, tenths, budgets, tied, stretched, bets, *_ = printed(page)
    rounded = [round(p, 3) for p in P]
    assert numbers_in(order) == [*Z, 0, *(round(math.exp(z), 3) for z in Z), 0, *rounded, 0]
    cuts = [0, *itertools.accumulate(P)]
    assert numbers_in(line) == [round(cut, 3) for pair in itertools.pairwise(cuts) for cut in pair]
    picked, *drawn = numbers_in(counts)
    assert picked == 1  # dog: 0.534 <= 0.6 < 0.731
    assert sum(drawn) == 10_000
    # Within 4.5 standard deviations: no more than once in 30,000 seeds is one of four outside.
    assert all(abs(n - 10_000 * p) < 4.5 * spread(p) for n, p in zip(drawn, P, strict=True))
    assert tenths.split() == ["0.9999999999999999"] * 2
    assert numbers_in(budgets) == [
        x for t in TEMPERATURES for x in (*(round(p, 3) for p in shares(Z, t)), t)
    ]
    assert numbers_in(tied) == [
        x
        for t in (1, 0.25, 0.05, 100)
        for x in (*(round(p, 3) for p in shares((1, 1, 0, 0), t)), t)
    ]
    cold = [round(p, 3) for p in shares(Z, 0.25)]
    assert numbers_in(stretched) == [4, *cold, 1, 4, *cold]
    assert numbers_in(bets.splitlines()[0]) == [6, 3000]


def test_every_position_bets_on_the_models_favourite(page):
    lines = printed(page)[7].splitlines()[1:]
    text = ["the", "shape", "of", "the", "new", "array"]
    assert len(lines) == 6
    for t, found in enumerate(lines):
        logits = MODEL.step(MODEL.encode(" ".join(text[: t + 1]))).tolist()
        words = found.split()
        assert words[: t + 1] == text[: t + 1]
        # The bet is the word before the last two; what came is the last.
        assert MODEL.vocabulary[max(range(3000), key=logits.__getitem__)] == words[-3]
        assert words[-1] == (text[t + 1] if t < 5 else "?")


def test_two_seeds_part_at_the_fourth_word_and_greedy_and_a_seed_repeat(page):
    (runs,) = [out for out in printed(page) if " 49" in out]
    one, other, again, *greedy = [
        re.split(r"[:：]\s+", found, maxsplit=1)[1] for found in runs.splitlines()
    ]
    assert one == again != other
    assert greedy[0] == greedy[1]
    first, second = MODEL.encode(one), MODEL.encode(other)
    same = [a == b for a, b in zip(first, second, strict=True)]
    # The prompt and three words; then "a" here and "the" there.
    assert same[:5] == [True] * 4 + [False]
    assert [MODEL.vocabulary[ids[4]] for ids in (first, second)] == ["a", "the"]


def test_the_pairs_are_those_of_the_table(page):
    (pairs,) = [out for out in printed(page) if out.startswith("[0, 3]")]
    expected = []
    for pair in (GREEDY, BEST):
        expected += [*pair, round(math.log(PAIRS[pair]), 3), round(PAIRS[pair], 3)]
    assert numbers_in(pairs) == expected
    table = [re.findall(r"\b0\.\d\d\b", row) for row in page.sections["04-sentence"].splitlines()
             if row.count("|") == 6]  # fmt: skip
    assert [tuple(row) for row in table if row] == list(SECOND)
    assert max(PAIRS, key=PAIRS.get) == BEST
    assert max(range(4), key=P.__getitem__) == GREEDY[0]
    assert max(range(4), key=lambda j: SECOND[0][j]) == GREEDY[1]
    assert math.fsum(PAIRS.values()) == pytest.approx(1)
    # Beam search with two beginnings keeps cat and one of the tied, dog first by id.
    kept = sorted(range(4), key=lambda k: -P[k])[:2]
    assert kept == [0, 1]
    assert max((i, j) for i in kept for j in range(4) if PAIRS[i, j] == max(PAIRS.values())) == BEST


def test_the_greedy_text_repeats_itself_and_the_drawn_one_does_not(page):
    (texts,) = [out for out in printed(page) if out.startswith("A: ")]
    greedy, drawn = (MODEL.encode(text[3:]) for text in texts.strip().split("\n\n"))
    assert len(greedy) == len(drawn) == 42

    def fours(ids):
        return Counter(zip(*(ids[i:] for i in range(4)), strict=False))

    assert max(fours(greedy).values()) >= 3
    assert max(fours(drawn).values()) == 1
    # Each word is the model's favourite after those before it.
    for t in range(2, 42):
        logits = MODEL.step(greedy[:t]).tolist()
        assert greedy[t] == max(range(3000), key=logits.__getitem__)


def test_what_the_page_says_of_its_numbers():
    """The page's sentences that are no single number."""
    assert [round(10_000 * p) for p in P] == [5344, 1966, 1966, 723]
    # "missed in 47 of 100", "7% of all numbers"
    assert round(100 * (1 - P[0])) == 47
    assert round(100 * P[3]) == 7
    assert P[1] < P[0] / 2  # "less than half the share of cat"
    assert [z + 5 for z in Z] == [7, 6, 6, 5]
    assert shares((7, 6, 6, 5)) == pytest.approx(P)
    assert [round(z / 2, 1) for z in Z] == [1, 0.5, 0.5, 0]
    assert shares((3, 3, 1), 0.01)[:2] == pytest.approx([0.5, 0.5])
    for low, high in itertools.pairwise(TEMPERATURES):
        assert shares(Z, low)[0] > shares(Z, high)[0] > shares(Z, high)[1]
    assert math.sqrt(math.e) ** 2 == pytest.approx(math.e)
    # Centred and divided by their standard deviation, d numbers have length √d.
    values = [math.sin(k) for k in range(768)]
    mean = math.fsum(values) / 768
    deviation = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / 768)
    length = math.sqrt(math.fsum(((v - mean) / deviation) ** 2 for v in values))
    assert length == pytest.approx(math.sqrt(768))


def test_every_question_has_one_right_answer_and_it_is_not_to_be_guessed_from_its_place():
    asked = dict(Page("en", NAME).predictions)
    assert len(asked) == 9
    for name, options in asked.items():
        assert options.count("x") == 1, name
        assert len(options) >= 3, name
    places = Counter(options.index("x") for options in asked.values())
    assert max(places.values()) <= 0.6 * len(asked)

"""No page gives away what an exercise asks for. The answers are calculated here, by hand."""

import math
import re

import pytest

from tests.chapters.page import DECIMAL, EDITIONS, pages

# The vector whose numbers the first task asks for, and what belongs to it.
ASKED_H = (1, -1, 2)
ROWS = ((1, 0, 1), (1, 0, 0), (0, 1, 1), (0, 1, 0))
E = [math.exp(sum(a * b for a, b in zip(row, ASKED_H, strict=True))) for row in ROWS]
CHAIN = [sum(E), *E[::3], *(e / sum(E) for e in E), -math.log(E[3] / sum(E))]


def cat_at_scale(s):
    exponentials = [math.exp(s * z) for z in (2, 1, 1, 0)]
    return exponentials[0] / sum(exponentials)


def smallest_scale():
    low, high = 0.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if cat_at_scale(middle) > 0.9 else (middle, high)
    return high


# Each with the number of decimals from which on it gives the answer away.
ANSWERS = [
    *((value, 3) for value in CHAIN),
    (CHAIN[0], 1),
    (smallest_scale(), 2),
    (math.ceil(100 * smallest_scale()) / 100, 1),
    (1 / smallest_scale(), 3),
    # The largest share of the last word within the length that the second task allows:
    # h against the mean of the rows, found on a grid below.
    (0.588, 2),
    (58.8, 1),
]


def test_the_answers_are_those_of_the_tasks():
    assert [round(value, 3) for value in CHAIN] == [
        25.890, 20.086, 0.368, 0.776, 0.105, 0.105, 0.014, 4.254,
    ]  # fmt: skip
    assert round(smallest_scale(), 3) == 2.917
    best = 0.0
    steps = 120
    for i in range(steps):
        for j in range(2 * steps):
            a, b = math.pi * i / steps, math.pi * j / steps
            h = [math.sqrt(2) * x for x in (
                math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a))]  # fmt: skip
            e = [math.exp(sum(x * y for x, y in zip(row, h, strict=True))) for row in ROWS]
            best = max(best, e[3] / sum(e))
    assert round(best, 3) == 0.588


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_page_prints_an_answer(edition):
    for page in pages(edition):
        seen = page.text + "".join(page.ran.printed)
        # Of a figure, what it writes; its coordinates are no numbers of the example. The figures
        # of chapter 06 show measured losses, of which one may happen to read like an answer.
        if page.name != "06-train":
            seen += " ".join(re.sub(r"<[^>]+>", " ", str(v)) for v in page.ran.glued.values())
        for text in DECIMAL.findall(seen):
            digits = len(text.partition(".")[2])
            value = float(text.replace("−", "-"))
            for answer, least in ANSWERS:
                gives = digits >= least and abs(value - answer) <= 0.51 * 10**-digits
                assert not gives, f"{page.name} prints {text}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_page_computes_with_the_vector_of_the_first_task(edition):
    for page in pages(edition):
        assert not re.search(r"\[\s*1(?:\.0?)?,\s*[−-]1(?:\.0?)?,\s*2(?:\.0?)?\s*\]", page.source)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_page_tells_what_ties_the_four_shares_together(edition):
    """That p(cat) p(run) = p(dog) p(fish) for every h is the last task's discovery."""
    for page in pages(edition):
        product = r"p_\{?[^=$\n]{0,20}\}?\s*(?:\\cdot|\\,|·)?\s*p_[^=$\n]{0,20}="
        assert not re.search(product, page.source)
        # The two products and the sums of logits that are equal.
        for text in DECIMAL.findall(page.text + "".join(page.ran.printed)):
            assert not re.fullmatch(r"0\.0387|0\.03865\d*", text)

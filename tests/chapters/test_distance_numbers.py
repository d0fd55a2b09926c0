"""Every number of chapter 01, calculated again with math and fractions alone."""

import itertools
import json
import math
import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from lmhead import tiny_lm
from tests.chapters.page import Page

KEYS = ("mat", "sofa", "roof", "moon")
ROWS = ((2, 1), (3, 0), (0, 2), (-1, 1))
H = (2, 1)
V, D = 50257, 768


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def length(a):
    return math.sqrt(dot(a, a))


def cosine(a, b):
    return dot(a, b) / (length(a) * length(b))


def order(h):
    """The words by score; None where two are equal."""
    z = [dot(row, h) for row in ROWS]
    return tuple(sorted(range(4), key=lambda k: -z[k])) if len(set(z)) == 4 else None


def between_all_ties():
    """A direction in each sector in which no two scores are equal."""
    ties = set()
    for a, b in itertools.combinations(ROWS, 2):
        x, y = a[0] - b[0], a[1] - b[1]  # scores are equal at a right angle to this
        ties |= {math.atan2(x, -y) % math.tau, math.atan2(-x, y) % math.tau}
    angles = sorted(ties)
    middles = [(a + b) / 2 for a, b in itertools.pairwise([*angles, angles[0] + math.tau])]
    return [(math.cos(angle), math.sin(angle)) for angle in middles]


Z = [dot(row, H) for row in ROWS]
ORDERS = {order(h) for h in between_all_ties()}


def trained_table():
    """The trained model's part of the page, in double precision."""
    model = tiny_lm.load()
    table = np.asarray(model.W_OUT, dtype=np.float64)
    h = model.hidden(model.encode("returns the")).tolist()
    z = [math.fsum(w * x for w, x in zip(row, h, strict=True)) for row in table.tolist()]
    lengths = [math.hypot(*row) for row in table.tolist()]
    cosines = [s / (n * math.hypot(*h)) for s, n in zip(z, lengths, strict=True)]
    winners = [int(np.argmax(table @ row)) for row in table]
    return SimpleNamespace(
        model=model,
        table=table,
        z=z,
        lengths=lengths,
        cosines=cosines,
        winners=winners,
        best=max(range(len(z)), key=z.__getitem__),
        aligned=max(range(len(z)), key=cosines.__getitem__),
        beaten=[k for k, winner in enumerate(winners) if winner != k],
    )


def float32_wins():
    """Of every 126th row on the circle, how many score highest on themselves in single precision.

    Numpy's products and sums of single floats are rounded one by one, as the standard says.
    """
    angles = [2 * math.pi * k / V for k in range(V)]
    x, y = np.array([(math.cos(a), math.sin(a)) for a in angles], dtype=np.float32).T
    return [int(np.argmax(np.add(x * x[k], y * y[k]))) == k for k in range(0, V, 126)]


TRAINED = trained_table()
WINS = float32_wins()
GLUED = {
    "table-size": V * D,
    "length-h": length(H),
    "orders": len(ORDERS),
    "orders-all": math.factorial(4),
    # 1 - cos x = 2 sin^2(x/2), which does not cancel
    "gap": 2 * math.sin(math.pi / V) ** 2,
    "float32-percent": 100 * sum(WINS) / len(WINS),
    "real-best-length": TRAINED.lengths[TRAINED.best],
    "real-aligned-length": TRAINED.lengths[TRAINED.aligned],
    "real-best-cosine": TRAINED.cosines[TRAINED.best],
    "real-aligned-cosine": TRAINED.cosines[TRAINED.aligned],
    "real-lowest": min(TRAINED.z),
    "real-negative": sum(z < 0 for z in TRAINED.z),
    "real-words": len(TRAINED.z),
    "real-beaten": len(TRAINED.beaten),
}
for _key, _row in zip(KEYS, ROWS, strict=True):
    GLUED[f"length-{_key}"] = length(_row)
    GLUED[f"cos-{_key}"] = cosine(_row, H)
    GLUED[f"score-{_key}"] = dot(_row, H)
WORDS = {
    "real-best": TRAINED.model.vocabulary[TRAINED.best],
    "real-aligned": TRAINED.model.vocabulary[TRAINED.aligned],
}

# Numbers with a decimal point that the prose writes itself.
LITERALS = {"1.5": Fraction(3 + 0, 2)}


def shown(value, digits):
    return f"{float(value):.{digits}f}".replace("-", "−")


@pytest.fixture(params=["en", "zh"])
def page(request):
    return Page(request.param, "01-distance")


def test_every_glued_number_is_the_calculated_one(page):
    given = {n: v for n, v in page.ran.glued.items() if isinstance(v, (int, float, str))}
    assert set(given) == set(GLUED) | set(WORDS)
    for name, form in page.glue_roles:
        value = page.ran.glued[name]
        if name in WORDS:
            assert value == WORDS[name]
            continue
        printed = (format(value, form) if form else str(value)).replace(",", "")
        assert printed == shown(GLUED[name], len(printed.partition(".")[2])), name


def test_nothing_is_glued_in_vain(page):
    assert set(page.ran.glued) == page.uses


def test_every_number_written_in_the_prose_is_the_calculated_one(page):
    for text in page.decimals:
        assert text == shown(LITERALS[text], len(text.partition(".")[2]))


def numbers(text):
    return [float(n) for n in re.findall(r"-?\d+\.?\d*", text)]


@pytest.mark.slow
def test_the_code_prints_the_calculated_numbers(page):
    outputs = [out for out in page.ran.printed if out]
    octets, looked_up, scores, lengths, other, quarter, turns, circle, *rest = outputs
    floats, real, own, near = rest
    assert numbers(octets) == list("猫".encode()) == [0xE7, 0x8C, 0xAB]
    assert numbers(looked_up) == [*ROWS[1]] * 2
    assert numbers(scores) == Z == [5, 6, 2, -1]
    expected = [*(length(row) for row in ROWS), *(cosine(row, H) for row in ROWS)]
    assert numbers(lengths) == [round(x, 3) for x in expected]
    assert numbers(other) == [dot(row, (2, 3)) for row in ROWS]
    turned = [(-row[1], row[0]) for row in ROWS]
    assert numbers(quarter) == [-H[1], H[0], *itertools.chain(*turned), *Z]
    for line, degrees in zip(turns.strip().split("\n"), (10, 45, 200), strict=True):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        turned_h = (c * H[0] - s * H[1], s * H[0] + c * H[1])
        assert numbers(line) == [degrees, *(round(x, 2) for x in turned_h), *Z]
    assert numbers(circle) == [k for k in (0, 3797, 20000, 50256) for _ in range(2)]
    assert floats.split("\n")[:2] == [
        f"float64 {len(WINS)} of {len(WINS)}",
        f"float32 {sum(WINS)} of {len(WINS)}",
    ]
    five = sorted(range(len(TRAINED.z)), key=lambda k: -TRAINED.z[k])[:5]
    for line, k in zip(real.strip().split("\n"), five, strict=True):
        word, *values = line.split()
        assert word == TRAINED.model.vocabulary[k]
        expected = (TRAINED.z[k], TRAINED.lengths[k], TRAINED.cosines[k])
        assert [float(v) for v in values] == pytest.approx(expected, abs=0.00501)
    assert numbers(own) == [len(TRAINED.z) - len(TRAINED.beaten)]
    for line, word in zip(near.strip().split("\n"), ("matrix", "columns", "four"), strict=True):
        row = TRAINED.table[TRAINED.model.encode(word)[0]]
        cosines = TRAINED.table @ row / np.array(TRAINED.lengths)
        nearest = [TRAINED.model.vocabulary[k] for k in np.argsort(-cosines)[:4]]
        assert nearest[0] == word
        assert re.findall(r"'(\S+?)'", line) == nearest[1:]


def test_what_the_page_says_of_the_small_table():
    """The page's sentences that are no single number."""
    assert Z == [5, 6, 2, -1]
    assert ROWS[0] == H  # h is the row of mat, and sofa has the highest score
    assert max(range(4), key=Z.__getitem__) == 1
    assert max(range(4), key=lambda k: cosine(ROWS[k], H)) == 0
    assert [dot(row, (2, 3)) for row in ROWS] == [7, 6, 6, 1]
    # The wrong options of 01-turned: the old row with the turned h, and a lost sign.
    assert dot((3, 0), (-1, 2)) == -3
    assert dot((0, 3), (-1, 2)) == 6
    # Midway between sofa and roof: the mean of both scores, for every h.
    for h in between_all_ties():
        mean = (dot(ROWS[1], h) + dot(ROWS[2], h)) / 2
        assert math.isclose(dot((1.5, 1), h), mean, abs_tol=1e-12)
    # A row within the convex hull of the others is never ahead of all of them.
    for weights in itertools.product((0.1, 0.2, 0.7), repeat=4):
        inside = [sum(w * r[i] for w, r in zip(weights, ROWS, strict=True)) for i in (0, 1)]
        inside = [x / sum(weights) for x in inside]
        for h in between_all_ties():
            assert dot(inside, h) <= max(dot(row, h) for row in ROWS)
    # At one angle and a positive score, a longer row scores more, however long the other is.
    assert [dot((2 * s, 1 * s), H) for s in (0.5, 1, 2)] == [2.5, 5, 10]
    assert len(ORDERS) == 12
    # Rows on a circle: the neighbour's score is below 1 in doubles, and is 1 in single floats.
    assert math.cos(math.tau / V) < 1
    assert np.float32(math.cos(math.tau / V)) == 1


def test_what_the_page_says_of_gpt2():
    assert V == 256 + 50000 + 1
    assert V * D == 38_597_376


def test_what_the_page_says_of_the_trained_table():
    assert TRAINED.table.shape == (3000, 64)
    assert TRAINED.model.window == 5
    assert len(tiny_lm.provenance()["text"]["from"]) == 4
    assert TRAINED.model.W_OUT is TRAINED.model.E
    assert TRAINED.best != TRAINED.aligned
    for k in TRAINED.beaten:
        assert TRAINED.lengths[TRAINED.winners[k]] > TRAINED.lengths[k]


def test_every_row_of_teaching_has_its_prediction():
    rows = json.loads((Path(__file__).parent / "rows_01.json").read_text("utf-8"))
    assert len(set(rows.values())) == 6
    for edition in ("en", "zh"):
        assert set(rows) <= {name for name, _ in Page(edition, "01-distance").predictions}

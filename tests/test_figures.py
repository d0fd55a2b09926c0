"""The figures draw the numbers they are given, in either language and either theme."""

import itertools
import math
import re

import pytest
import scipy

from lmhead import figures
from lmhead.figures import drawing

from .every_figure import SVG, EveryFigure, each, parse, texts

WORDS, GLOSSES = ("猫", "狗", "鱼", "跑"), ("cat", "dog", "fish", "run")
ROWS, H = [[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0]], [1, 0, 1]
Z = [2, 1, 1, 0]
E = [math.exp(z) for z in Z]
P = [e / sum(E) for e in E]
SLOPES = [P[0], P[1], P[2], P[3] - 1]
AFTER = [0.2, 0.15, 0.15, 0.5]


def draw(lang):
    names = figures.names(WORDS, GLOSSES, lang)
    return {
        "dot_products": figures.dot_products(names, ROWS, H, lang),
        "shares": figures.shares(names, Z, E, P, lang),
        "draws": figures.draws(names[0], P[0], 100, lang),
        "slopes": figures.slopes(names, SLOPES, 3, lang),
        "steps": figures.steps(names, {"before": P, "after": AFTER}, 3, lang),
    }


def bars(svg, prefix):
    found = {}
    for node in parse(svg).iter(f"{SVG}rect"):
        name = node.get("data-bar", "")
        if name.startswith(prefix):
            found[name.removeprefix(prefix)] = node
    return found


def widths(svg, prefix):
    return [float(node.get("width")) for node in bars(svg, prefix).values()]


@each(draw)
class TestEveryFigure(EveryFigure):
    draw = staticmethod(draw)


@each(draw)
def test_each_word_is_labelled(lang, name):
    names = figures.names(WORDS, GLOSSES, lang)
    if name == "draws":
        assert any(names[0] in text for text in texts(draw(lang)[name]))
        return
    for word in names:
        assert word in texts(draw(lang)[name])


def test_an_english_label_carries_its_gloss_and_a_chinese_one_stands_alone():
    assert figures.names(WORDS, GLOSSES, "en") == ["猫 cat", "狗 dog", "鱼 fish", "跑 run"]
    assert figures.names(WORDS, GLOSSES, "zh") == list(WORDS)


def test_nothing_but_the_words_is_chinese_in_english():
    for svg in draw("en").values():
        rest = re.sub("|".join(WORDS), "", str(svg))
        assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", rest)


def test_an_unknown_language_is_named():
    with pytest.raises(ValueError, match=r"'fr'.*en, zh"):
        figures.slopes(["a"], [0.5], 0, "fr")


def test_share_bars_are_as_long_as_the_shares():
    svg = draw("en")["shares"]
    budget = widths(svg, "budget-")
    assert budget == pytest.approx([376 * p for p in P], abs=1e-3)
    assert sum(budget) == pytest.approx(376, abs=1e-2)
    for prefix, values in (("share-", P), ("exp-", E), ("logit-", Z)):
        drawn = widths(svg, prefix)
        assert drawn == pytest.approx([drawn[0] * v / values[0] for v in values], abs=2e-3)
    # The same shape: exponentials divided by their total.
    assert widths(svg, "share-") == pytest.approx(widths(svg, "exp-"), abs=1e-3)


def test_the_cuts_of_the_budget_meet():
    nodes = list(bars(draw("en")["shares"], "budget-").values())
    for left, right in itertools.pairwise(nodes):
        end = float(left.get("x")) + float(left.get("width"))
        assert float(right.get("x")) == pytest.approx(end, abs=2e-3)


def test_a_negative_logit_goes_left_from_zero():
    z = [1.0, -2.0]
    svg = figures.shares(["a", "b"], z, [math.exp(v) for v in z], [0.95, 0.05], "en")
    up, down = bars(svg, "logit-").values()
    assert float(down.get("width")) == pytest.approx(2 * float(up.get("width")), abs=5e-3)
    assert float(down.get("x")) + float(down.get("width")) == pytest.approx(
        float(up.get("x")), abs=5e-3
    )
    assert "−2" in texts(svg)


def test_dot_products_are_written_out_and_light_what_adds_to_them():
    svg = draw("en")["dot_products"]
    assert [t for t in texts(svg) if t.startswith("= ")] == ["= 2", "= 1", "= 1", "= 0"]
    assert "0·1 + 1·0 + 1·1" in texts(svg)
    cells = list(parse(svg).iter(f"{SVG}rect"))
    lit = ["fill-opacity:0.22" in cell.get("style") for cell in cells]
    expected = [v != 0 for v in H]
    for row in ROWS:
        expected += [a * b != 0 for a, b in zip(row, H, strict=True)]
    assert lit == expected


def test_arrows_go_against_the_slope_and_as_far():
    svg = draw("en")["slopes"]
    moves = []
    for node in parse(svg).iter(f"{SVG}path"):
        if node.get("data-arrow"):
            start, tip = re.fullmatch(r"M[\d.]+ ([\d.]+)V([\d.]+)", node.get("d")).groups()
            moves.append((float(start) - float(tip)) / 100)  # up the page is a smaller y
    assert moves == pytest.approx([-s for s in SLOPES], abs=1e-4)
    assert sum(moves) == pytest.approx(0, abs=1e-4)
    assert {"+0.928", "−0.534", "−0.197"} <= set(texts(svg))


def test_step_bars_are_as_long_as_the_shares_and_remember_the_first_panel():
    svg = draw("en")["steps"]
    assert widths(svg, "0-") == pytest.approx([130 * p for p in P], abs=1e-3)
    assert widths(svg, "1-") == pytest.approx([130 * p for p in AFTER], abs=1e-3)
    ticks = [n.get("d") for n in parse(svg).iter(f"{SVG}path")]
    starts = [float(re.match(r"M([\d.]+) ", d)[1]) for d in ticks]
    left = float(bars(svg, "1-")["0"].get("x"))
    assert [x - left for x in starts] == pytest.approx([130 * p for p in P], abs=1e-3)
    # The numbers stand in one column a panel, past every bar and tick: none beside a tick alone.
    shown = [n for n in parse(svg).iter(f"{SVG}text") if re.fullmatch(r"0\.\d{3}", n.text)]
    columns = [float(n.get("x")) for n in shown]
    assert len(shown) == 8
    assert len(set(columns[:4])) == len(set(columns[4:])) == 1
    assert columns[4] > left + 130 * max(*P, *AFTER)


def test_only_the_right_word_is_marked():
    svg = draw("en")["steps"]
    for panel in ("0-", "1-"):
        marked = [drawing.MARK in node.get("style") for node in bars(svg, panel).values()]
        assert marked == [False, False, False, True]
    heads = [
        drawing.MARK in node.get("style")
        for node in parse(draw("en")["slopes"]).iter(f"{SVG}path")
        if "fill:" in node.get("style")
    ]
    assert heads == [False, False, False, True]


def test_draws_are_the_binomial_chances():
    svg = draw("en")["draws"]
    found = bars(svg, "count-")
    heights = {int(k): float(node.get("height")) for k, node in found.items()}
    chance = scipy.stats.binom(100, P[0])
    tallest = max(heights.values())
    for k, height in heights.items():
        assert height / tallest == pytest.approx(chance.pmf(k) / chance.pmf(53), abs=1e-4)
    strong = [int(k) for k, n in found.items() if n.get("style").endswith("fill-opacity:1")]
    low, high = figures.within(P[0], 100)
    assert strong == list(range(low, high + 1))
    mean, spread = chance.mean(), chance.std()
    assert low - 1 < mean - spread <= low
    assert high <= mean + spread < high + 1
    inside = 100 * (chance.cdf(high) - chance.cdf(low - 1))
    assert f"{low} to {high}: {inside:.0f}% of all runs" in texts(svg)


@pytest.mark.parametrize(
    ("value", "digits", "sign", "text"),
    [
        (2.0, None, False, "2"),
        (-0.5, None, False, "−0.5"),
        (-0.92767, 3, False, "−0.928"),
        (0.92767, 3, True, "+0.928"),
        (-1e-17, 0, False, "0"),
        (0.0, 3, True, "0.000"),
    ],
)
def test_numbers_have_a_minus_sign_and_zero_has_none(value, digits, sign, text):
    assert figures.number(value, digits, sign=sign) == text


def test_labels_are_escaped():
    svg = figures.slopes(["<b>&"], [0.5], 0, "en")
    assert "<b>&" in texts(svg)

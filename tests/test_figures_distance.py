"""The figures of chapter 01 draw the numbers they are given, in either language and theme."""

import math
import re

import pytest

from lmhead.figures import distance

from .every_figure import SVG, EveryFigure, each, parse, texts

NAMES = {"en": ["mat", "sofa", "roof", "moon"], "zh": ["垫子", "沙发", "屋顶", "月亮"]}
ROWS, H = [[2, 1], [3, 0], [0, 2], [-1, 1]], [2, 1]
SCORES = [5, 6, 2, -1]
TURNED = [[-b, a] for a, b in ROWS], [-1, 2]
TOKENS, IDS = ["The", "·cat", "·sat", "·on", "·the"], [464, 3797, 3332, 319, 262]


def draw(lang):
    names = NAMES[lang]
    return {
        "way_in": distance.way_in(TOKENS, IDS, 768, 50257, lang),
        "two_ways": distance.two_ways(names, ROWS, 1, H, SCORES, lang),
        "shadows": distance.shadows(names, ROWS, H, lang),
        "turned": distance.turned(names, (ROWS, H), TURNED, lang),
        "circle": distance.circle(12, 68, lang),
    }


def tips(svg):
    """Where each named arrow ends, in the figure's units."""
    found = {}
    for node in parse(svg).iter(f"{SVG}path"):
        if node.get("data-arrow"):
            x, y = re.match(r"M([\d.-]+) ([\d.-]+)L", node.get("d")).groups()
            found[node.get("data-arrow")] = (float(x), float(y))
    return found


def origins(svg):
    """Where the arrows begin: the points from which as many paths start as there are words."""
    starts = re.findall(r'd="M([\d.-]+ [\d.-]+)L', str(svg))
    common = sorted(
        {s for s in starts if starts.count(s) == len(ROWS)}, key=lambda s: float(s.split()[0])
    )
    return [tuple(map(float, s.split())) for s in common]


@each(draw)
class TestEveryFigure(EveryFigure):
    draw = staticmethod(draw)


def test_nothing_is_chinese_in_english():
    for svg in draw("en").values():
        assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", str(svg))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_word_is_labelled(lang):
    for name in ("two_ways", "shadows", "turned"):
        shown = {text.removeprefix("h = ") for text in texts(draw(lang)[name])}
        assert set(NAMES[lang]) <= shown


def test_the_way_in_names_every_token_and_every_size():
    shown = texts(draw("en")["way_in"])
    assert set(TOKENS) | {str(k) for k in IDS} <= set(shown)
    assert {"50257 scores", "50257 probabilities"} <= set(shown)
    assert shown.count("768 numbers") == 2


def test_the_table_shows_its_numbers_the_picked_row_and_the_scores():
    svg = draw("en")["two_ways"]
    shown = texts(svg)
    assert shown.count("1") == 1 + sum(row.count(1) for row in ROWS) + H.count(1)
    # Scores stand at the right, one a row.
    right = [
        node.text
        for node in parse(svg).iter(f"{SVG}text")
        if float(node.get("x")) > 300 and node.text.lstrip("−").isdigit()
    ]
    assert right == ["5", "6", "2", "−1"]
    assert "row [3, 0]" in shown
    # The line to the copy of the picked row starts at the middle of that row's left end.
    (taken,) = [n for n in parse(svg).iter(f"{SVG}path") if n.get("data-taken")]
    x, y = map(float, re.match(r"M([\d.]+) ([\d.]+)", taken.get("d")).groups())
    assert any(
        (float(n.get("x")), float(n.get("y")) + 14) == (x, y)
        for n in parse(svg).iter(f"{SVG}rect")
        if "fill-opacity:0.22" in n.get("style")
    )
    lit = ["fill-opacity:0.22" in n.get("style") for n in parse(svg).iter(f"{SVG}rect")]
    assert lit == [False] * 2 + [False, False, True, True] + [False] * 4


def test_arrows_end_at_the_rows_and_shadows_fall_at_a_right_angle():
    svg = draw("en")["shadows"]
    ((x0, y0),) = origins(svg)
    ends = tips(svg)
    feet = {
        node.get("data-foot"): (float(node.get("cx")) - x0, y0 - float(node.get("cy")))
        for node in parse(svg).iter(f"{SVG}circle")
    }
    unit = (ends["sofa"][0] - x0) / 3
    for name, row, score in zip(NAMES["en"], ROWS, SCORES, strict=True):
        x, y = ends[name][0] - x0, y0 - ends[name][1]
        assert (x / unit, y / unit) == pytest.approx(row, abs=1e-3)
        fx, fy = feet[name]
        # The foot lies on the line of h, and the way to it at a right angle to h.
        assert fx * H[1] - fy * H[0] == pytest.approx(0, abs=0.05)
        assert (x - fx) * H[0] + (y - fy) * H[1] == pytest.approx(0, abs=0.05)
        # Shadow times length of h: the score.
        shadow = (fx * H[0] + fy * H[1]) / math.hypot(*H) / unit
        assert shadow * math.hypot(*H) == pytest.approx(score, abs=1e-3)
    assert "score 6, shadow 2.68" in str(svg)
    # Each shadow's length stands nearest to its own foot.
    for node in parse(svg).iter(f"{SVG}text"):
        if re.fullmatch(r"−?\d\.\d\d", node.text):
            x, y = float(node.get("x")) - x0, y0 - float(node.get("y"))
            name = min(feet, key=lambda n: math.dist(feet[n], (x, y)))
            score = SCORES[NAMES["en"].index(name)]
            assert node.text == f"{score / math.hypot(*H):.2f}".replace("-", "−")
    assert {"2.24", "2.68", "0.89", "−0.45"} <= set(texts(svg))


def test_both_panels_of_the_turn_have_the_same_shape_and_scores():
    svg = draw("en")["turned"]
    ends, (left, right) = tips(svg), origins(svg)
    for k in range(4):
        x, y = ends[f"0-{k}"][0] - left[0], left[1] - ends[f"0-{k}"][1]
        turned = ends[f"1-{k}"][0] - right[0], right[1] - ends[f"1-{k}"][1]
        assert turned == pytest.approx((-y, x), abs=0.05)
    arrows = [text.partition(" → ")[2] for text in texts(svg) if " → " in text]
    assert arrows == ["5", "6", "2", "−1"] * 2


@pytest.mark.parametrize("degrees", [0, 14, 16, 68, 200, 346])
def test_the_row_that_is_marked_on_the_circle_has_the_highest_score(degrees):
    svg = distance.circle(12, degrees, "en")
    h = (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    rows = [(math.cos(math.radians(30 * k)), math.sin(math.radians(30 * k))) for k in range(12)]
    best = max(range(12), key=lambda k: rows[k][0] * h[0] + rows[k][1] * h[1])
    strong = [n for n in parse(svg).iter(f"{SVG}text") if "font-weight:700" in n.get("style")]
    marked = [node.text for node in strong if node.text != "h"]
    assert marked == [str(best)]
    assert f"sector of row {best}," in str(svg)


def test_an_unknown_language_is_named():
    with pytest.raises(ValueError, match=r"'fr'.*en, zh"):
        distance.circle(4, 0, "fr")

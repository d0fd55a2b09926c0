"""The figures of chapter 02 draw the numbers they are given."""

import math
import re

import pytest

from lmhead.figures import drawing
from lmhead.figures import logits_softmax as chapter

from .every_figure import SVG, EveryFigure, each, marked, parse, texts

NAMES = ["mat", "floor", "moon", "ran", "of"]
Z = [3.5, 2.5, 0.5, -0.5, -2.5]
E = [math.exp(z) for z in Z]
P = [e / sum(E) for e in E]
MASKED = [[1.0, 0.0, 0.0], [0.7, 0.3, 0.0], [0.2, 0.5, 0.3]]
BATCH = [[[0.5, 0.3, 0.2], [0.1, 0.1, 0.8]], [[0.2, 0.6, 0.2], [0.4, 0.35, 0.25]]]
RANGES = {"float32": (-103.97, 88.72), "float64": (-745.13, 709.78)}


def falling(size, steepness):
    weights = [(k + 1) ** -steepness for k in range(size)]
    return [weight / sum(weights) for weight in weights]


CURVES = {"one text": falling(3000, 0.9), "another": falling(3000, 1.6)}


def draw(lang):
    return {
        "shares": chapter.shares(NAMES, Z, E, P, lang),
        "curve": chapter.curve(NAMES, Z, lang),
        "float_ranges": chapter.float_ranges(RANGES, lang),
        "mask": chapter.mask(MASKED, lang),
        "axes": chapter.axes(BATCH, NAMES[:3], lang),
        "tails": chapter.tails(CURVES, lang),
    }


@each(draw)
class TestEveryFigure(EveryFigure):
    draw = staticmethod(draw)


def test_nothing_is_chinese_in_english():
    for svg in draw("en").values():
        assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", str(svg))


def test_an_unknown_language_is_named():
    with pytest.raises(ValueError, match=r"'fr'.*en, zh"):
        chapter.curve(NAMES, Z, "fr")


def test_share_bars_are_as_long_as_the_shares_and_a_negative_score_goes_left():
    bars = marked(draw("en")["shares"], "bar")
    for kind, values in (("logit", Z), ("exp", E), ("share", P), ("budget", P)):
        drawn = [float(bars[f"{kind}-{k}"].get("width")) for k in range(5)]
        assert drawn == pytest.approx([drawn[0] * abs(v / values[0]) for v in values], abs=2e-3)
    assert sum(float(bars[f"budget-{k}"].get("width")) for k in range(5)) == pytest.approx(376)
    zero = float(bars["logit-0"].get("x"))
    lowest = bars["logit-4"]
    assert float(lowest.get("x")) + float(lowest.get("width")) == pytest.approx(zero, abs=2e-3)


def test_thin_cuts_of_the_budget_share_a_label():
    svg = draw("en")["shares"]
    assert "moon, ran, of" in texts(svg)
    assert texts(svg).count("moon") == 1  # the row's own
    # A bracket spans the thin cuts, and a line leads from its middle to the label.
    bars, leader = marked(svg, "bar"), marked(svg, "leader")["budget"].get("d")
    left, right, down = (
        float(n) for n in re.findall(r"M([\d.]+) [\d.]+H([\d.]+)M([\d.]+)", leader)[0]
    )
    assert left == pytest.approx(float(bars["budget-2"].get("x")), abs=0.01)
    assert right == pytest.approx(12 + 376, abs=0.01)
    assert down == pytest.approx((left + right) / 2, abs=0.01)


def test_the_points_lie_on_the_curve_of_the_exponential():
    svg = draw("en")["curve"]
    points = marked(svg, "point")
    floor = 210
    heights = [floor - float(points[str(k)].get("cy")) for k in range(5)]
    places = [float(points[str(k)].get("cx")) for k in range(5)]
    assert heights == pytest.approx([heights[0] * e / E[0] for e in E], abs=2e-3)
    assert [(x - places[0]) / (places[1] - places[0]) for x in places] == pytest.approx(
        [Z[0] - z for z in Z], abs=1e-3
    )
    line = re.findall(r"(-?[\d.]+) (-?[\d.]+)", marked(svg, "curve")["exp"].get("d"))
    for x, y in line:
        z = Z[0] + (float(x) - places[0]) / (places[0] - places[1])
        assert floor - float(y) == pytest.approx(heights[0] * math.exp(z - Z[0]), abs=0.5)


def test_a_label_that_is_lifted_off_its_point_has_a_line_to_it():
    svg = draw("en")["curve"]
    points, (leader,) = marked(svg, "point"), marked(svg, "leader").items()
    key, line = leader
    assert NAMES[int(key)] == "ran"
    x, start, end = (float(n) for n in re.findall(r"[\d.]+", line.get("d")))
    shown = next(n for n in parse(svg).iter(f"{SVG}text") if n.text.startswith("ran "))
    assert x == pytest.approx(float(points[key].get("cx")), abs=0.01)
    assert float(shown.get("y")) < end < start < float(points[key].get("cy"))


def test_the_ranges_of_floats_have_one_scale():
    bars = marked(draw("en")["float_ranges"], "bar")
    widths = [float(bars[f"range-{i}"].get("width")) for i in range(2)]
    spans = [high - low for low, high in RANGES.values()]
    assert widths[0] / widths[1] == pytest.approx(spans[0] / spans[1], abs=1e-4)
    zeros = [
        float(bars[f"range-{i}"].get("x")) - low * widths[i] / (high - low)
        for i, (low, high) in enumerate(RANGES.values())
    ]
    assert zeros[0] == pytest.approx(zeros[1], abs=0.01)
    assert {"−104.0", "88.7", "−745.1", "709.8"} <= set(texts(draw("en")["float_ranges"]))


def test_a_masked_place_is_empty_and_says_0():
    svg = draw("en")["mask"]
    cells = marked(svg, "cell")
    for row in range(3):
        for column in range(3):
            style = cells[f"{row}-{column}"].get("style")
            opacity = float(re.search(r"fill-opacity:([\d.]+)", style)[1])
            assert opacity == pytest.approx(0.6 * MASKED[row][column], abs=1e-3)
            assert ("stroke-dasharray" in style) == (column > row)
    assert texts(svg).count("0") == 3


def test_each_position_has_a_box_and_a_bar_for_each_word():
    svg = draw("en")["axes"]
    assert set(marked(svg, "box")) == {"0-0", "0-1", "1-0", "1-1"}
    bars = marked(svg, "bar")
    drawn = {key: float(node.get("width")) for key, node in bars.items()}
    unit = drawn["0-0-0"] / BATCH[0][0][0]
    for b, row in enumerate(BATCH):
        for t, values in enumerate(row):
            for k, value in enumerate(values):
                assert drawn[f"{b}-{t}-{k}"] == pytest.approx(unit * value, abs=2e-3)
                largest = value == max(values)
                assert (drawing.MARK in bars[f"{b}-{t}-{k}"].get("style")) == largest


def test_the_line_of_a_tail_is_what_lies_outside_the_k_largest():
    lines = marked(draw("en")["tails"], "tail")
    for i, shares in enumerate(CURVES.values()):
        points = re.findall(r"([\d.]+) ([\d.]+)", lines[str(i)].get("d"))
        for x, y in points:
            k = round(3000 ** ((float(x) - 44) / 340))
            outside = (220 - float(y)) / 180
            assert outside == pytest.approx(math.fsum(shares[k:]), abs=0.003)
        assert len(points) > 40
    # The second line is told apart without its colour.
    assert "dasharray" in lines["1"].get("style")
    assert "dasharray" not in lines["0"].get("style")

"""The figures of costs and of published runs draw the numbers they are given."""

import re

import pytest

from lmhead.figures import cost, drawing

from .every_figure import SVG, EveryFigure, each, parse

ROWS = {"one": {"blocks": 593.7, "head": 402.1}, "two": {"blocks": 335.6, "head": 502.6}}
THREE = {"model": {"blocks": 509.6, "attention": 56.6, "head": 231.6}}
RUNS = {"large": (37.8, 82.2), "large, tied": (48.5, 77.7)}


def draw(lang):
    return {
        "memory": cost.stacked("memory", ROWS, "head", "kB", lang),
        "arithmetic": cost.stacked("arithmetic", THREE, "head", "MFLOP", lang),
        "gap": cost.gap(RUNS, lang),
    }


def bars(svg):
    nodes = parse(svg).iter(f"{SVG}rect")
    return {node.get("data-bar"): node for node in nodes if node.get("data-bar")}


def dots(svg, kind):
    nodes = parse(svg).iter(f"{SVG}circle")
    found = {node.get(f"data-{kind}"): float(node.get("cx")) for node in nodes}
    return {name: x for name, x in found.items() if name is not None}


@each(draw)
class TestEveryFigure(EveryFigure):
    draw = staticmethod(draw)


def test_parts_are_on_one_scale_and_follow_each_other():
    figure = draw("en")["memory"]
    found = bars(figure)
    assert list(found) == ["0-0", "0-1", "1-0", "1-1"]
    values = [593.7, 402.1, 335.6, 502.6]
    ratios = [float(b.get("width")) / v for b, v in zip(found.values(), values, strict=True)]
    assert max(ratios) == pytest.approx(min(ratios), abs=1e-4)
    for row in "01":
        first, second = found[f"{row}-0"], found[f"{row}-1"]
        end = float(first.get("x")) + float(first.get("width"))
        assert float(second.get("x")) == pytest.approx(end, abs=2e-3)


def test_the_marked_part_has_a_colour_of_its_own():
    found = bars(draw("en")["arithmetic"])
    colours = [re.search(r"fill:([^;]+)", node.get("style"))[1] for node in found.values()]
    assert colours == [drawing.BAR, drawing.BAR, drawing.MARK]


def test_dots_lie_where_their_perplexities_are_from_zero_on():
    figure = draw("en")["gap"]
    train, held = dots(figure, "train"), dots(figure, "held")
    points = [(train["0"], 37.8), (held["0"], 82.2), (train["1"], 48.5), (held["1"], 77.7)]
    (x1, v1), *rest = points
    slope = (points[1][0] - x1) / (points[1][1] - v1)
    for x, value in rest:
        assert x == pytest.approx(x1 + slope * (value - v1), abs=0.01)
    zero = x1 - slope * v1
    assert zero == pytest.approx(112, abs=0.1)


def test_the_description_says_every_number():
    assert "large, tied: trained on 48.5, held out 77.7" in str(draw("en")["gap"])
    assert "head 231.6" in str(cost.stacked("arithmetic", THREE, "head", "MFLOP", "en", 1))
    assert "留出文本 82.2" in str(draw("zh")["gap"])


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="'fr'"):
        cost.gap(RUNS, "fr")

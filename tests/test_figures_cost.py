"""The figures of costs and of published runs draw the numbers they are given."""

import itertools
import re
import xml.etree.ElementTree as ET

import pytest

from lmhead.figures import cost, drawing

SVG = "{http://www.w3.org/2000/svg}"
ROWS = {"one": {"blocks": 593.7, "head": 402.1}, "two": {"blocks": 335.6, "head": 502.6}}
THREE = {"model": {"blocks": 509.6, "attention": 56.6, "head": 231.6}}
RUNS = {"large": (37.8, 82.2), "large, tied": (48.5, 77.7)}


def draw(lang):
    return {
        "memory": cost.stacked("memory", ROWS, "head", "kB", lang),
        "arithmetic": cost.stacked("arithmetic", THREE, "head", "MFLOP", lang),
        "gap": cost.gap(RUNS, lang),
    }


FIGURES = [
    pytest.param(lang, name, id=f"{name}-{lang}") for lang in ("en", "zh") for name in draw(lang)
]


def parse(svg):
    return ET.fromstring(str(svg))


def bars(svg):
    nodes = parse(svg).iter(f"{SVG}rect")
    return {node.get("data-bar"): node for node in nodes if node.get("data-bar")}


def dots(svg, kind):
    nodes = parse(svg).iter(f"{SVG}circle")
    found = {node.get(f"data-{kind}"): float(node.get("cx")) for node in nodes}
    return {name: x for name, x in found.items() if name is not None}


@pytest.mark.parametrize(("lang", "name"), FIGURES)
class TestEveryFigure:
    def test_has_a_title_and_a_description_that_name_it(self, lang, name):
        root = parse(draw(lang)[name])
        title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert root.get("aria-labelledby").split() == [title.get("id"), desc.get("id")]
        assert len(desc.text) > len(title.text) > 0

    def test_has_no_colour_of_its_own(self, lang, name):
        markup = str(draw(lang)[name])
        for colour in re.findall(r"(?:fill|stroke):([^;\"]+)", markup):
            assert colour == "currentColor" or colour.startswith("var(--"), colour

    def test_keeps_everything_inside_its_box(self, lang, name):
        root = parse(draw(lang)[name])
        _, _, wide, high = map(float, root.get("viewBox").split())
        for node in root.iter(f"{SVG}rect"):
            x, y, w, h = (float(node.get(a)) for a in ("x", "y", "width", "height"))
            assert 0 <= x <= x + w <= wide + 1e-6
            assert 0 <= y <= y + h <= high
        for node in root.iter(f"{SVG}text"):
            size = float(re.search(r"font-size:([\d.]+)px", node.get("style"))[1])
            length = sum(size if ord(c) > 0x2E80 else 0.55 * size for c in node.text)
            start = {"start": 0, "middle": length / 2, "end": length}[node.get("text-anchor")]
            x = float(node.get("x")) - start
            assert -2 <= x <= x + length <= wide + 2, node.text
            assert 0 < float(node.get("y")) <= high

    def test_no_two_labels_of_a_line_meet(self, lang, name):
        lines = {}
        for node in parse(draw(lang)[name]).iter(f"{SVG}text"):
            size = float(re.search(r"font-size:([\d.]+)px", node.get("style"))[1])
            length = sum(size if ord(c) > 0x2E80 else 0.55 * size for c in node.text)
            start = {"start": 0, "middle": length / 2, "end": length}[node.get("text-anchor")]
            x = float(node.get("x")) - start
            lines.setdefault(node.get("y"), []).append((x, x + length, node.text))
        for line in lines.values():
            for (_, end, one), (begin, _, other) in itertools.pairwise(sorted(line)):
                assert end <= begin + 1, (one, other)


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

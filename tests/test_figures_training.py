"""The figures of training and of the study draw the numbers they are given, in either language."""

import copy
import math
import re

import pytest

from lmhead.figures import drawing, study, training
from lmhead.papers import RESULTS

from . import study_example
from .every_figure import LANGUAGES, SVG, EveryFigure, each, marked, parse


def draw(lang):
    data, own = study_example.study(), study_example.experiment()
    return {
        "curves": training.curves(own, lang),
        "curves-cell": training.curves(data, lang, "half"),
        "norm": training.rows(own, "norm", lang),
        "moved": training.rows(data, "moved", lang, "small"),
        "pairs": study.pairs(data, lang),
        "regimes": study.regimes(data, lang),
    }


def ends(path):
    """The points of a path M x y L x y …"""
    return [tuple(map(float, each.split())) for each in path.lstrip("M").split("L")]


@each(draw)
class TestEveryFigure(EveryFigure):
    draw = staticmethod(draw)


def test_english_figures_have_no_chinese():
    for figure in (*draw("en").values(), study.papers(study_example.study(), "en")):
        assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", str(figure))


def test_an_unknown_language_is_named():
    data = study_example.study()
    for call in (study.pairs, study.regimes, study.papers):
        with pytest.raises(ValueError, match=r"'fr'.*en, zh"):
            call(data, "fr")
    with pytest.raises(ValueError, match=r"'fr'.*en, zh"):
        training.curves(data, "fr", "half")


def test_a_curve_for_each_run_and_kind_in_nats():
    figure = training.curves(study_example.study(), "en", "small")
    lines = marked(figure, "line")
    assert set(lines) == {
        f"{head}-{seed}-{kind}"
        for head in ("tied", "untied")
        for seed in (0, 1, 2)
        for kind in ("train", "valid")
    }
    untied = ends(lines["untied-0-valid"].get("d"))
    # Losses 5.6, 5.2, 5.9 after 10, 20, 30 steps: equal steps to the right, down is lower.
    (x1, y1), (x2, y2), (x3, y3) = untied
    assert x2 - x1 == pytest.approx(x3 - x2, abs=0.2)
    assert (y3 - y2) / (y1 - y2) == pytest.approx(-0.7 / -0.4, abs=0.02)
    train = ends(lines["untied-0-train"].get("d"))
    assert (train[0][1] - y1) / (y1 - y2) == pytest.approx(0.3 / -0.4, abs=0.02)


def test_the_perplexities_at_the_axis_stand_where_the_losses_are():
    figure = training.curves(study_example.study(), "en", "half")
    heights = {
        node.text: float(node.get("y"))
        for node in parse(figure).iter(f"{SVG}text")
        if node.get("text-anchor") == "end" and node.text.isdigit()
    }
    assert len(heights) >= 3
    lines = ends(marked(figure, "line")["untied-0-valid"].get("d"))
    per_nat = (lines[2][1] - lines[0][1]) / (5.1 - 4.0)
    for text, y in heights.items():
        expected = lines[0][1] + (5.1 - math.log(float(text))) * per_nat
        assert y - 4 == pytest.approx(expected, abs=0.2)


@pytest.mark.parametrize(("low", "high"), [(40, 170), (3.1, 9000), (50, 60), (99, 101)])
def test_ticks_are_within_and_enough(low, high):
    found = training.ticks(low, high)
    assert all(low <= value <= high for value in found)
    assert found == sorted(found)
    assert len(found) >= (3 if high / low > 1.3 else 0)


def test_a_wider_tied_model_is_named_so():
    own = study_example.experiment()
    own["variants"]["tied"]["config"]["width"] = 108
    heads = {line.head for line in training.lines_of(own)}
    assert heads == {"wide", "untied"}
    assert {line.head for line in training.lines_of(study_example.experiment())} == {
        "tied",
        "untied",
    }


def test_nothing_to_draw_is_said():
    with pytest.raises(ValueError, match="no runs to draw in the cell 'never'"):
        training.curves(study_example.study(), "en", "never")
    empty = {"design": {"cells": []}, "runs": {}}
    for call in (study.pairs, study.regimes):
        with pytest.raises(ValueError, match="no pairs"):
            call(empty, "en")


def test_rows_are_means_over_the_seeds_on_one_scale():
    # Norms: input 0.5, output 1.0, shared 2.0, each plus the seed; seeds 0 and 1.
    figure = training.rows(study_example.experiment(), "norm", "en")
    bars = {name: float(node.get("width")) for name, node in marked(figure, "bar").items()}
    assert bars["input-0"] / bars["shared-0"] == pytest.approx(1.0 / 2.5, abs=1e-3)
    assert bars["output-1"] / bars["shared-1"] == pytest.approx(1.5 / 2.5, abs=1e-3)
    shown = [node.text for node in parse(figure).iter(f"{SVG}text")]
    assert shown.count("2.50") == 2
    with pytest.raises(ValueError, match="norm or moved"):
        training.rows(study_example.experiment(), "length", "en")


def test_a_dot_a_pair_and_the_mean_among_them():
    figure = study.pairs(study_example.study(), "en")
    dots = {name: float(n.get("cx")) for name, n in marked(figure, "pair").items()}
    # half: tied - untied is 0.2 at the best point, with 0, 0.02 and -0.01 by seed; wide -0.1.
    zero = dots["half-tied-best-0"] - 0.2 / 0.02 * (
        dots["half-tied-best-1"] - dots["half-tied-best-0"]
    )
    per_nat = (dots["half-tied-best-0"] - zero) / 0.2
    assert per_nat > 0
    small = [dots[f"small-tied-best-{seed}"] for seed in (0, 1, 2)]
    assert [(x - zero) / per_nat for x in small] == pytest.approx([-0.2, -0.18, -0.21], abs=2e-3)
    mean = marked(figure, "mean")["small-tied-best"].get("d")
    assert float(re.match(r"M([\d.]+)", mean)[1]) == pytest.approx(sum(small) / 3, abs=0.02)
    assert "half-wide-best-0" in dots
    assert "small-wide-best-0" not in dots


def test_the_map_tells_the_sides_apart_and_frames_what_is_decided():
    data = study_example.study()
    places = marked(study.regimes(data, "en"), "place")
    assert set(places) == {f"{c}-{t}" for c in ("half", "small") for t in (10240, 20480, 30720)}
    style = {name: node.get("style") for name, node in places.items()}
    assert drawing.BAR in style["half-10240"]  # 5.0 against 5.1
    assert drawing.MARK in style["half-20480"]  # 4.5 against 4.4
    assert "stroke-width:2" in style["half-20480"]

    unsure = copy.deepcopy(data)
    for run in unsure["runs"].values():
        if (run["cell"], run["head"], run["seed"]) == ("half", "tied", 1):
            run["valid"][2][1] -= 0.3
    style = {
        name: node.get("style")
        for name, node in marked(study.regimes(unsure, "en"), "place").items()
    }
    assert "stroke:none" in style["half-20480"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_zero_lines_keep_off_the_names_of_the_cells(lang):
    svg = study.pairs(study_example.study(), lang)
    names = [n for n in parse(svg).iter(f"{SVG}text") if "font-weight:700" in n.get("style")]
    lines = marked(svg, "zero")
    assert set(lines) == {"tied", "wide"}
    for line in lines.values():
        spans = re.findall(r"M[\d.]+ ([\d.]+)v([\d.]+)", line.get("d"))
        assert len(spans) == len(names) > 1
        for top, length in spans:
            for name in names:  # capitals are 0.73 em high, and nothing hangs lower than 0.24
                y = float(name.get("y"))
                assert float(top) + float(length) <= y - 0.73 * 13 or float(top) >= y + 0.24 * 13


def test_cells_that_lack_a_pair_are_not_drawn():
    data = study_example.study()
    data["runs"]["small/untied/0.002/1"]["valid"][2][1] -= 50  # would stretch every scale
    del data["runs"]["small/tied/0.002/2"]
    for attribute, draw_it in (("pair", study.pairs), ("place", study.regimes)):
        assert {n.split("-")[0] for n in marked(draw_it(data, "en"), attribute)} == {"half"}
    dots = {n: float(e.get("cx")) for n, e in marked(study.pairs(data, "en"), "pair").items()}
    assert abs(dots["half-tied-best-0"] - dots["half-tied-early-0"]) > 10
    assert "1/20" not in str(study.papers(data, "en"))


def test_the_table_has_the_papers_and_ours_with_the_change():
    table = str(study.papers(study_example.study(), "en"))
    root = parse(table)
    body = [["".join(c.itertext()) for c in row] for row in root.iter("tr")][1:]
    assert len(body) == len(RESULTS) + 2
    assert body[0][-3:] == ["120.7", "117.5", "−2.7%"]
    # exp(4.0) = 54.6; tied: exp of the mean of 4.2, 4.22, 4.19.
    assert body[-2][-3:] == ["54.6", f"{math.exp(4.2 + 0.01 / 3):.1f}", "+22.5%"]
    assert root.find("table/caption").text
    assert all(c.get("scope") == "col" for c in root.find("table/thead/tr"))


def test_a_file_of_its_own_has_colours_for_light_and_dark():
    markup = training.standalone(training.curves(study_example.experiment(), "en"))
    root = parse(markup)
    style = root.find(f"{SVG}style").text
    assert "prefers-color-scheme:dark" in style
    for variable in set(re.findall(r"var\((--pst[\w-]+)", markup)):
        assert style.count(variable + ":") == 2, variable


@pytest.mark.parametrize(
    ("changes", "en", "zh"),
    [
        ({"part": 3}, "1/3", "1/3"),
        ({"part": 1}, "all", "全部"),
        ({"part": 1, "body": "lstm"}, "LSTM, all", "LSTM，全部"),
        ({"part": 10, "width": 32}, "1/10, width 32", "1/10，宽度 32"),
    ],
)
def test_a_cell_is_named_by_its_text_and_what_sets_it_apart(changes, en, zh):
    cell = study_example.cell("any", **changes)
    assert (study.cell_name(cell, "en"), study.cell_name(cell, "zh")) == (en, zh)

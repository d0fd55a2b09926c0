"""The figures of chapter 05 draw the numbers they are given, in either language and theme."""

import itertools
import re

import pytest

from lmhead.figures import names, tying

from .every_figure import SVG, EveryFigure, each, parse, texts

WORDS, GLOSSES = ("猫", "狗", "鱼", "跑"), ("cat", "dog", "fish", "run")
COLUMNS = {"exit": [0.8, 0.3, 0.3, 1.3], "entrance": [0, 1.2, 0, 0], "sum": [0.8, 1.5, 0.3, 1.3]}
SHARES = {"1 h": [0.5, 0.2, 0.2, 0.1], "4 h": [0.97, 0.01, 0.01, 0.0003]}
CUTS = {"table": 38_597_376, "blocks": 85_054_464, "rest": 787_968}
MODELS = {"untied": {"2nd table": 38_597_376, **CUTS}, "tied": CUTS}
PERCENTS = {"small": 23.7, "large": 1.5}
SCORES = [[2, 1, 1, 0], [1, 1, 0, 0], [1, 0, 2, 1], [0, 0, 1, 1]]


def draw(lang):
    words = names(WORDS, GLOSSES, lang)
    return {
        "two_uses": tying.two_uses(words, 1, lang),
        "moves": tying.moves(words, COLUMNS, 1, lang),
        "stretched": tying.stretched(words, SHARES, lang),
        "accounts": tying.accounts(MODELS, ["table", "2nd table"], lang),
        "removed": tying.removed(PERCENTS, lang),
        "repeats": tying.repeats(words, SCORES, lang),
    }


def bars(svg):
    nodes = parse(svg).iter(f"{SVG}rect")
    return {node.get("data-bar"): node for node in nodes if node.get("data-bar")}


def width(node):
    return float(node.get("width"))


@each(draw)
class TestEveryFigure(EveryFigure):
    draw = staticmethod(draw)


def test_nothing_but_the_words_is_chinese_in_english():
    for svg in draw("en").values():
        rest = re.sub("|".join(WORDS), "", str(svg))
        assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", rest)


def test_an_unknown_language_is_named():
    for call in (
        lambda: tying.removed(PERCENTS, "fr"),
        lambda: tying.two_uses(WORDS, 0, "fr"),
        lambda: tying.repeats(WORDS, SCORES, "fr"),
    ):
        with pytest.raises(ValueError, match=r"'fr'.*en, zh"):
            call()


@pytest.mark.parametrize(("name", "columns"), [("moves", COLUMNS), ("stretched", SHARES)])
def test_all_columns_share_one_scale(name, columns):
    drawn = bars(draw("en")[name])
    flat = [value for values in columns.values() for value in values]
    scale = max(map(width, drawn.values())) / max(flat)
    assert [width(node) for node in drawn.values()] == pytest.approx(
        [scale * value for value in flat], abs=2e-3
    )


def test_a_row_that_does_not_move_is_a_zero_and_no_bar():
    shown = texts(draw("en")["moves"])
    assert shown.count("0") == 3
    assert "0.00" not in shown
    assert "0.0003" in texts(draw("en")["stretched"])


def test_the_bars_of_the_accounts_are_as_long_as_the_counts_and_end_together():
    drawn = bars(draw("en")["accounts"])
    unit = 376 / sum(MODELS["untied"].values())
    for m, cuts in enumerate(MODELS.values()):
        nodes = [drawn[f"{m}-{c}"] for c in range(len(cuts))]
        assert list(map(width, nodes)) == pytest.approx([n * unit for n in cuts.values()], abs=1e-2)
        end = float(nodes[-1].get("x")) + width(nodes[-1])
        assert end == pytest.approx(388, abs=1e-2)
        for left, right in itertools.pairwise(nodes):
            assert float(left.get("x")) + width(left) == pytest.approx(
                float(right.get("x")), abs=1e-2
            )
    # What stands below one another is the same part.
    assert drawn["0-1"].get("x") == drawn["1-0"].get("x")
    assert drawn["0-1"].get("width") == drawn["1-0"].get("width")
    assert drawn["0-1"].get("style") == drawn["1-0"].get("style") != drawn["0-0"].get("style")
    assert {"163.0 M", "124.4 M"} <= set(texts(draw("en")["accounts"]))
    assert {"16304 万", "12444 万"} <= set(texts(draw("zh")["accounts"]))


def test_the_percents_are_drawn_to_scale():
    drawn = bars(draw("en")["removed"])
    assert width(drawn["0"]) / width(drawn["1"]) == pytest.approx(23.7 / 1.5, rel=1e-3)
    assert {"23.7%", "1.5%"} <= set(texts(draw("en")["removed"]))


def test_the_largest_scores_of_each_line_are_framed_and_the_rest_is_not():
    framed = set()
    for node in parse(draw("en")["repeats"]).iter(f"{SVG}rect"):
        if "stroke-width:2.5" in node.get("style"):
            framed.add(node.get("data-cell"))
    assert framed == {"0-0", "1-0", "1-1", "2-2", "3-2", "3-3"}


def test_the_row_that_is_read_is_the_strong_one():
    rows = [n for n in parse(draw("en")["two_uses"]).iter(f"{SVG}rect") if n.get("data-row")]
    strong = [n.get("data-row") for n in rows if "fill-opacity:0.3;" in n.get("style")]
    assert len(rows) == 4
    assert strong == ["1"]


def test_h_comes_to_every_row():
    svg = parse(draw("en")["two_uses"])
    rows = {n.get("data-row"): n for n in svg.iter(f"{SVG}rect") if n.get("data-row")}
    dots = {n.get("data-scored"): n for n in svg.iter(f"{SVG}circle")}
    assert set(dots) == set(rows)
    for k, node in rows.items():
        x, y, w, h = (float(node.get(a)) for a in ("x", "y", "width", "height"))
        assert x < float(dots[k].get("cx")) < x + w
        assert y < float(dots[k].get("cy")) < y + h


def test_every_part_of_the_accounts_is_named():
    shown = texts(draw("en")["accounts"])
    assert [shown.count(part) for part in ("2nd table", "table", "blocks", "rest")] == [1, 2, 2, 2]


def test_both_sides_of_the_scores_have_a_heading():
    assert {"read", "scored"} <= set(texts(draw("en")["repeats"]))
    assert {"读到", "打分"} <= set(texts(draw("zh")["repeats"]))

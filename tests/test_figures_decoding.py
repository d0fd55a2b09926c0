"""The figures of chapter 04 draw the numbers they are given."""

import math
import re

import pytest

from lmhead.figures import decoding as chapter
from lmhead.figures import drawing, names

from .every_figure import SVG, EveryFigure, desc, each, marked, parse, texts

WORDS, GLOSSES = ("猫", "狗", "鱼", "跑"), ("cat", "dog", "fish", "run")
E = [math.exp(z) for z in (2, 1, 1, 0)]
P = [e / sum(E) for e in E]
CUTS = [0.0, P[0], P[0] + P[1], P[0] + 2 * P[1], 1.0]
ROWS = {"0.5": [0.7, 0.15, 0.1, 0.05], "8": [0.3, 0.25, 0.25, 0.2]}
SECOND = [
    [0.2, 0.25, 0.25, 0.3],
    [0.02, 0.02, 0.06, 0.9],
    [0.1, 0.2, 0.3, 0.4],
    [0.4, 0.3, 0.2, 0.1],
]
TOKENS = ["the", "cat", "sat", "on", "the"]


def draw(lang):
    labels = names(WORDS, GLOSSES, lang)
    return {
        "line": chapter.line(labels, CUTS, {0.02: 0, 0.6: 1, 0.95: 3}, lang),
        "budgets": chapter.budgets(labels, ROWS, lang),
        "tree": chapter.tree(labels, labels, P, SECOND, lang),
        "positions": chapter.positions(TOKENS, lang),
        "loop": chapter.loop(lang),
    }


@each(draw)
class TestEveryFigure(EveryFigure):
    draw = staticmethod(draw)


def test_nothing_but_the_four_words_is_chinese_in_english():
    for svg in draw("en").values():
        found = re.findall(r"[\u3000-\u9fff\uff00-\uffef]", str(svg))
        assert set(found) <= set(WORDS)


def test_an_unknown_language_is_named():
    with pytest.raises(ValueError, match=r"'fr'.*en, zh"):
        chapter.loop("fr")


def test_the_intervals_lie_end_to_end_and_each_arrow_hits_its_own():
    svg = draw("en")["line"]
    bars = marked(svg, "bar")
    spans = []
    for k, share in enumerate(P):
        x, width = (float(bars[f"interval-{k}"].get(a)) for a in ("x", "width"))
        assert width == pytest.approx(376 * share, abs=2e-3)
        assert x == pytest.approx(spans[-1][1] if spans else 12, abs=2e-3)
        spans.append((x, x + width))
    assert spans[-1][1] == pytest.approx(388, abs=2e-3)
    for u, k in ((0.02, 0), (0.6, 1), (0.95, 3)):
        x = float(re.match(r"M([\d.]+)", marked(svg, "u")[f"{u:g}"].get("d"))[1])
        assert spans[k][0] <= x < spans[k][1]
        assert f"u = {u:g}" in texts(svg)
    assert {"0", "0.534", "0.731", "0.928", "1"} <= set(texts(svg))
    assert "u = 0.6 falls on 狗 dog" in desc(svg)


def test_each_temperature_divides_the_same_budget():
    svg = draw("en")["budgets"]
    bars = marked(svg, "bar")
    whole = drawing.WIDTH - 12 - 66
    for t, row in ROWS.items():
        drawn = [float(bars[f"{t}-{k}"].get("width")) for k in range(4)]
        assert drawn == pytest.approx([whole * p for p in row], abs=2e-3)
        assert f"T = {t}" in texts(svg)
        assert f"T = {t}: 猫 cat {row[0]:.3f}" in desc(svg)
    # Neighbouring words differ in strength, and a word has the same one in every bar.
    strength = [
        [re.search(r"fill-opacity:([\d.]+)", bars[f"{t}-{k}"].get("style"))[1] for k in range(4)]
        for t in ROWS
    ]
    assert strength[0] == strength[1]
    assert len(set(strength[0])) == 4


def test_the_branches_are_as_thick_as_the_shares_and_two_paths_are_marked():
    svg = draw("en")["tree"]
    branches = marked(svg, "branch")
    assert len(branches) == 20

    def thickness(name):
        return float(re.search(r"stroke-width:([\d.]+)", branches[name].get("style"))[1])

    for i in range(4):
        assert thickness(f"{i}") == pytest.approx(1 + 7 * P[i], abs=1e-3)
        for j in range(4):
            assert thickness(f"{i}-{j}") == pytest.approx(1 + 7 * SECOND[i][j], abs=1e-3)
    colour = {
        kind: {name for name, node in branches.items() if f"stroke:{kind};" in node.get("style")}
        for kind in (drawing.MARK, drawing.BAR)
    }
    assert colour == {drawing.MARK: {"0", "0-3"}, drawing.BAR: {"1", "1-3"}}
    assert texts(svg).count("greedy") == texts(svg).count("best") == 1
    for i in range(4):
        for j in range(4):
            assert f"{SECOND[i][j]:.2f}  →  {P[i] * SECOND[i][j]:.4f}" in texts(svg)


def test_every_position_has_scores_and_bets_on_the_token_after_it():
    svg = draw("en")["positions"]
    bars = marked(svg, "bar")
    assert {name for name in bars if name.startswith("h-")} == {f"h-{t}" for t in range(5)}
    assert len([name for name in bars if name.startswith("scores-")]) == 5 * 7
    below = [
        (float(node.get("x")), node.text)
        for node in parse(svg).iter(f"{SVG}text")
        if node.get("y") == "146.0" and node.text != "next token"
    ]
    assert [text for _, text in sorted(below)] == [*TOKENS[1:], "?"]
    strong = {name for name, node in bars.items() if drawing.MARK in node.get("style")}
    assert strong == {"h-4", *(f"scores-4-{k}" for k in range(7))}


def test_the_ring_has_six_steps_with_their_shapes_and_six_arrows():
    svg = draw("en")["loop"]
    root = parse(svg)
    assert len(list(root.iter(f"{SVG}rect"))) == 6
    heads = [n for n in root.iter(f"{SVG}path") if n.get("style").startswith("fill:")]
    assert len(heads) == 6
    for shape in ("(n,)", "(n, d)", "(d,)", "(V,)", "one id"):
        assert shape in texts(svg)
    (framed,) = [n for n in root.iter(f"{SVG}rect") if drawing.MARK in n.get("style")]
    assert float(framed.get("y")) == 12  # the choice
    assert desc(svg).index("softmax") < desc(svg).index("choose")

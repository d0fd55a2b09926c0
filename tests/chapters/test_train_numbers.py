"""Every number of chapter 06: calculated again with math alone, or made again by torch."""

import calendar
import json
import math
import re
from fractions import Fraction

import pytest

from lmhead.papers import RESULTS as PUBLISHED
from tests.chapters.page import DECIMAL, ROOT, Page
from tests.chapters.study_runs import (
    AGAIN,
    BANDS,
    CELLS,
    COLUMNS,
    SETTINGS,
    STUDY,
    WIDER,
    chosen,
    decided,
    gaps,
    lowest,
    mean,
    of_band,
    on_test,
)

RESULTS = ROOT / "chapters" / "results"
FENCE = re.compile(r"^```(python|text)\n((?:(?!```).*\n)+)```$", re.M)


def gpt2(V, d, blocks, context, tables):
    block = (3 * d * d + 3 * d) + (d * d + d) + (4 * d * d + 4 * d) + (4 * d * d + d) + 4 * d
    return tables * V * d + context * d + blocks * block + 2 * d


def tiny(width, tables):
    return gpt2(10_000, width, 2, 64, tables)


WIDTH = min(range(96, 400, 4), key=lambda width: abs(tiny(width, 1) - tiny(96, 2)))
HEAD = 6 * 50257 * 768
MATRICES = 6 * 12 * (3 + 1 + 4 + 4) * 768**2
# Queries with keys and shares with values, 2 operations a number, half of 1024 positions on
# average, three times for forward and backward.
ATTENTION = 12 * 3 * 2 * 2 * 768 * 1024 // 2
KEPT = json.loads((RESULTS / "activations.json").read_text("utf-8"))["bytes"]

_HEAD = json.loads((RESULTS / "head.json").read_text("utf-8"))
TIMED = {row["what"]: row for row in _HEAD["rows"]}


def studied():
    """What the page takes from the study, from its runs."""
    known = {
        "ln-small": math.log(2000),
        "moved-shared": mean(r["bands"][3]["shared"]["moved"] for r in chosen("third", "tied")),
        "valid-tokens": STUDY["corpus"]["tokens"]["valid"],
        "test-tokens": STUDY["corpus"]["tokens"]["test"],
        # Eight moments a setting.
        "map-cells": 8 * len(SETTINGS),
        "wide-again-test": -mean(gaps(AGAIN, "wide", on_test)),
    }
    for key, name, context in (("large", "third", 64), ("small", "small-tenth", 32)):
        width = chosen(name, "wide")[0]["width"]
        known[f"{key}-wide-width"] = width
        known[f"{key}-wide-parameters"] = gpt2(CELLS[name]["vocabulary"], width, 2, context, 1)
    for table in ("input", "output"):
        moved = [run["bands"][3][table]["moved"] for run in chosen("third", "untied")]
        known[f"moved-{table}"] = mean(moved)
    for key, name, head in (
        ("whole", "whole", "tied"),
        ("third", "third", "tied"),
        ("tenth", "tenth", "tied"),
        ("again", AGAIN, "tied"),
        ("lstm", "lstm-thirtieth", "tied"),
        ("lstm-dropout", "lstm-thirtieth-dropout", "tied"),
        ("wide-again", AGAIN, "wide"),
    ):
        sizes = sorted(map(abs, gaps(name, head)))
        known |= {f"{key}-least": sizes[0], f"{key}-most": sizes[-1]}
    # A table of 2,000 rows, two layers of four gates with two biases each, the head's bias.
    body = 2 * 4 * (2 * 200 * 200 + 2 * 200) + 2000
    known |= {
        "lstm-words": 2000,
        "lstm-width": 200,
        "lstm-seen": 1600 * 4 * 35,
        "lstm-tied-parameters": 2000 * 200 + body,
        "lstm-untied-parameters": 2 * 2000 * 200 + body,
        "lstm-share": Fraction(100 * 2000 * 200, 2000 * 200 + body),
    }
    known["small-rare-gap"] = -mean(gaps("small-tenth", loss=lambda r: r["bands"][3]["loss"]))
    best = [lowest(run) for run in chosen("third", "untied")]
    known["third-seeds"] = max(best) - min(best)
    for head in ("tied", "untied"):
        known[f"{head}-train"] = mean(run["train"][-1][1] for run in chosen(AGAIN, head))
    for key, name, context in (("large", "third", 64), ("small", "small-tenth", 32)):
        cell = CELLS[name]
        V, d = cell["vocabulary"], cell["width"]
        known |= {
            f"{key}-words": V,
            f"{key}-width": d,
            f"{key}-seen": cell["steps"] * cell["batch"] * cell["length"],
            f"{key}-tied-parameters": gpt2(V, d, 2, context, 1),
            f"{key}-untied-parameters": gpt2(V, d, 2, context, 2),
            f"{key}-share": Fraction(100 * V * d, gpt2(V, d, 2, context, 1)),
        }
    for name in SETTINGS:
        cell = CELLS[name]
        text = STUDY["corpus"]["texts"][f"{cell['part']}/{cell['vocabulary']}"]
        seen = cell["steps"] * cell["batch"] * cell["length"]
        known[f"{name}-passes"] = Fraction(seen, text["tokens"])
        known[f"{name}-unigram"] = math.exp(text["unigram"])
        for head in ("tied", "untied"):
            known[f"{name}-{head}"] = math.exp(mean(map(lowest, chosen(name, head))))
            if name in BANDS:
                for place in range(4):
                    known[f"{name}-{head}-band-{place}"] = of_band(name, head, place)
        if name in WIDER:
            known[f"{name}-wide"] = math.exp(mean(map(lowest, chosen(name, "wide"))))
    return known


GLUED = {
    **studied(),
    "ln-v": math.log(10_000),
    "start-spread": math.sqrt(0.02**2 * 96),
    "start-more": 0.02**2 * 96 / 2,
    "start-loss": math.log(10_000) + 0.0004 * 48,
    "wide-spread": math.sqrt(0.0004 * 768),
    "wide-loss": math.log(50257) + 0.0004 * 384,
    "ln-v-gpt2": math.log(50257),
    "tiny-tied": tiny(96, 1),
    "tiny-untied": tiny(96, 2),
    "matched-width": WIDTH,
    "matched-count": tiny(WIDTH, 1),
    "ppl-mean": (math.e**2 + math.e**4) / 2,
    "ppl-weighted": (100 * math.e**2 + 900 * math.e**4) / 1000,
    "ppl-whole": math.exp((100 * 2 + 900 * 4) / 1000),
    "whole-words": math.exp(2.4),
    "pieces": math.exp(1.6),
    "flop-head": HEAD / 1e6,
    "flop-blocks": MATRICES / 1e6,
    "flop-attention": ATTENTION / 1e6,
    "flop-share": Fraction(100 * HEAD, HEAD + MATRICES),
    "flop-share-all": Fraction(100 * HEAD, HEAD + MATRICES + ATTENTION),
    "kept-float32": 100 / (1 + KEPT["float32"]["body"] / KEPT["float32"]["head"]),
    "kept-bfloat16": 100 / (1 + KEPT["bfloat16"]["body"] / KEPT["bfloat16"]["head"]),
    "logits-gb": 32_768 * 50257 * 4 / 1e9,
    "chunk-mb": 256 * 50257 * 4 / 1e6,
    "all-seconds": TIMED["all logits"]["seconds"],
    "all-mib": TIMED["all logits"]["added"] / 1024 / 1024,
    "ours-seconds": TIMED["lmhead.loss, chunks of 256"]["seconds"],
    "ours-mib": TIMED["lmhead.loss, chunks of 256"]["added"] / 1024 / 1024,
    "pw-large": Fraction(7840 - 7430, 7840) * 100,
    "characters": 5 * math.log(20),
    "one-word": math.log(60),
}

# Numbers with a decimal point that the prose writes itself. Given ones have no calculation.
LITERALS = {
    "9.2": math.log(10_000),
    "9.21": math.log(10_000),
    "0.3": "given",
    "0.5": "given",
    "0.02": "given",
    "0.16": 0.02 * math.sqrt(64),
    "0.0723": 1 / (math.e**2 + 2 * math.e + 1),
    "0.5074": "torch",  # in a printed block, below
    "2.4": Fraction(240, 100),
    "1.6": Fraction(240, 150),
    "3.8": Fraction(100 * 2 + 900 * 4, 1000),
    "3.051": "given",
    "3.043": "given",
    "0.008": Fraction(3051 - 3043, 1000),
    "23.7": Fraction(100 * 50257 * 768, gpt2(50257, 768, 12, 1024, 2)),
    "3.2": "given",
    "4.1": "given",
    "2.8": "given",
    "4.2": "given",
}
for _each in PUBLISHED:
    LITERALS |= {f"{_each.untied:.1f}": "given", f"{_each.tied:.1f}": "given"}
# Losses on the text trained on, which the papers' table has too.
LITERALS |= {"37.8": "given", "48.5": "given", "38.0": "given", "36.4": "given"}


def shown(value, digits):
    return f"{float(value):.{digits}f}".replace("-", "−")


@pytest.fixture(params=["en", "zh"])
def page(request):
    return Page(request.param, "06-train")


@pytest.mark.slow
def test_every_difference_has_its_sign_and_a_star_where_the_pairs_decide(page):
    signed = {n: v for n, v in page.ran.glued.items() if isinstance(v, str) and "<" not in v}
    expected = {}
    for head, cells in (("tied", SETTINGS), ("wide", WIDER)):
        for cell in cells:
            for when, loss in COLUMNS.items():
                pairs = gaps(cell, head, loss)
                value = f"{mean(pairs):+.2f}".replace("-", "−")
                value = "0.00" if value[1:] == "0.00" else value
                expected[f"{cell}-{head}-{when}"] = value + "*" * decided(pairs)
    assert {name: value for name, value in signed.items() if name in expected} == expected
    assert "".join(expected.values()).count("*") > 10


@pytest.mark.slow
def test_every_glued_number_is_the_calculated_one(page):
    numbers = {n for n, value in page.ran.glued.items() if isinstance(value, (int, float))}
    assert numbers == set(GLUED)
    for name, form in page.glue_roles:
        if not form:
            continue
        printed = format(page.ran.glued[name], form)
        if form == ",.0f":
            assert printed == f"{GLUED[name]:,}", name
        else:
            assert printed == shown(GLUED[name], len(printed.partition(".")[2])), name


@pytest.mark.slow
def test_nothing_is_glued_in_vain(page):
    assert set(page.ran.glued) == page.uses


def test_every_number_written_in_the_prose_is_the_calculated_one(page):
    prose = FENCE.sub("", re.sub(r"\{glue:text\}`[^`]*`", "", page.prose))
    written = DECIMAL.findall(prose)
    assert len(written) >= 30
    for text in written:
        value = LITERALS[text]
        if not isinstance(value, str):
            assert text == shown(value, len(text.partition(".")[2]))


@pytest.mark.slow
def test_the_published_tables_are_those_of_the_package(page):
    rows = re.findall(r"^\| (.+) \|$", page.prose, re.M)
    for each in PUBLISHED:
        pairs = [[cell.strip() for cell in row.split("|")] for row in rows]
        column = {"valid": 3, "test": 4}[each.part]
        if each.source == "Inan et al.":
            table = str(page.ran.glued["figure-papers"])
            assert f"<td>{each.untied}</td><td>{each.tied}</td>" in table
        else:
            large = "1500" in each.model
            size = ("66M", "51M") if large else ("4.65M", "2.65M")
            found = [row[column] for row in pairs if len(row) == 5 and row[1] in size]
            assert found == [f"{each.untied}", f"{each.tied}"]


def test_what_the_page_says_of_the_model():
    assert (tiny(96, 1), tiny(96, 2)) == (1_190_016, 2_150_016)
    assert gpt2(50257, 768, 12, 1024, 2) - gpt2(50257, 768, 12, 1024, 1) == 38_597_376
    block = gpt2(50257, 768, 2, 1024, 1) - gpt2(50257, 768, 1, 1024, 1)
    assert 38_597_376 / block > 5
    assert abs(100 / 13 - 8) < 0.5
    # Sixteen vectors a block, and half as many bytes in bfloat16; the loss is in float32 in both.
    assert round(KEPT["float32"]["body"] / 4 / 768 / 12) == 16
    assert KEPT["bfloat16"]["body"] < 0.6 * KEPT["float32"]["body"]
    assert KEPT["bfloat16"]["head"] > KEPT["float32"]["head"] > 2 * 50257 * 4 * 0.99


def test_the_mean_of_a_growing_exponential_is_what_the_page_says():
    """The factor e^(s²/2), by adding up the normal distribution."""
    s, step = 0.554, 0.001
    grid = [step * k for k in range(-6000, 6001)]
    density = [math.exp(-(x**2) / 2) / math.sqrt(2 * math.pi) for x in grid]
    mean = math.fsum(p * math.exp(s * x) * step for p, x in zip(density, grid, strict=True))
    assert math.log(mean) == pytest.approx(s**2 / 2, abs=1e-6)


def test_the_text_names_where_the_loss_was_timed(page):
    made = _HEAD["environment"]
    year, month, day = made["date"].split("-")
    name = calendar.month_name[int(month)]
    dates = {"en": f"{int(day)} {name} {year}", "zh": f"{year} 年 {int(month)} 月 {int(day)} 日"}
    assert made["threads"] == 2
    (sentence,) = [line for line in page.prose.splitlines() if "ours-seconds" in line]
    assert f"torch {made['torch']}" in sentence
    assert dates[page.edition] in sentence

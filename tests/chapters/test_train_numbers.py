"""Every number of chapter 06: calculated again with math alone, or made again by torch."""

import contextlib
import io
import itertools
import json
import math
import re
from fractions import Fraction
from pathlib import Path

import pytest

from lmhead.papers import RESULTS as PUBLISHED
from tests.chapters.page import DECIMAL, ROOT, Page

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

STUDY = json.loads((RESULTS / "study.json").read_text("utf-8"))
CELLS = {each["name"]: each for each in STUDY["design"]["cells"]}
SETTINGS = [
    "third",
    "tenth",
    "thirtieth",
    "thirtieth-dropout",
    "lstm-thirtieth",
    "small-tenth",
    "small-hundredth",
    "small-hundredth-dropout",
]
WIDER = ("third", "thirtieth", "small-tenth", "small-hundredth")
AGAIN = "thirtieth"
BANDS = ("third", "thirtieth", "small-hundredth")


def lowest(run):
    return min(loss for _, loss in run["valid"])


def mean(values):
    values = list(values)
    return math.fsum(values) / len(values)


def chosen(cell, head):
    """The three runs of a setting, by seed, at the one rate that all seeds have been run with."""
    runs = [r for r in STUDY["runs"].values() if (r["cell"], r["head"]) == (cell, head)]
    (rate,) = {r["rate"] for r in runs if r["seed"] == 2}
    assert rate == min((r for r in runs if r["seed"] == 0), key=lowest)["rate"]
    found = sorted((r for r in runs if r["rate"] == rate), key=lambda run: run["seed"])
    assert [run["seed"] for run in found] == [0, 1, 2]
    return found


def gaps(key, head="tied", loss=lowest):
    """Each pair's difference: with one table minus with two."""
    pairs = zip(chosen(key, head), chosen(key, "untied"), strict=True)
    return [loss(one) - loss(two) for one, two in pairs]


def decided(pairs):
    """Whether the 95 % interval of three pairs' mean leaves out zero (Student's t)."""
    spread = math.sqrt(sum((pair - mean(pairs)) ** 2 for pair in pairs) / 2)
    return abs(mean(pairs)) > 4.303 * spread / math.sqrt(3)


def of_band(cell, head, place):
    return mean(run["bands"][place]["loss"] for run in chosen(cell, head))


def last(run):
    return run["valid"][-1][1]


def early(run):
    """The loss nearest to a third of the steps."""
    steps = run["valid"][-1][0]
    return min(run["valid"], key=lambda point: abs(3 * point[0] - steps))[1]


def on_test(run):
    return run["test"]


#: The columns of the page's tables of differences.
COLUMNS = {"best": lowest, "last": last, "test": on_test}
#: Every moment that the page speaks of.
MOMENTS = (early, lowest, last, on_test)


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
        ("third", "third", "tied"),
        ("tenth", "tenth", "tied"),
        ("again", AGAIN, "tied"),
        ("lstm", "lstm-thirtieth", "tied"),
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
    "pw-large": Fraction(7840 - 7430, 7840) * 100,
    "characters": 5 * math.log(20),
    "one-word": math.log(60),
}

# Numbers with a decimal point that the prose writes itself. Given ones have no calculation.
LITERALS = {
    "9.2": math.log(10_000),
    "9.21": math.log(10_000),
    "0.3": "given",
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


def test_nothing_is_glued_in_vain(page):
    used = {name for name, _ in page.glue_roles}
    used |= set(re.findall(r"^```\{glue:figure\} (\S+)$", page.prose, re.M))
    assert set(page.ran.glued) == used


def test_every_number_written_in_the_prose_is_the_calculated_one(page):
    prose = FENCE.sub("", re.sub(r"\{glue:text\}`[^`]*`", "", page.prose))
    written = DECIMAL.findall(prose)
    assert len(written) >= 30
    for text in written:
        value = LITERALS[text]
        if not isinstance(value, str):
            assert text == shown(value, len(text.partition(".")[2]))


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


# -- what the study found: each sentence of the page that more runs could change ------------------


def all_below(cell, head="tied", moments=MOMENTS):
    return all(max(gaps(cell, head, loss)) < 0 for loss in moments)


def all_above(cell, head="tied", moments=MOMENTS):
    return all(min(gaps(cell, head, loss)) > 0 for loss in moments)


def decisions(cell, head="tied", moments=MOMENTS):
    return [decided(gaps(cell, head, loss)) for loss in moments]


SMALL = [name for name in SETTINGS if name.startswith("small")]


def test_at_equal_width_the_small_transformer_decides_for_two_tables():
    assert len(SMALL) == 3
    for cell in SMALL:
        assert all_above(cell)
        assert all(decisions(cell))


def test_at_equal_width_the_larger_transformer_turns_on_how_often_the_text_comes_back():
    after = (lowest, last, on_test)
    assert all_above("third", moments=after)
    assert not any(decisions("third"))
    assert all_above("tenth")
    assert decisions("tenth", moments=after) == [True, False, False]
    assert all_below(AGAIN, moments=(lowest,))
    assert not any(decisions(AGAIN))
    # At the end one of the three tied runs lags behind.
    assert [gap > 0 for gap in gaps(AGAIN, loss=last)] == [False, False, True]
    for loss in MOMENTS:
        assert min(gaps("thirtieth-dropout", loss=loss)) < 0
        assert max(gaps("thirtieth-dropout", loss=loss)) > 0
    assert [round(float(GLUED[f"{name}-passes"])) for name in ("third", "tenth", AGAIN)] == [
        1,
        3,
        9,
    ]
    assert round(float(GLUED["small-tenth-passes"])) == 1


def test_the_lstm_is_ahead_with_one_table_in_every_pair_and_undecided():
    assert all_below("lstm-thirtieth")
    assert not any(decisions("lstm-thirtieth"))
    # Its text, against the 930,000 tokens of Penn Treebank.
    assert 25 * STUDY["corpus"]["texts"]["30/2000"]["tokens"] < 930_000


def test_at_equal_parameters_the_two_transformers_differ():
    assert all_below(AGAIN, "wide")
    assert all(decisions(AGAIN, "wide"))
    assert all_below("third", "wide")
    assert not any(decisions("third", "wide"))
    for cell in ("small-tenth", "small-hundredth"):
        assert all_above(cell, "wide")
        for loss in COLUMNS.values():
            assert mean(gaps(cell, "wide", loss)) < mean(gaps(cell, loss=loss))
    columns = tuple(COLUMNS.values())
    assert decisions("small-tenth", "wide", columns) == [True, True, False]
    assert not any(decisions("small-hundredth", "wide"))
    for cell in WIDER:
        wide, two = (chosen(cell, head)[0]["parameters"] for head in ("wide", "untied"))
        assert abs(wide / two - 1) < 0.02


def test_rates_were_searched_where_the_page_says_so():
    searched = {name for name in SETTINGS if CELLS[name]["rates_of"] is None}
    assert searched == {"third", "small-tenth", "lstm-thirtieth"}
    for cell in SETTINGS:
        for head in ("tied", "untied"):
            runs = [r for r in STUDY["runs"].values() if (r["cell"], r["head"]) == (cell, head)]
            assert (len({run["rate"] for run in runs}) > 2) == (cell in searched)
    for cell in WIDER:
        assert {run["rate"] for run in chosen(cell, "wide")} == {chosen(cell, "tied")[0]["rate"]}
    dropouts = {name: CELLS[name]["dropout"] for name in SETTINGS if CELLS[name]["dropout"]}
    assert dropouts == {"thirtieth-dropout": 0.3, "small-hundredth-dropout": 0.3}


def test_what_is_not_yet_measured_is_named_with_its_command(page):
    missing = STUDY["design"]["not_yet_measured"]
    assert {each["cell"] for each in missing} == {"lstm-thirtieth-dropout", "whole"}
    for each in missing:
        assert each["command"].removeprefix("python -m bench.study ") in page.prose


def test_all_that_was_measured_stands_in_the_tables():
    complete = {(run["cell"], run["head"]) for run in STUDY["runs"].values() if run["seed"] == 2}
    shown = {(cell, head) for cell in SETTINGS for head in ("tied", "untied")}
    assert complete == shown | {(cell, "wide") for cell in WIDER}


def test_the_models_are_better_than_frequencies_alone_but_for_one():
    for cell in SETTINGS:
        for head in ("tied", "untied"):
            ratio = GLUED[f"{cell}-{head}"] / GLUED[f"{cell}-unigram"]
            worse = (cell, head) == ("small-hundredth-dropout", "tied")
            assert (1 < ratio < 1.05) if worse else (0.4 < ratio < 1), (cell, head)


def test_the_small_text_is_learned_on_and_the_held_out_loss_turns_up():
    for head in ("tied", "untied", "wide"):
        for run in chosen(AGAIN, head):
            best = min(run["valid"], key=lambda each: each[1])[0]
            assert run["train"][-1][1] < dict(map(tuple, run["train"]))[best]
            assert last(run) > lowest(run)
    # And the tied model fits its own text less well; the tied LSTM fits it better.
    for cell, more in ((AGAIN, True), ("lstm-thirtieth", False)):
        for one, two in zip(chosen(cell, "tied"), chosen(cell, "untied"), strict=True):
            assert (one["train"][-1][1] > two["train"][-1][1]) == more


def test_what_the_page_says_of_rare_words():
    for cell in BANDS:
        for place in range(4):
            pairs = gaps(cell, loss=lambda run, place=place: run["bands"][place]["loss"])
            if place == 3:
                assert all((pair < 0) == (cell != "third") for pair in pairs), cell
        for head in ("tied", "untied"):
            assert of_band(cell, head, 3) > math.log(CELLS[cell]["vocabulary"])
        ranks = [band["ranks"] for band in chosen(cell, "tied")[0]["bands"]]
        assert ranks[:3] == [[0, 10], [10, 100], [100, 1000]]
    # About three in four words of the last band do not occur in the two small texts.
    for text, size in (("30/10000", 10_000), ("100/2000", 2000)):
        unseen = size - STUDY["corpus"]["texts"][text]["words"]
        assert 0.7 < unseen / (size - 1000) < 0.8
    for head, table, pick in (
        ("untied", "input", min),
        ("untied", "output", max),
        ("tied", "shared", max),
    ):
        for run in chosen("third", head):
            moved = [band[table]["moved"] for band in run["bands"]]
            assert pick(moved) == moved[3]
    assert chosen("third", "untied")[0]["rate"] == 2 * chosen("third", "tied")[0]["rate"]


# -- code that is shown and not run ------------------------------------------------------------


def fences(page):
    return [(kind, text) for kind, text in FENCE.findall(page.source)]


def test_both_editions_show_the_same_blocks():
    assert fences(Page("en", "06-train")) == fences(Page("zh", "06-train")) != []


def test_code_that_has_no_output_stands_in_the_package():
    blocks = fences(Page("en", "06-train"))
    source = {line.strip() for line in (ROOT / "lmhead" / "model.py").read_text().splitlines()}
    quoted = 0
    for (kind, text), (after, _) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if kind == "python" and after != "text":
            lines = [line.strip() for line in text.splitlines()]
            assert set(lines) <= source
            quoted += len(lines)
    assert quoted >= 8


@pytest.mark.torch
@pytest.mark.slow
def test_torch_prints_what_the_page_shows(torch):
    """All blocks with an output, in the page's order, as a reader would run them."""
    blocks = fences(Page("en", "06-train"))
    namespace = {}
    ran = 0
    for (kind, code), (after, expected) in itertools.pairwise(blocks):
        if (kind, after) != ("python", "text"):
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, namespace)
        assert printed.getvalue() == expected, code
        ran += 1
    assert ran >= 8


@pytest.mark.torch
def test_at_the_start_a_tied_model_prefers_the_word_just_read_a_little(torch):
    from lmhead.model import LanguageModel, preset

    tokens = torch.arange(2000).reshape(40, 50)
    for tied, least, most in ((True, 1.5, 4.0), (False, 0.9, 1.1)):
        torch.manual_seed(0)
        model = LanguageModel(preset("tiny", tied=tied))
        with torch.no_grad():
            shares = model(tokens).softmax(-1)
        own = shares.gather(-1, tokens.unsqueeze(-1)).mean().item()
        assert least < 10_000 * own < most


@pytest.mark.torch
@pytest.mark.slow
def test_what_a_position_keeps_is_what_the_file_says(torch):
    from bench.activations import measure

    assert measure() == KEPT


# -- predictions and the closing questions -----------------------------------------------------


def test_every_row_of_the_chapter_has_a_prediction(page):
    rows = json.loads(Path(__file__).with_name("rows_06.json").read_text("utf-8"))
    assert set(rows) <= {name for name, _ in page.predictions}
    assert len(set(rows.values())) == 4


def test_the_right_option_stands_in_different_places(page):
    asked = [(name, marks) for name, marks in page.predictions if name.startswith("06-")]
    places = [marks.index("x") for _, marks in asked]
    assert len(places) == 12
    assert all(marks.count("x") == 1 and len(marks) >= 3 for _, marks in asked)
    assert max(places.count(place) for place in range(3)) <= 0.5 * len(places)


def questions(page, prefix):
    """Id -> (the question, its options with their marks), without replies."""
    found = {}
    for name, body in re.findall(r"^```\{predict\} (\S+)\n(.*?)^```$", page.source, re.M | re.S):
        if name.startswith(prefix):
            body = re.sub(r"^:first: .*\n", "", body)
            question = body.split("\n- (")[0].strip()
            found[name] = (question, re.findall(r"^- (\(.\) .+)$", body, re.M))
    return found


def test_the_closing_questions_are_those_of_the_front_page(page):
    first = questions(Page(page.edition, "intro"), "intro-")
    again = questions(page, "closing-")
    assert len(again) == 8
    assert {name.replace("closing-", "intro-"): asked for name, asked in again.items()} == first
    named = re.findall(r"^```\{predict\} closing-(\S+)\n:first: intro-(\S+)$", page.source, re.M)
    assert len(named) == 8
    assert all(one == other for one, other in named)

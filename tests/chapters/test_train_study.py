"""What chapter 06 says of the study: each sentence that more runs could change."""

import math

import pytest

from tests.chapters.page import Page
from tests.chapters.study_runs import (
    AGAIN,
    BANDS,
    CELLS,
    COLUMNS,
    MOMENTS,
    SETTINGS,
    STUDY,
    TWICE,
    WIDER,
    chosen,
    decided,
    gaps,
    last,
    lowest,
    mean,
    of_band,
    on_test,
)
from tests.chapters.test_train_numbers import GLUED


@pytest.fixture(params=["en", "zh"])
def page(request):
    return Page(request.param, "06-train")


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
    assert all(decisions("third"))
    assert [gap > 0 for gap in gaps("whole", loss=last)] == [True, True, False]
    assert min(map(abs, gaps("whole"))) == -gaps("whole", loss=last)[2]  # its best is its last
    assert not any(decisions("whole"))
    assert CELLS["whole"]["steps"] == 3 * CELLS["third"]["steps"]
    assert round(float(GLUED["whole-passes"])) == 1
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


def test_the_lstm_is_ahead_with_one_table_in_every_pair():
    for cell in ("lstm-thirtieth", "lstm-thirtieth-dropout"):
        assert all_below(cell)
        assert all(decisions(cell))
    for head in ("tied", "untied"):  # dropout helps neither
        assert GLUED[f"lstm-thirtieth-dropout-{head}"] > GLUED[f"lstm-thirtieth-{head}"]
    # Its text, against the 930,000 tokens of Penn Treebank.
    assert 25 * STUDY["corpus"]["texts"]["30/2000"]["tokens"] < 930_000


def test_more_pairs_were_made_only_where_three_had_decided_nothing():
    for cell in TWICE:
        assert CELLS[cell]["seeds"] == [0, 1, 2, 3, 4]
        assert not any(decided(gaps(cell, loss=loss)[:3]) for loss in MOMENTS)
    assert all(CELLS[cell]["seeds"] == [0, 1, 2] for cell in CELLS if cell not in TWICE)


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


def deviation(values):
    return math.sqrt(sum((value - mean(values)) ** 2 for value in values) / (len(values) - 1))


def test_in_half_of_the_settings_a_common_seed_hardly_narrows_the_differences():
    """The spread of the pairs against that of runs that would have nothing in common."""
    ratios = []
    for cell in SETTINGS:
        alone = [deviation([lowest(run) for run in chosen(cell, h)]) for h in ("tied", "untied")]
        ratios.append(deviation(gaps(cell)) / math.hypot(*alone))
    assert sum(ratio > 0.9 for ratio in ratios) == len(SETTINGS) / 2, ratios


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
    assert dropouts == {
        "thirtieth-dropout": 0.3,
        "small-hundredth-dropout": 0.3,
        "lstm-thirtieth-dropout": 0.5,
    }


def test_all_of_the_design_is_measured(page):
    assert STUDY["design"]["not_yet_measured"] == []
    assert {*SETTINGS} == set(CELLS)
    assert "--only" not in page.prose


def test_all_that_was_measured_stands_in_the_tables():
    complete = {(run["cell"], run["head"]) for run in STUDY["runs"].values() if run["seed"] == 2}
    shown = {(cell, head) for cell in SETTINGS for head in ("tied", "untied")}
    assert complete == shown | {(cell, "wide") for cell in WIDER}


def test_the_models_are_better_than_frequencies_alone_but_for_one():
    for cell in SETTINGS:
        for head in ("tied", "untied"):
            ratio = GLUED[f"{cell}-{head}"] / GLUED[f"{cell}-unigram"]
            worse = (cell, head) == ("small-hundredth-dropout", "tied")
            assert (1 < ratio < 1.05) if worse else (0.3 < ratio < 1), (cell, head)


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


REPEATED = [name for name in SETTINGS if CELLS[name]["part"] >= 30]  # the small texts


def test_the_head_that_fits_a_small_text_more_closely_is_behind_at_its_rarest_words():
    assert len(REPEATED) == 6
    for cell in REPEATED:
        rarest = gaps(cell, loss=lambda run: run["bands"][3]["loss"])
        fitted = gaps(cell, loss=lambda run: run["train"][-1][1])
        lstm = CELLS[cell]["body"] == "lstm"
        assert all((pair > 0) == lstm for pair in rarest), cell
        assert all((pair < 0) == lstm for pair in fitted), cell
        if lstm:  # and yet over all words, at the end, sharing is ahead
            assert max(gaps(cell, loss=last)) < 0


def test_at_equal_width_the_second_table_does_not_help_in_the_order_of_the_tables_share():
    assert GLUED["lstm-share"] < GLUED["small-share"] < GLUED["large-share"]
    others = [name for name in SETTINGS if name not in SMALL]
    assert min(mean(gaps(name)) for name in SMALL) > max(mean(gaps(name)) for name in others)
    assert all(mean(gaps(name)) > 0 for name in SMALL)


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

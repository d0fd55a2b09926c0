"""lmhead.results on runs of known losses, and the committed results against themselves."""

import json
import math
import re
import statistics
import subprocess
import sys

import pytest
import scipy

from lmhead import results

from . import study_example


def test_it_needs_no_torch():
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "import lmhead.results, lmhead.figures.training, lmhead.figures.study"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_rate_is_the_first_seeds_best_and_each_head_has_its_own():
    data = study_example.study()
    assert results.sweep(data["runs"], "half", "tied") == {2e-3: 4.2, 4e-3: 4.7}
    data["runs"]["half/untied/0.004/0"]["valid"][-1][1] = 3.0
    assert results.best_rate(data["runs"], "half", "untied") == 4e-3
    assert results.best_rate(data["runs"], "half", "tied") == 2e-3
    assert set(results.runs_of(data["runs"], "half", "untied")) == {0}
    with pytest.raises(ValueError, match="no runs of the wide head in 'small'"):
        results.best_rate(data["runs"], "small", "wide")


@pytest.mark.parametrize(
    ("when", "half", "small"),
    [("early", -0.1, -0.1), ("best", 0.2, -0.2), ("last", 0.2, -0.6), ("test", 0.2, -0.6)],
)
def test_differences_are_of_pairs_at_the_time_asked_for(when, half, small):
    data = study_example.study()
    for cell, by in (("half", half), ("small", small)):
        found = results.difference(data, cell, "tied", when)
        expected = {seed: by + extra for seed, extra in study_example.JITTER.items()}
        assert found.pairs == pytest.approx(expected)
        assert found.mean == pytest.approx(statistics.mean(expected.values()))
    with pytest.raises(ValueError, match="has not been measured"):
        results.difference(data, "small", "wide", when)


def test_a_seed_without_its_pair_does_not_count():
    data = study_example.study()
    del data["runs"]["half/untied/0.002/1"]
    assert set(results.difference(data, "half").pairs) == {0, 2}
    assert results.difference(data, "half").verdict == "undecided"  # two pairs


@pytest.mark.parametrize(
    "pairs", [(0.1, 0.12, 0.09), (0.1, 0.3, -0.1), (-0.05, -0.06, -0.04), (-0.02, 0.01, -0.03, 0)]
)
def test_the_interval_and_the_verdict_are_those_of_a_t_test(pairs):
    found = results.Difference("c", "tied", "best", dict(enumerate(pairs)))
    test = scipy.stats.ttest_1samp(pairs, 0)
    low, high = test.confidence_interval(0.95)
    assert found.mean - found.interval == pytest.approx(low, rel=1e-3)
    assert found.mean + found.interval == pytest.approx(high, rel=1e-3)
    decided = test.pvalue < 0.05
    expected = ("lower" if found.mean < 0 else "higher") if decided else "undecided"
    assert found.verdict == expected


def test_the_map_has_the_mean_at_each_point():
    points = results.map_of_regimes(study_example.study())["small"]
    assert [seen for seen, _ in points] == [10 * 1024, 20 * 1024, 30 * 1024]
    extra = statistics.mean(study_example.JITTER.values())
    expected = [-0.1 + extra, -0.2 + extra, -0.6 + extra]
    assert [each.mean for _, each in points] == pytest.approx(expected)


def test_perplexities_are_of_the_mean_loss():
    found = results.perplexities(study_example.study(), "half")
    assert found["untied"] == pytest.approx(math.exp(4.0))
    assert set(found) == {"tied", "untied", "wide"}


def test_the_conclusion_names_each_cell_on_its_side():
    data = study_example.study()
    found = results.conclusion(data)
    assert found["equal width"]["best"] == {
        "lower": ["small"],
        "higher": ["half"],
        "undecided": [],
    }
    assert found["equal width"]["early"]["lower"] == ["half", "small"]
    assert found["equal parameters"]["best"]["lower"] == ["half"]
    assert results.sentence(data) == (
        "the lowest validation loss is, at equal width lower with sharing in small; higher with "
        "sharing in half. And at equal parameters lower with sharing in half"
    )
    del data["runs"]["half/untied/0.002/1"]
    assert "half" not in results.sentence(data)  # two pairs conclude nothing


def test_a_file_that_is_not_there_says_how_it_is_made(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"python -m bench\.study"):
        results.load_results(tmp_path / "study.json")


# -- the committed results ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def committed():
    return results.load_results()


def test_the_file_is_small_and_names_no_machine():
    text = results.FILE.read_text("utf-8")
    assert len(text) < 300_000
    assert not re.search(r"(/work|/root|/home|/tmp|/usr)/", text)
    assert set(json.loads(text)["environment"]) <= {
        "date", "device", "processor", "threads", "python", "torch", "numpy", "lmhead",
    }  # fmt: skip


def test_every_run_is_of_a_cell_of_the_design_and_of_its_text(committed):
    cells = {cell["name"]: cell for cell in committed["design"]["cells"]}
    texts = committed["corpus"]["texts"]
    for name, run in committed["runs"].items():
        cell = cells[run["cell"]]
        assert name == f"{run['cell']}/{run['head']}/{run['rate']:g}/{run['seed']}"
        assert run["head"] in cell["heads"]
        assert run["corpus"] == texts[results.text_name(cell)]["hash"]
        assert run["steps"] == cell["steps"]
        assert run["tokens"] == cell["steps"] * cell["batch"] * cell["length"]
        assert [step for step, _ in run["valid"]] == list(
            range(0, cell["steps"] + 1, cell["every"])
        )
        # Before the first step no word is preferred.
        assert run["valid"][0][1] == pytest.approx(math.log(cell["vocabulary"]), abs=0.5)
        assert all(0 < loss < 12 for _, loss in (*run["valid"], *run["train"]))


def test_a_trained_model_knows_more_than_how_often_words_occur(committed):
    for cell in committed["design"]["cells"]:
        known = results.unigram_perplexity(committed, cell["name"])
        assert known < cell["vocabulary"] / 5
        if not cell["dropout"]:  # with it, a small model on a small text may not get so far
            found = results.perplexities(committed, cell["name"])
            assert all(value < known for value in found.values()), (cell["name"], known, found)


def test_heads_are_as_large_as_they_are_said_to_be(committed):
    for cell in {run["cell"] for run in committed["runs"].values()}:
        size = {
            head: {r["parameters"] for r in results.runs_of(committed["runs"], cell, head).values()}
            for head in ("tied", "untied", "wide")
        }
        assert all(len(each) <= 1 for each in size.values())
        tied, untied, wide = (next(iter(size[h]), None) for h in ("tied", "untied", "wide"))
        if tied and untied:
            width = next(iter(results.runs_of(committed["runs"], cell, "tied").values()))["width"]
            words = next(c for c in committed["design"]["cells"] if c["name"] == cell)
            assert untied - tied == words["vocabulary"] * width
        if wide and untied:
            assert wide == pytest.approx(untied, rel=0.02)


def test_what_is_concluded_has_three_pairs_and_rates_off_the_edge(committed):
    for each in results.differences(committed):
        if each.verdict == "undecided":
            continue
        assert len(each.pairs) >= 3
        cell = next(c for c in committed["design"]["cells"] if c["name"] == each.cell)
        swept = cell["rates_of"] or cell["name"]
        for head in ("tied", "untied"):
            rates = list(results.sweep(committed["runs"], swept, head))
            best = results.best_rate(committed["runs"], swept, head)
            assert len(rates) >= 3
            assert rates[0] < best < rates[-1], (swept, head, rates, best)
            used = results.best_rate(committed["runs"], each.cell, head)
            assert used == best


def test_what_the_file_says_follows_from_its_runs(committed):
    assert committed["conclusion"] == results.conclusion(committed)
    assert committed["sentence"] == results.sentence(committed)
    stated = {(d["cell"], d["head"], d["when"]): d for d in committed["differences"]}
    found = [each for when in results.WHENS for each in results.differences(committed, when)]
    assert len(found) == len(stated) > 0
    for each in found:
        assert stated[each.cell, each.head, each.when] == each.to_json()


def test_what_is_not_measured_is_stated_with_its_command(committed):
    stated = {(each["cell"], each["head"]) for each in committed["design"]["not_yet_measured"]}
    for cell in committed["design"]["cells"]:
        for head in cell["heads"]:
            runs = results.runs_of(committed["runs"], cell["name"], head)
            complete = set(runs) == set(cell["seeds"])
            assert complete != ((cell["name"], head) in stated)
    for each in committed["design"]["not_yet_measured"]:
        assert each["command"] == f"python -m bench.study --only {each['cell']}"


@pytest.mark.torch
def test_the_design_in_the_file_is_the_one_that_the_command_runs(torch, committed):
    from bench.study.design import described

    assert committed["design"]["cells"] == json.loads(json.dumps(described()))

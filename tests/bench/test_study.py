"""bench.study: which runs are made, in which order, on which text; what is kept of them."""

import dataclasses
import json

import numpy as np
import pytest

pytestmark = pytest.mark.torch


@pytest.fixture
def design(torch):
    from bench.study import design

    return design


def done(design, losses):
    """Runs as the sweeps read them: name -> lowest loss."""
    runs = {}
    for name, loss in losses.items():
        cell, head, rate, seed = name.split("/")
        runs[name] = {
            "cell": cell,
            "head": head,
            "rate": float(rate),
            "seed": int(seed),
            "valid": [[0, 9.0], [1, loss]],
        }
    return runs


def names(design, runs, *cells):
    found = [job.name for job in design.jobs(runs, cells)]
    return list(dict.fromkeys(found))


#: Of a sweep that is done, its best rate in the middle: rate -> lowest loss.
RATES = {"0.002": 5, "0.004": 4, "0.008": 5}


@pytest.fixture
def cell(design, monkeypatch):
    cell = design.Cell("c", 2)
    monkeypatch.setattr(design, "CELLS", (cell,))
    return cell


def test_each_head_is_swept_before_its_seeds(design, cell):
    sweep = [f"c/{h}/{r}/0" for h in ("tied", "untied") for r in ("0.002", "0.004", "0.008")]
    assert names(design, {}, cell) == sweep
    runs = done(design, {"c/tied/0.002/0": 5, "c/tied/0.004/0": 4, "c/tied/0.008/0": 5})
    assert names(design, runs, cell)[:3] == sweep[3:]
    assert names(design, runs, cell)[3:] == ["c/tied/0.004/1", "c/tied/0.004/2"]


@pytest.mark.parametrize(
    ("losses", "next_rate"),
    [((3, 4, 5), "0.001"), ((5, 4, 3), "0.016"), ((5, 4, 5), None)],
)
def test_a_sweep_goes_on_while_its_best_rate_is_at_an_edge(design, cell, losses, next_rate):
    rates = ("0.002", "0.004", "0.008")
    runs = done(design, {f"c/tied/{r}/0": x for r, x in zip(rates, losses, strict=True)})
    tied = [name for name in names(design, runs, cell) if name.startswith("c/tied")]
    if next_rate is None:
        assert tied == ["c/tied/0.004/1", "c/tied/0.004/2"]
    else:
        assert tied == [f"c/tied/{next_rate}/0"]
        assert design.rate_of(cell, "tied", runs) is None


def test_a_sweep_goes_on_as_long_as_the_new_edge_is_best(design, cell):
    rates = ("0.002", "0.004", "0.008", "0.016")
    losses = {f"c/tied/{r}/0": x for r, x in zip(rates, (5, 4, 3, 2), strict=True)}
    runs = done(design, losses)
    tied = [name for name in names(design, runs, cell) if name.startswith("c/tied")]
    assert tied == ["c/tied/0.032/0"]
    assert design.rate_of(cell, "tied", runs) is None


def test_a_cell_without_a_sweep_waits_for_the_rates_of_another(design, cell, monkeypatch):
    other = design.Cell("other", 20, rates_of="c")
    monkeypatch.setattr(design, "CELLS", (cell, other))
    assert names(design, {}, other) == []
    losses = {f"c/tied/{r}/0": x for r, x in (("0.002", 5), ("0.004", 4), ("0.008", 5))}
    losses |= {f"c/untied/{r}/0": x for r, x in (("0.001", 5), ("0.002", 4), ("0.004", 5))}
    losses["c/untied/0.008/0"] = 6
    assert names(design, done(design, losses), other) == [
        f"other/{head}/{seed}" for seed in (0, 1, 2) for head in ("tied/0.004", "untied/0.002")
    ]


def test_a_cell_with_more_seeds_is_gone_on_with(design, cell, monkeypatch):
    losses = {f"c/{h}/{r}/0": x for h in ("tied", "untied") for r, x in RATES.items()}
    losses |= {f"c/{h}/0.004/{seed}": 4 for h in ("tied", "untied") for seed in (1, 2)}
    runs = done(design, losses)
    assert names(design, runs, cell) == []
    more = dataclasses.replace(cell, seeds=design.MORE)
    monkeypatch.setattr(design, "CELLS", (more,))
    assert names(design, runs, more) == [
        f"c/{head}/0.004/{seed}" for seed in (3, 4) for head in ("tied", "untied")
    ]
    assert design.described((more,))[0]["seeds"] == [0, 1, 2, 3, 4]


def test_the_wide_model_has_the_untied_ones_parameters_and_the_tied_ones_rate(design, cell):
    from lmhead.model import parameters

    wide, untied = (parameters(cell.config(head)) for head in ("wide", "untied"))
    assert wide == pytest.approx(untied, rel=0.02)
    assert cell.config("wide").tied
    assert cell.config("tied").width == cell.config("untied").width
    losses = {f"c/tied/{r}/0": x for r, x in (("0.002", 5), ("0.004", 4), ("0.008", 5))}
    runs = done(design, {**losses, "c/wide/0.004/0": 3})
    wide_cell = design.Cell("c", 2, heads=("wide",))
    assert names(design, runs, wide_cell) == ["c/wide/0.004/1", "c/wide/0.004/2"]


def test_every_cell_can_be_run_and_is_of_one_name_and_setting(design):
    by_name = {}
    for cell in design.CELLS:
        for head in cell.heads:
            config, recipe = cell.config(head), cell.recipe(1e-3)
            assert recipe.length == config.context
            assert recipe.steps % design.POINTS == 0
        setting = dataclasses.replace(cell, heads=())
        assert by_name.setdefault(cell.name, setting) == setting
        if cell.rates_of is not None:
            swept = next(c for c in design.CELLS if c.name == cell.rates_of)
            assert swept.rates_of is None
            assert (swept.body, swept.vocabulary) == (cell.body, cell.vocabulary)


@pytest.fixture
def corpus(torch):
    """300 passages of 10 tokens and an end, of 40 words."""
    from lmhead.corpus import Corpus

    rng = np.random.default_rng(0)

    def made(passages):
        words = rng.integers(2, 40, (passages, 10))
        return np.hstack([words, np.ones((passages, 1))]).astype(np.int32).ravel()

    return Corpus("made", 40, made(300), made(60), made(40))


def test_every_nth_passage_whole(design, corpus):
    from bench.study.running import every, text_of

    passages = corpus.train.reshape(-1, 11)
    assert np.array_equal(every(corpus.train, 3), passages[::3].ravel())
    # What follows the last end is a passage too.
    assert every(np.array([5, 1, 6, 1, 7]), 2).tolist() == [5, 1, 7]
    cell = design.Cell("c", 2)
    text = text_of(corpus, cell)
    assert text.train.size == 150 * 11
    assert text.valid.size == 10 * 11
    assert text.hash != corpus.hash
    other = text_of(corpus, dataclasses.replace(cell, part=3))
    assert other.valid.tolist() == text.valid.tolist()


def test_a_smaller_vocabulary_is_that_of_a_corpus_made_with_it(design):
    from bench.study.running import text_of
    from lmhead.corpus import from_words

    words = [[f"w{k}" for k in range(1, n)] for n in range(4, 40)]
    parts = {"train": words, "valid": words[::2], "test": words[:3]}
    large, small = (from_words("made", parts, {}, size) for size in (100, 12))
    found = text_of(large, design.Cell("c", 1, vocabulary=12))
    assert (found.size, found.words) == (small.size, small.words)
    assert found.train.tolist() == small.train.tolist()


def test_the_loss_of_knowing_how_often_words_occur(torch):
    from bench.study.running import unigram
    from lmhead.corpus import Corpus

    train, valid = np.array([0, 0, 0, 1]), np.array([0, 2])
    text = Corpus("made", 3, train, valid, valid)
    # Counts 3.5, 1.5, 0.5 of 5.5.
    expected = -(np.log(3.5 / 5.5) + np.log(0.5 / 5.5)) / 2
    assert unigram(text) == pytest.approx(expected)


@pytest.mark.slow
def test_a_study_is_written_run_by_run_and_gone_on_with(design, corpus, tmp_path, monkeypatch):
    from bench.study import running
    from lmhead import results

    small = design.Cell("c", 1, width=8, steps=8, first=(2e-3,))
    monkeypatch.setattr(design, "RATES", (2e-3,))  # there is nothing beyond
    asked = {"cells": (small,), "design": (small,), "corpus": corpus}
    file, said = tmp_path / "study.json", []

    began = running.study(file, **asked, minutes=0, told=said.append)
    assert began["runs"] == {}
    assert said == []
    assert {each["head"] for each in began["design"]["not_yet_measured"]} == {"tied", "untied"}

    running.study(file, **asked, told=said.append)
    data = results.load_results(file)
    assert len(said) == len(data["runs"]) == 6
    assert data["design"]["not_yet_measured"] == []
    assert data["corpus"]["hash"] == corpus.hash
    found = results.difference(data, "c")
    assert set(found.pairs) == {0, 1, 2}
    stated = next(d for d in data["differences"] if (d["when"], d["head"]) == ("best", "tied"))
    assert stated["mean"] == pytest.approx(found.mean, abs=1e-5)
    # The run that it names is the one that `train` makes, to the digits that are kept.
    from lmhead.training.loop import train

    again = train(small.config("tied"), small.recipe(2e-3), running.text_of(corpus, small), 1)
    kept = data["runs"]["c/tied/0.002/1"]
    assert kept["valid"] == [[step, round(loss, 5)] for step, loss in again.valid]

    # A run that is lost is made again, and no other.
    del data["runs"]["c/tied/0.002/1"]
    file.write_text(json.dumps(data), "utf-8")
    said.clear()
    running.study(file, **asked, told=said.append)
    assert [line.split()[1] for line in said] == ["c/tied/0.002/1:"]
    assert results.load_results(file)["runs"]["c/tied/0.002/1"]["valid"] == kept["valid"]

    other = dataclasses.replace(corpus, train=corpus.train[:-11])
    with pytest.raises(SystemExit, match="another text"):
        running.study(file, **{**asked, "corpus": other})

"""The experiment's machinery on a text of a few thousand tokens."""

import contextlib
import dataclasses
import json
import math
import multiprocessing
import os

import numpy as np
import pytest

pytestmark = pytest.mark.torch

V, T = 40, 8


@pytest.fixture(scope="module")
def text():
    """A text in which each token tells the next but for noise."""
    from lmhead.corpus import Corpus

    rng = np.random.default_rng(0)

    def made(length):
        tokens = [0]
        for _ in range(length - 1):
            sure = rng.random() < 0.8
            tokens.append((3 * tokens[-1] + 1) % V if sure else int(rng.integers(V)))
        return np.array(tokens, dtype=np.int32)

    return Corpus("noise", V, made(4000), made(500), made(400))


@pytest.fixture
def shape(torch):
    from lmhead.model import Config

    torch.manual_seed(0)
    return Config(vocabulary=V, context=T, width=16, layers=1, heads=2, dropout=0.1)


@pytest.fixture
def recipe():
    from lmhead.training.settings import Recipe

    return Recipe(batch=4, length=T, steps=24, rate=1e-2, warmup=4, every=8)


def run(text, shape, recipe, seed=1, **options):
    import torch

    from lmhead.training.loop import train

    return train(shape, recipe, text, seed, device=torch.device("cpu"), **options)


def figures(run):
    """Everything that has to be the same in two runs: all but the clock."""
    return dataclasses.replace(run, seconds=0.0).to_json()


# -- the loop ------------------------------------------------------------------------------


def test_it_learns_and_the_first_loss_is_that_of_knowing_nothing(text, shape, recipe):
    longer = dataclasses.replace(recipe, steps=200)
    done = run(text, dataclasses.replace(shape, dropout=0.0), longer)
    (first, start), (last, end) = done.valid[0], done.valid[-1]
    assert (first, last) == (0, 200)
    assert abs(start - math.log(V)) < 0.05
    # What nobody can know: 0.8 + 0.2/V for the likely token, 0.2/V for each other one.
    likely, other = 0.8 + 0.2 / V, 0.2 / V
    entropy = -likely * math.log(likely) - (V - 1) * other * math.log(other)
    assert entropy - 0.1 < end < start - 1
    assert done.tokens == 200 * 4 * T


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others(text, shape, recipe):
    first = figures(run(text, shape, recipe))
    assert figures(run(text, shape, recipe)) == first
    assert figures(run(text, shape, recipe, seed=2))["valid"] != first["valid"]


def test_a_run_that_was_stopped_goes_on_with_the_same_numbers(text, shape, recipe, tmp_path):
    whole = figures(run(text, shape, recipe))

    class Stop(Exception):
        pass

    def stop(progress):
        if progress.step == 13:  # five steps after the checkpoint
            raise Stop

    keep = tmp_path / "run.pt"
    with pytest.raises(Stop):
        run(text, shape, recipe, keep=keep, told=stop)
    steps = []
    again = run(text, shape, recipe, keep=keep, told=lambda at: steps.append(at.step))
    assert steps[0] == 9
    assert figures(again) == whole


def test_time_that_is_over_stops_at_a_validation_and_says_so(text, shape, recipe):
    done = run(text, shape, recipe, seconds=0.0)
    assert done.steps == 8
    assert done.stopped == "after 8 of 24 steps, as its time was over"
    assert done.test is not None


def test_the_rate_rises_and_falls_as_stated(recipe):
    rates = [recipe.rate_at(step) for step in range(recipe.steps)]
    assert rates[:4] == pytest.approx([2.5e-3, 5e-3, 7.5e-3, 1e-2])
    assert rates[4] == pytest.approx(1e-2)
    assert rates[14] == pytest.approx(5.5e-3)  # half way: between 1 and a tenth
    assert recipe.rate_at(recipe.steps) == pytest.approx(1e-3)


def test_weight_decay_is_on_tables_and_matrices_alone(torch, shape, recipe):
    from lmhead.model import LanguageModel
    from lmhead.training.loop import make_optimizer

    optimizer = make_optimizer(LanguageModel(shape), recipe)
    for group in optimizer.param_groups:
        ranks = {parameter.ndim for parameter in group["params"]}
        assert ranks == ({2} if group["weight_decay"] else {1})
    assert optimizer.param_groups[0]["weight_decay"] == recipe.decay


# -- batches -------------------------------------------------------------------------------


def test_each_window_comes_once_an_epoch_and_targets_are_the_tokens_after(torch, text):
    from lmhead.corpus import Corpus
    from lmhead.training.batches import Batches

    tokens = np.arange(1000, dtype=np.int32)  # a token is its place
    batches = Batches(tokens, 4, T, seed=3)
    starts = []
    for step in range(batches.an_epoch):
        x, y = batches.at(step)
        assert torch.equal(y, x + 1)
        starts += x[:, 0].tolist()
    assert sorted(starts) == list(range(min(starts), min(starts) + 4 * T * batches.an_epoch, T))
    later = [batches.at(batches.an_epoch + step)[0][:, 0].tolist() for step in range(3)]
    assert later != [batches.at(step)[0][:, 0].tolist() for step in range(3)]
    assert isinstance(text, Corpus)


def test_two_processes_share_a_batch(torch):
    from lmhead.training.batches import Batches

    tokens = np.arange(1000, dtype=np.int32)
    whole = Batches(tokens, 4, T, seed=3).at(5)[0]
    halves = [Batches(tokens, 4, T, 3, part, 2).at(5)[0] for part in (0, 1)]
    assert torch.equal(torch.cat(halves), whole)


# -- the comparison ------------------------------------------------------------------------


def test_the_matched_model_is_the_nearest_in_parameters(torch):
    from lmhead.model import parameters, preset
    from lmhead.training.settings import matched

    untied = preset("tiny", tied=False)
    tied = matched(untied)
    gap = abs(parameters(tied) - parameters(untied))
    assert tied.tied
    for change in (-4, 4):
        other = dataclasses.replace(tied, width=tied.width + change)
        assert gap <= abs(parameters(other) - parameters(untied))


def test_an_experiment_pairs_seeds_keeps_what_is_done_and_goes_on(
    torch, text, shape, recipe, tmp_path
):
    from lmhead.training.experiment import Experiment, variants

    def experiment(seeds):
        chosen = variants(shape, recipe, "both", "width")
        file = tmp_path / "result.json"
        return Experiment(chosen, seeds, text, torch.device("cpu"), file, tmp_path / "checkpoints")

    first = [(variant.name, run.seed) for variant, run in experiment([0]).run()]
    assert first == [("tied", 0), ("untied", 0)]
    told = []
    list(experiment([0, 1]).run(lambda variant, seed, at: told.append(seed)))
    assert set(told) == {1}
    data = json.loads((tmp_path / "result.json").read_text("utf-8"))
    assert set(data["runs"]) == {"tied-0", "untied-0", "tied-1", "untied-1"}
    best = {name: min(loss for _, loss in data["runs"][name]["valid"]) for name in data["runs"]}
    differences = [best[f"tied-{seed}"] - best[f"untied-{seed}"] for seed in (0, 1)]
    assert data["comparison"]["difference"]["mean"] == pytest.approx(np.mean(differences))
    assert data["comparison"]["difference"]["spread"] == pytest.approx(np.std(differences, ddof=1))
    assert data["corpus"]["hash"] == text.hash
    assert data["environment"]["torch"] == torch.__version__.split("+")[0]
    assert not list((tmp_path / "checkpoints").iterdir())


@pytest.mark.slow
def test_the_numbers_do_not_depend_on_how_many_runs_are_made_at_a_time(
    torch, text, shape, recipe, tmp_path
):
    from lmhead.training.experiment import Experiment, variants

    def found(jobs):
        chosen = variants(shape, recipe, "both", "width")
        cpu, folder = torch.device("cpu"), tmp_path / str(jobs)
        file = folder / "result.json"
        experiment = Experiment(chosen, [0, 1], text, cpu, file, folder / "checkpoints", jobs=jobs)
        told = []
        made = list(experiment.run(lambda variant, seed, at: told.append(at.step)))
        assert sorted(told) == sorted([*range(1, 25)] * 4)
        assert not list((folder / "checkpoints").iterdir())
        data = json.loads(file.read_text("utf-8"))
        assert data["environment"]["threads"] == 1
        assert len(data["runs"]) == 4
        return {(variant.name, run.seed): figures(run) for variant, run in made}

    assert found(2) == found(1)


@pytest.mark.slow
def test_a_fault_in_one_of_two_runs_ends_both_with_its_sentence(
    torch, text, shape, recipe, tmp_path
):
    from lmhead.training.experiment import Experiment, variants
    from lmhead.training.settings import TrainingProblem

    wild = dataclasses.replace(recipe, rate=1e30, clip=1e30)
    chosen = variants(shape, wild, "both", "width")
    cpu = torch.device("cpu")
    experiment = Experiment(chosen, [0], text, cpu, tmp_path / "result.json", jobs=2)
    with pytest.raises(TrainingProblem, match=r"the loss became nan at step \d+: lower --rate"):
        list(experiment.run())
    assert not multiprocessing.active_children()


def test_rows_by_frequency(torch, text, shape, recipe):
    done = run(text, dataclasses.replace(shape, tied=False), recipe)
    found = done.rows["bands"]
    assert [band["ranks"] for band in found] == [[0, 10], [10, 40]]
    assert sum(band["occurrences"] for band in found) == text.train.size
    windows = (text.valid.size - 1) // T
    assert sum(band["targets"] for band in found) == windows * T
    mean = sum(band["loss"] * band["targets"] for band in found) / (windows * T)
    assert mean == pytest.approx(done.valid[-1][1], rel=1e-5)
    assert all(band["input"]["moved"] > 0 for band in found)
    assert found[0]["occurrences"] / 10 > found[1]["occurrences"] / 30


# -- what stops a run ----------------------------------------------------------------------


def test_each_fault_is_a_sentence(torch, text, shape, recipe, tmp_path, monkeypatch):
    from lmhead.training.experiment import Experiment, variants
    from lmhead.training.loop import choose_device
    from lmhead.training.settings import TrainingProblem

    def refused(match, function, *args, **kwargs):
        with pytest.raises(TrainingProblem, match=match) as caught:
            function(*args, **kwargs)
        assert "\n" not in str(caught.value)

    small = dataclasses.replace(shape, vocabulary=30)
    refused(r"has 40 different tokens and the table 30 rows", run, text, small, recipe)
    short = dataclasses.replace(text, train=text.train[:30])
    refused(r"the text has 30 tokens, and one batch takes 4 x 8 \+ 8", run, short, shape, recipe)
    short = dataclasses.replace(text, valid=text.valid[:5])
    refused(r"validate on has 5 tokens, fewer than one window of 8", run, short, shape, recipe)
    refused("device 'toaster' is not here", choose_device, "toaster")
    refused("the head is 'loose'", variants, shape, recipe, "loose", "width")
    refused("match is 'price'", variants, shape, recipe, "both", "price")
    refused("learning rate is 0", dataclasses.replace, recipe, rate=0.0)
    wild = dataclasses.replace(recipe, rate=1e30, clip=1e30)
    refused(r"the loss became nan at step 2: lower --rate \(it is 1e\+30\)", run, text, shape, wild)

    def fails(*args, **kwargs):
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")

    with monkeypatch.context() as patch:
        patch.setattr(torch.nn.Embedding, "forward", fails)
        too_large = r"cpu has too little memory for batches of 4 sequences of 8 tokens: lower --b"
        refused(too_large, run, text, shape, recipe)
    with monkeypatch.context() as patch:  # what a step leaves may be wrong, and its loss right
        from lmhead.training import loop

        patch.setattr(loop, "validate", lambda *about: math.nan)
        refused(
            r"the loss on the text to validate on became nan at step 0", run, text, shape, recipe
        )

    keep = tmp_path / "run.pt"
    run(text, shape, dataclasses.replace(recipe, steps=8), keep=keep)
    other = r"is of another run: its recipe is steps 8, and this run's is steps 24\. Delete it"
    refused(other, run, text, shape, recipe, keep=keep)
    eight, wider = dataclasses.replace(recipe, steps=8), dataclasses.replace(shape, width=32)
    other = r"its config is width 16, tied True, and this run's is width 32, tied False\."
    untied = dataclasses.replace(wider, tied=False)
    refused(other, run, text, untied, eight, keep=keep)
    other = r"its seed is 1, and this run's is 2\."
    refused(other, run, text, shape, eight, seed=2, keep=keep)
    in_the_way = tmp_path / "file"
    in_the_way.write_text("", "utf-8")
    chosen = variants(shape, dataclasses.replace(recipe, steps=1), "tied", "width")
    nowhere = Experiment(chosen, [0], text, torch.device("cpu"), in_the_way / "result.json")
    refused(r"result.json cannot be written: ", lambda: list(nowhere.run()))
    keep.write_bytes(b"not a checkpoint")
    refused(
        "is not a checkpoint of this program, or is damaged", run, text, shape, recipe, keep=keep
    )


def test_no_room_for_a_checkpoint_leaves_the_one_before(text, shape, recipe, tmp_path, monkeypatch):
    import torch

    from lmhead.training import checkpoint
    from lmhead.training.settings import TrainingProblem

    keep = tmp_path / "run.pt"
    checkpoint.save(keep, {"run": {}, "step": 1})
    before = keep.read_bytes()

    class Full:
        """A file on a disk that has room for so many bytes more."""

        def __init__(self, file, room=4000):
            self.file, self.room = file, room

        def write(self, data):
            self.room -= len(data)
            if self.room < 0:
                raise OSError(28, "No space left on device")
            return self.file.write(data)

        def __getattr__(self, name):
            return getattr(self.file, name)

    @contextlib.contextmanager
    def nearly_full(*about, real=checkpoint.whole_file, **more):
        with real(*about, **more) as file:
            yield Full(file)

    monkeypatch.setattr(checkpoint, "whole_file", nearly_full)
    with pytest.raises(TrainingProblem, match=r"\(No space left on device\).* Make room, or name"):
        run(text, shape, recipe, keep=tmp_path / "other.pt")
    under_a_file = keep / "other.pt"
    with pytest.raises(TrainingProblem, match=r"cannot be written \((File|Not).*\. Name another"):
        checkpoint.save(under_a_file, {"run": {}})
    with pytest.raises(TrainingProblem, match="the one before it, if any, is as it was"):
        checkpoint.save(keep, {"run": {}, "table": torch.zeros(2000)})
    assert keep.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["run.pt"]


@pytest.mark.filterwarnings("ignore:Detected pickle protocol")
def test_a_checkpoint_with_code_in_it_is_not_run(torch, shape, text, recipe, tmp_path):
    import pickle

    from lmhead.training.settings import TrainingProblem

    class Trap:
        def __reduce__(self):
            return (os.mkdir, (str(tmp_path / "sprung"),))

    keep = tmp_path / "run.pt"
    keep.write_bytes(pickle.dumps({"run": Trap()}))
    with pytest.raises(TrainingProblem, match="is not a checkpoint"):
        run(text, shape, recipe, keep=keep)
    assert not (tmp_path / "sprung").exists()

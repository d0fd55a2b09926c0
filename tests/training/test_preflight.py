"""What can be refused is refused before the first step, and names what is wrong."""

import dataclasses
import math
from types import SimpleNamespace

import numpy as np
import pytest

from tests.training.small import run

pytestmark = pytest.mark.torch


def refused(match, function, *args, **kwargs):
    from lmhead.training.settings import TrainingProblem

    with pytest.raises(TrainingProblem, match=match) as caught:
        function(*args, **kwargs)
    assert "\n" not in str(caught.value)


@pytest.fixture
def no_step(monkeypatch):
    """Fails the test if a step is made."""
    from lmhead.training.loop import UnderWay

    monkeypatch.setattr(UnderWay, "step", lambda self: pytest.fail("a step was made"))


def texts(text):
    """What is wrong with a text, and how that is said."""
    wrong = np.array([0, 1, 41, 2] * 200, dtype=np.int32)
    return [
        ({"size": 50}, r"has 50 different tokens and the table 40 rows"),
        ({"train": text.train[:30]}, r"to train on has 30 tokens, and one batch takes 4 x 8 \+ 9"),
        ({"train": text.train[:0]}, r"to train on has 0 tokens"),
        ({"valid": text.valid[:5]}, r"validate on has 5 tokens, fewer than the 9 of one window"),
        ({"valid": text.valid[:0]}, r"validate on has 0 tokens, fewer than"),
        ({"test": text.test[:8]}, r"test on has 8 tokens, fewer.*lower --length \(it is 8\)"),
        ({"test": text.test[:0]}, r"test on has 0 tokens, fewer than"),
        ({"train": wrong}, r"to train on has the token 41, and its vocabulary the tokens 0 to 39"),
        ({"valid": -wrong}, r"to validate on has the token -41"),
        ({"test": wrong}, r"to test on has the token 41"),
        ({"test": wrong.astype(float)}, r"to test on has the shape \(800,\) and the type float64"),
        ({"valid": wrong.reshape(2, -1)}, r"to validate on has the shape \(2, 400\)"),
    ]


@pytest.mark.parametrize("index", range(12))
def test_a_text_that_is_no_text_for_this_run_is_named(no_step, text, shape, recipe, index):
    changes, said = texts(text)[index]
    refused(said, run, dataclasses.replace(text, **changes), shape, recipe)


def test_a_sequence_longer_than_the_context_is_said_and_an_lstm_has_none(
    no_step, text, shape, recipe
):
    from lmhead.training.preflight import refuse

    long = dataclasses.replace(recipe, length=9)
    refused(r"length is 9 and the model's context 8: take a --length of 8", run, text, shape, long)
    refuse(dataclasses.replace(shape, body="lstm"), long, text)


@pytest.mark.parametrize("seed", [-1, 0.5, 2**32, True, "1", None])
def test_a_seed_that_no_generator_takes_is_said(no_step, text, shape, recipe, seed):
    refused("a seed is", run, text, shape, recipe, seed=seed)


def test_an_experiment_refuses_before_its_first_run(torch, no_step, text, shape, recipe, tmp_path):
    """Also what only a later run would meet: its checkpoint, its batch, its folder."""
    from lmhead.training.experiment import Experiment, variants

    def experiment(seeds=(0,), corpus=text, **more):
        chosen = variants(shape, recipe, "both", "width")
        cpu = torch.device("cpu")
        about = {"file": tmp_path / "result.json", "checkpoints": tmp_path / "kept", **more}
        return Experiment(chosen, list(seeds), corpus, cpu, **about)

    def all_of(each):
        return list(each.run())

    refused("there is no seed", all_of, experiment([]))
    refused("the seed 1 is there twice", all_of, experiment([0, 1, 1]))
    refused("a seed is -1", all_of, experiment([0, -1]))
    for minutes in (0, -1.0, math.nan):
        refused(f"minutes is {minutes}; it has to be above 0", all_of, experiment(minutes=minutes))
    refused("jobs is 0; it has to be a whole number above 0", all_of, experiment(jobs=0))
    short = dataclasses.replace(text, test=text.test[:4])
    refused("the text to test on has 4 tokens", all_of, experiment(corpus=short))
    in_the_way = tmp_path / "file"
    in_the_way.write_text("", "utf-8")
    refused(
        r"nothing can be written in .*file \(it is a file\): name another folder with --out",
        all_of,
        experiment(file=in_the_way / "result.json"),
    )
    below = in_the_way / "deep" / "er"
    said = r"nothing can be written in .*file/deep/er \(Not a"
    refused(said, all_of, experiment(checkpoints=below))
    (tmp_path / "folder").mkdir()
    refused("folder is a folder", all_of, experiment(file=tmp_path / "folder"))
    (tmp_path / "result.json").write_text('{"schema": 1, "runs": []}', "utf-8")
    refused(r"result.json is not a result of this program: delete it", all_of, experiment())
    assert (tmp_path / "result.json").read_text("utf-8") == '{"schema": 1, "runs": []}'
    (tmp_path / "result.json").unlink()

    later = experiment([0, 1])  # the last run's checkpoint is damaged
    keep = later._checkpoint(later.variants[1], 1)
    keep.write_bytes(b"half of it")
    refused("is not a checkpoint of this program, or is damaged", all_of, later)


def test_a_folder_without_room_for_a_checkpoint_is_said(tmp_path, monkeypatch):
    from lmhead.model import parameters, preset
    from lmhead.training import preflight

    configs = [preset("tiny"), preset("tiny", tied=False)]
    room = []
    monkeypatch.setattr(preflight.shutil, "disk_usage", lambda path: SimpleNamespace(free=room[0]))
    room[:] = [10**9]
    preflight.refuse_full_disk(tmp_path, configs)
    # What a checkpoint holds: three numbers for each parameter, and the tables as they were.
    tables = [96 * 10_000, 2 * 96 * 10_000]
    needed = sum(4 * (3 * parameters(c) + t) for c, t in zip(configs, tables, strict=True))
    room[:] = [needed - 1]
    said = rf"take {needed / 1e6:.0f} MB and .* has room for {needed / 1e6:.0f} MB: make room"
    refused(said, preflight.refuse_full_disk, tmp_path, configs)
    room[:] = [needed]
    preflight.refuse_full_disk(tmp_path, configs)


def test_each_fault_is_a_sentence(torch, text, shape, recipe, monkeypatch):
    from lmhead.training.experiment import variants
    from lmhead.training.loop import choose_device

    small = dataclasses.replace(shape, vocabulary=30)
    refused(r"has 40 different tokens and the table 30 rows", run, text, small, recipe)
    refused("device 'toaster' is not here", choose_device, "toaster")
    refused("the head is 'loose'", variants, shape, recipe, "loose", "width")
    refused("match is 'price'", variants, shape, recipe, "both", "price")
    refused("learning rate is 0", dataclasses.replace, recipe, rate=0.0)
    refused("seconds is nan", run, text, shape, recipe, seconds=math.nan)
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

        patch.setattr(loop, "summed_loss", lambda *about: math.nan)
        refused(
            r"the loss on the text to validate on became nan at step 0", run, text, shape, recipe
        )

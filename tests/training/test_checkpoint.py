"""Checkpoints: what is refused, and what a full disk leaves."""

import contextlib
import dataclasses
import os
import pickle

import pytest

from tests.training.small import run

pytestmark = pytest.mark.torch


def test_a_checkpoint_of_another_run_or_a_damaged_one_is_a_sentence(text, shape, recipe, tmp_path):
    from lmhead.training.settings import TrainingProblem

    def refused(match, *args, **kwargs):
        with pytest.raises(TrainingProblem, match=match) as caught:
            run(*args, **kwargs)
        assert "\n" not in str(caught.value)

    keep = tmp_path / "run.pt"
    run(text, shape, dataclasses.replace(recipe, steps=8), keep=keep)
    other = r"is of another run: its recipe is steps 8, and this run's is steps 24\. Delete it"
    refused(other, text, shape, recipe, keep=keep)
    eight, wider = dataclasses.replace(recipe, steps=8), dataclasses.replace(shape, width=32)
    other = r"its config is width 16, tied True, and this run's is width 32, tied False\."
    untied = dataclasses.replace(wider, tied=False)
    refused(other, text, untied, eight, keep=keep)
    other = r"its seed is 1, and this run's is 2\."
    refused(other, text, shape, eight, seed=2, keep=keep)
    whole = keep.read_bytes()
    for damaged in (b"not a checkpoint", b"", whole[: len(whole) // 2]):
        keep.write_bytes(damaged)
        refused("is not a checkpoint of this program, or is damaged", text, shape, eight, keep=keep)


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
    from lmhead.training import checkpoint
    from lmhead.training.settings import TrainingProblem

    class Trap:
        def __reduce__(self):
            return (os.mkdir, (str(tmp_path / "sprung"),))

    keep = tmp_path / "run.pt"
    keep.write_bytes(pickle.dumps({"run": Trap()}))
    with pytest.raises(TrainingProblem, match="is not a checkpoint"):
        run(text, shape, recipe, keep=keep)
    with pytest.raises(TrainingProblem, match="is not a checkpoint"):
        checkpoint.whose(keep)
    assert not (tmp_path / "sprung").exists()


def test_whose_a_checkpoint_is_can_be_asked(text, shape, recipe, tmp_path):
    from lmhead.training import checkpoint

    keep = tmp_path / "run.pt"
    assert checkpoint.whose(keep) is None
    run(text, shape, dataclasses.replace(recipe, steps=8), keep=keep)
    found = checkpoint.whose(keep)
    assert (found["steps"], found["seed"], found["config"]["width"]) == (8, 1, 16)


def test_what_has_diverged_is_not_kept(text, shape, recipe, tmp_path, torch):
    """On an accelerator a loss is read at validations alone; before it is kept it is looked at."""
    from lmhead.training.loop import UnderWay
    from lmhead.training.settings import TrainingProblem

    keep = tmp_path / "run.pt"
    under_way = UnderWay(shape, recipe, text, 1, torch.device("cpu"), keep)
    under_way.step()
    under_way.kept()
    before = keep.read_bytes()
    under_way.step()
    under_way.losses[-1] = torch.tensor(torch.nan)
    with pytest.raises(TrainingProblem, match="the loss became nan at step 2: lower --rate"):
        under_way.kept()
    assert keep.read_bytes() == before

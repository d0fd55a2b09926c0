"""The loop on a text of a few thousand tokens: what it learns, and when it stops."""

import dataclasses
import math

import pytest

from tests.training.small import Clock, T, V, figures, run

pytestmark = pytest.mark.torch


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


class Stop(Exception):
    pass


@pytest.mark.parametrize("at", [1, 8, 13, 24])
def test_a_run_that_was_stopped_goes_on_with_the_same_numbers(text, shape, recipe, tmp_path, at):
    whole = figures(run(text, shape, recipe))

    def stop(progress):
        if progress.step == at:
            raise Stop

    keep = tmp_path / "run.pt"
    with pytest.raises(Stop):
        run(text, shape, recipe, keep=keep, told=stop)
    steps = []
    again = run(text, shape, recipe, keep=keep, told=lambda progress: steps.append(progress.step))
    assert steps == list(range(at + 1, 25))
    assert figures(again) == whole


@pytest.mark.parametrize("where", ["forward", "backward", "validation", "optimizer"])
def test_a_run_goes_on_from_its_last_whole_step_wherever_it_was_stopped(
    torch, text, shape, recipe, tmp_path, monkeypatch, where
):
    """An exception as Ctrl-C raises it, in the twelfth call of a function."""
    from lmhead.model import LanguageModel
    from lmhead.training import loop

    whole = figures(run(text, shape, recipe))
    owner, name = {
        "forward": (LanguageModel, "loss"),
        "backward": (torch.Tensor, "backward"),
        "validation": (loop, "summed_loss"),
        "optimizer": (torch.optim.AdamW, "step"),
    }[where]
    real, calls = getattr(owner, name), []

    def stopped(*about, **more):
        calls.append(None)
        drawn = real(*about, **more)  # random numbers are drawn, weights changed: and then
        if len(calls) == (20 if where in ("validation", "forward") else 12):
            raise KeyboardInterrupt
        return drawn

    keep = tmp_path / "run.pt"
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, stopped)
        with pytest.raises(KeyboardInterrupt):
            run(text, shape, recipe, keep=keep)
    # In the middle of AdamW's step there is no state to keep: the last checkpoint stays, here none.
    assert keep.exists() == (where != "optimizer")
    assert figures(run(text, shape, recipe, keep=keep)) == whole


# -- the clock -----------------------------------------------------------------------------


def stopped_and_whole(text, shape, recipe, tmp_path, seconds, monkeypatch, tick):
    """A run under a clock that ticks at each look, called until it is at its end."""
    from lmhead.training import loop

    whole = figures(run(text, shape, recipe))
    keep = tmp_path / "run.pt"
    with monkeypatch.context() as patch:
        patch.setattr(loop, "time", Clock(tick))
        calls = [run(text, shape, recipe, keep=keep, seconds=seconds)]
        while calls[-1].stopped:
            assert len(calls) < 60
            calls.append(run(text, shape, recipe, keep=keep, seconds=seconds))
    assert figures(calls[-1]) == whole
    return calls


def test_time_is_looked_at_after_each_step_and_the_run_goes_on_later(
    text, shape, recipe, tmp_path, monkeypatch
):
    calls = stopped_and_whole(text, shape, recipe, tmp_path, 50.0, monkeypatch, tick=2.0)
    assert {call.steps % recipe.every for call in calls} > {0}  # not at validations alone
    first = calls[0]
    assert 0 < first.steps < recipe.steps
    assert first.stopped == f"after {first.steps} of 24 steps, as its time was over"
    assert first.test is None
    assert all(step <= first.steps for step, _ in first.valid)


def test_time_that_is_over_at_once_stops_within_a_validation_and_still_ends_some_day(
    text, shape, recipe, tmp_path, monkeypatch
):
    short = dataclasses.replace(text, valid=text.valid[:100], test=text.test[:60])
    plan = dataclasses.replace(recipe, steps=6, every=3)
    calls = stopped_and_whole(short, shape, plan, tmp_path, 0.0, monkeypatch, tick=1.0)
    assert calls[0].steps == 0
    assert calls[0].valid == []
    assert "the text to validate on was looked at the first time" in calls[0].stopped
    assert any("the text to test on was looked at" in call.stopped for call in calls[:-1])
    made = [call.steps for call in calls]
    assert made == sorted(made)


def test_checkpoints_come_by_the_clock(text, shape, recipe, tmp_path, monkeypatch):
    """One each half minute, and more seldom where writing one takes long."""
    from lmhead.training import checkpoint, loop

    clock, taken = Clock(), 0.0
    monkeypatch.setattr(loop, "time", clock)
    saved = []

    def save(path, state):
        saved.append((state["figures"]["steps"], clock.now))
        clock.now += taken

    monkeypatch.setattr(checkpoint, "save", save)

    def told(progress):
        clock.now += 9.0

    run(text, shape, recipe, keep=tmp_path / "run.pt", told=told)
    assert [step for step, _ in saved] == [4, 8, 12, 16, 20, 24]
    saved.clear()
    taken = 4.5  # of which 20 are 90 seconds, 10 steps
    run(text, shape, recipe, keep=tmp_path / "run.pt", told=told)
    assert [step for step, _ in saved] == [4, 14, 24]


def test_weight_decay_is_on_tables_and_matrices_alone(torch, shape, recipe):
    from lmhead.model import LanguageModel
    from lmhead.training.loop import make_optimizer

    optimizer = make_optimizer(LanguageModel(shape), recipe)
    for group in optimizer.param_groups:
        ranks = {parameter.ndim for parameter in group["params"]}
        assert ranks == ({2} if group["weight_decay"] else {1})
    assert optimizer.param_groups[0]["weight_decay"] == recipe.decay


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

"""Several runs: which are made, for how long, and what stays of them in a folder."""

import dataclasses
import json
import multiprocessing
from types import SimpleNamespace

import numpy as np
import pytest

from tests.training.small import Clock, figures

pytestmark = pytest.mark.torch


@pytest.fixture
def experiment(torch, text, shape, recipe, tmp_path):
    """Makes an experiment of both heads whose files are in tmp_path."""
    from lmhead.training.experiment import Experiment, files_of, variants

    def made(seeds=(0,), head="both", match="width", plan=recipe, config=shape, **more):
        cpu = torch.device("cpu")
        both = variants(config, plan, "both", match)
        file, own = files_of(tmp_path, "noise", both, text, cpu)
        return Experiment(
            variants(config, plan, head, match),
            list(seeds),
            text,
            cpu,
            file,
            tmp_path / "checkpoints",
            earlier=sorted(tmp_path.glob("*.json")),
            instead=own,
            **more,
        )

    return made


def made_by(experiment):
    """Run it. Returns name -> run, and the names of those that were made in this call."""
    made = set()
    found = {
        f"{variant.name}-{run.seed}": run
        for variant, run in experiment.run(lambda v, seed, at: made.add(f"{v.name}-{seed}"))
    }
    return found, made


def result(experiment):
    return json.loads(experiment.file.read_text("utf-8"))


def test_an_experiment_pairs_seeds_keeps_what_is_done_and_goes_on(
    torch, text, experiment, tmp_path
):
    first = [(variant.name, run.seed) for variant, run in experiment([0]).run()]
    assert first == [("tied", 0), ("untied", 0)]
    more = experiment([0, 1])
    assert made_by(more)[1] == {"tied-1", "untied-1"}
    data = result(more)
    assert set(data["runs"]) == {"tied-0", "untied-0", "tied-1", "untied-1"}
    best = {name: min(loss for _, loss in data["runs"][name]["valid"]) for name in data["runs"]}
    differences = [best[f"tied-{seed}"] - best[f"untied-{seed}"] for seed in (0, 1)]
    assert data["comparison"]["difference"]["mean"] == pytest.approx(np.mean(differences))
    assert data["comparison"]["difference"]["spread"] == pytest.approx(np.std(differences, ddof=1))
    assert data["corpus"]["hash"] == text.hash
    assert data["environment"]["torch"] == torch.__version__.split("+")[0]
    assert not list((tmp_path / "checkpoints").iterdir())


def test_a_head_that_is_made_later_joins_the_other(experiment):
    tied = experiment(head="tied")
    assert made_by(tied)[1] == {"tied-0"}
    assert result(tied)["comparison"]["pairs"] == {}
    both = experiment()
    assert made_by(both)[1] == {"untied-0"}
    assert both.file == tied.file
    assert set(result(both)["runs"]) == {"tied-0", "untied-0"}
    assert set(result(both)["comparison"]["pairs"]) == {"0"}


def test_other_settings_are_another_experiment_and_equal_runs_are_taken_from_it(
    experiment, recipe, shape
):
    first = experiment()
    made_by(first)
    before = first.file.read_bytes()
    slower = experiment(plan=dataclasses.replace(recipe, rate=1e-3))
    assert made_by(slower)[1] == {"tied-0", "untied-0"}
    # At equal parameters the untied model is the same one.
    wider = experiment(match="parameters")
    found, made = made_by(wider)
    assert made == {"tied-0"}
    there = {**result(first)["runs"]["untied-0"], "seconds": 0.0}
    assert json.loads(json.dumps(figures(found["untied-0"]))) == there
    narrow = experiment(config=dataclasses.replace(shape, width=8))
    assert made_by(narrow)[1] == {"tied-0", "untied-0"}
    assert len({each.file for each in (first, slower, wider, narrow)}) == 4
    assert first.file.read_bytes() == before


def test_a_stopped_run_of_one_experiment_is_not_in_the_way_of_another(experiment, recipe, tmp_path):
    class Stop(Exception):
        pass

    def stop(variant, seed, progress):
        raise Stop

    for plan in (recipe, dataclasses.replace(recipe, rate=1e-3)):
        with pytest.raises(Stop):
            list(experiment(head="tied", plan=plan).run(stop))
    assert len(list((tmp_path / "checkpoints").glob("tied-0-*.pt"))) == 2
    assert made_by(experiment(head="tied"))[1] == {"tied-0"}
    assert len(list((tmp_path / "checkpoints").glob("tied-0-*.pt"))) == 1


@pytest.mark.parametrize("where", ["noise.json", "tiny-docstrings-width.json"])
def test_a_result_of_lmhead_0_1_0_is_gone_on_with(experiment, recipe, tmp_path, where):
    """Its files had no digest, and its runs no state where their time had ended them."""
    from lmhead.training import checkpoint

    first = experiment([0, 1])
    found, _ = made_by(first)
    data = result(first)
    data["schema"] = 1
    data["comparison"] = {name: data["comparison"][name] for name in ("pairs", "difference")}
    stopped = data["runs"]["untied-0"]
    stopped["stopped"] = "after 16 of 24 steps, as its time was over"
    del data["runs"]["untied-1"], data["runs"]["tied-1"]
    first.file.unlink()
    (tmp_path / where).write_text(json.dumps(data), "utf-8")

    # A checkpoint of a validation, of a run that was stopped by hand.
    class Stop(Exception):
        pass

    def stop(variant, seed, progress):
        if progress.step == 8:
            raise Stop

    with pytest.raises(Stop):
        list(experiment([1], head="tied").run(stop))
    (kept,) = (tmp_path / "checkpoints").iterdir()
    state = checkpoint._read(kept)
    for name in ("losses", "looked"):
        del state[name]
    kept.unlink()
    checkpoint.save(tmp_path / "checkpoints" / "tied-1.pt", state)

    again, noted, steps = experiment([0, 1]), [], {}

    def told(variant, seed, progress):
        steps.setdefault(f"{variant.name}-{seed}", progress.step)

    runs = {f"{v.name}-{run.seed}": run for v, run in again.run(told, noted.append)}
    assert steps == {"untied-0": 1, "tied-1": 9, "untied-1": 1}
    assert noted == ["untied-0 was stopped by its time and has no checkpoint: it starts anew"]
    assert {name: figures(run) for name, run in runs.items()} == {
        name: figures(run) for name, run in found.items()
    }
    assert not list((tmp_path / "checkpoints").iterdir())


def test_two_experiments_that_begin_at_once_do_not_mix(experiment, recipe, tmp_path):
    """Both see an empty folder, and take its plain name."""
    one, other = experiment(), experiment(plan=dataclasses.replace(recipe, rate=1e-3))
    assert one.file == other.file == tmp_path / "noise.json"
    running = other.run()
    first = next(running)
    made_by(one)
    for _ in running:
        pass
    assert first[1].recipe["rate"] == 1e-3
    rates = [
        {run["recipe"]["rate"] for run in result(each)["runs"].values()} for each in (one, other)
    ]
    assert sorted(rates, key=min) == [{1e-3}, {1e-2}]
    assert one.file != other.file


def test_what_another_program_has_written_meanwhile_stays(experiment):
    tied, untied = experiment(head="tied"), experiment(head="untied")
    running = tied.run()  # it has looked at the folder before the other one begins
    running_first = iter([next(running)])
    made_by(untied)
    list(running)
    again = experiment(head="untied", seeds=[1])
    made_by(again)
    assert set(result(again)["runs"]) == {"tied-0", "untied-0", "untied-1"}
    assert next(running_first)[1].seed == 0


# -- the clock -----------------------------------------------------------------------------


@pytest.mark.parametrize("tick", [0.5, 1.0])
def test_both_heads_get_the_same_time_and_are_compared_at_steps_both_have(
    experiment, recipe, monkeypatch, tick
):
    """The untied head is made to take three times as long a step."""
    from lmhead.training import experiment as module
    from lmhead.training import loop

    clock = Clock(tick)
    monkeypatch.setattr(loop, "time", clock)
    monkeypatch.setattr(module, "time", clock)
    spent = {}

    def told(variant, seed, progress):
        clock.now += 3.0 if variant.name == "tied" else 9.0
        spent.setdefault(variant.name, []).append(clock.now)

    plan = dataclasses.replace(recipe, steps=500, every=2)
    limited, begun = experiment(plan=plan, minutes=4.0), clock.now
    runs = {variant.name: run for variant, run in limited.run(told)}
    assert runs["tied"].steps > runs["untied"].steps > 0
    assert runs["tied"].stopped
    assert runs["untied"].stopped
    # By the clock, from the start: half of 240 seconds each, and a step more at most.
    assert spent["tied"][-1] - begun <= 120 + 9 + 40 * tick
    assert spent["untied"][-1] - begun <= 240 + 2 * (9 + 40 * tick)
    data = result(limited)["comparison"]
    assert data["steps"] == [step for step, _ in runs["untied"].valid]
    both = [dict(map(tuple, runs[head].valid)) for head in ("tied", "untied")]
    lowest = [min(found[step] for step in data["steps"]) for found in both]
    assert data["pairs"] == {"0": pytest.approx(lowest[0] - lowest[1])}


def test_runs_that_a_limit_ended_go_on_at_the_next_call(experiment, monkeypatch):
    from lmhead.training import experiment as module
    from lmhead.training import loop

    whole, _ = made_by(experiment())
    experiment().file.unlink()
    calls = []
    with monkeypatch.context() as patch:
        clock = Clock(1.0)
        patch.setattr(loop, "time", clock)
        patch.setattr(module, "time", clock)
        for _ in range(3):
            limited = experiment(minutes=1.0)
            calls.append({run.steps for _, run in limited.run()})
    assert len(calls) == 3
    found, _ = made_by(experiment())
    assert {name: figures(run) for name, run in found.items()} == {
        name: figures(run) for name, run in whole.items()
    }


def test_a_run_for_which_no_time_is_left_is_said_and_begins_later(experiment, monkeypatch):
    from lmhead.training import experiment as module
    from lmhead.training import loop

    noted = []
    with monkeypatch.context() as patch:
        clock = Clock(1.0)
        patch.setattr(loop, "time", clock)
        patch.setattr(module, "time", clock)
        first = experiment(minutes=1e-9)
        assert [variant.name for variant, _ in first.run(noted=noted.append)] == ["tied"]
    assert noted == ["the time was over before these runs began: untied-0"]
    assert result(first)["comparison"]["pairs"] == {}
    found, _ = made_by(experiment())
    assert all(run.stopped is None for run in found.values())


# -- side by side --------------------------------------------------------------------------


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


@pytest.mark.slow
def test_runs_side_by_side_that_are_stopped_keep_what_they_have(experiment, tmp_path):
    """They are told to end as they make a step, and go on with the same numbers."""

    class Stop(Exception):
        pass

    seen = {}

    def stop(variant, seed, progress):
        seen[variant.name] = progress.step
        if len(seen) == 2 and min(seen.values()) >= 3:
            raise Stop

    whole, _ = made_by(experiment())
    experiment().file.unlink()
    with pytest.raises(Stop):
        list(experiment(jobs=2).run(stop))
    assert not multiprocessing.active_children()
    assert len(list((tmp_path / "checkpoints").iterdir())) == 2
    first = {}
    again = experiment(jobs=2)
    runs = list(again.run(lambda v, seed, at: first.setdefault(v.name, at.step)))
    assert all(first[name] > step for name, step in seen.items())
    assert {f"{v.name}-{run.seed}": figures(run) for v, run in runs} == {
        name: figures(run) for name, run in whole.items()
    }


def test_side_by_side_no_further_run_begins_when_the_time_is_over(experiment, monkeypatch):
    from lmhead.training import parallel

    begun, clock = [], Clock()

    class Worker:
        """A process that is ready at once and makes a run as it is asked for news."""

        def __init__(self, corpus):
            self.task, self.ready, self.process = (
                None,
                True,
                SimpleNamespace(
                    terminate=lambda: None, join=lambda seconds=0: None, kill=lambda: None
                ),
            )
            self.connection = SimpleNamespace(poll=lambda: self.task is not None)

        def begin(self, task, seconds):
            begun.append((task.name, seconds))
            self.task = task

        def news(self):
            from lmhead.training.record import Run

            clock.now += 40.0
            task, self.task = self.task, None
            return Run({"tied": True}, {}, task.seed, "", 1, "cpu", 1)

    monkeypatch.setattr(parallel, "_Worker", Worker)
    monkeypatch.setattr(parallel, "wait", lambda connections, timeout: None)
    tasks = [parallel.Task(f"r{n}", None, None, n) for n in range(5)]
    until = clock.now + 100

    def share(left):
        return (until - clock.now) / -(-left // 2)

    done = [task.name for task, _ in parallel.side_by_side(tasks, None, 2, share, print)]
    # 100 seconds for five runs in three rounds, then 60 for the three that are left …
    assert begun[0] == ("r0", pytest.approx(100 / 3))
    assert begun[2][1] == pytest.approx(20 / 2)
    assert done == ["r0", "r1", "r2", "r3"]

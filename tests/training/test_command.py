"""`lmhead train` as it is typed, on a small folder of text: what it makes and keeps."""

import json
import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.training.command import SMALL, lmhead, losses
from tests.training.small import Clock

pytestmark = [pytest.mark.torch, pytest.mark.slow]


def test_both_heads_are_trained_compared_and_kept(torch, folder):
    out = folder / "runs"
    done = lmhead("--corpus", folder, "--head", "both", "--seeds", 2, "--out", out, *SMALL)
    assert done.exit_code == 0, done.output
    (file,) = out.glob("*.json")
    data = json.loads(file.read_text("utf-8"))
    assert set(data["runs"]) == {"tied-0", "untied-0", "tied-1", "untied-1"}
    tied, untied = data["runs"]["tied-0"], data["runs"]["untied-0"]
    width = tied["config"]["width"]
    assert untied["parameters"] - tied["parameters"] == tied["config"]["vocabulary"] * width
    for run in data["runs"].values():
        assert f"{run['parameters']:,}" in done.output
    assert str(file) in done.output.replace("\n", "")
    again = lmhead("--corpus", folder, "--head", "both", "--seeds", 2, "--out", out, *SMALL)
    assert again.exit_code == 0
    assert json.loads(file.read_text("utf-8")) == data


@pytest.mark.survey
def test_two_processes_under_torchrun_give_the_losses_of_one(torch, folder):
    """With gloo; started as the module's docstring says, on a host whose name need not resolve."""
    from lmhead.training import __main__ as started

    arguments = ("--corpus", folder, "--head", "both", *SMALL)
    assert lmhead(*arguments, "--out", folder / "one").exit_code == 0
    said = re.search(r"``torchrun (.+) -m lmhead.training …``", started.__doc__)[1]
    command = [sys.executable, "-m", "torch.distributed.run", *said.replace("=N", "=2").split()]
    command += ["-m", "lmhead.training", *map(str, arguments), "--out", str(folder / "two")]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.count("written to") == 1  # the first process speaks for all

    def runs(out):
        (file,) = (folder / out).glob("*.json")
        return json.loads(file.read_text("utf-8"))["runs"]

    one, two = runs("one"), runs("two")
    assert set(one) == set(two) == {"tied-0", "untied-0"}
    for name, alone in one.items():
        assert (alone["processes"], two[name]["processes"]) == (1, 2)
        assert two[name]["tokens"] == alone["tokens"]
        for figure in ("train", "valid", "test"):
            np.testing.assert_allclose(two[name][figure], alone[figure], rtol=1e-4)


def test_equal_parameters_widen_the_tied_model(torch, folder):
    out = folder / "runs"
    done = lmhead("--corpus", folder, "--match", "parameters", "--out", out, *SMALL, "--jobs", 1)
    assert done.exit_code == 0, done.output
    (file,) = out.glob("*.json")
    runs = json.loads(file.read_text("utf-8"))["runs"]
    tied, untied = runs["tied-0"], runs["untied-0"]
    assert tied["config"]["width"] >= untied["config"]["width"]
    # A step of the width, 4, changes the count by this much at most.
    assert abs(tied["parameters"] - untied["parameters"]) < 0.1 * untied["parameters"]


def test_a_result_of_another_recipe_is_left_alone(torch, folder):
    """Each one's files have a name of their own, and nothing of the other is in its way."""
    out = folder / "runs"
    lmhead("--corpus", folder, "--out", out, *SMALL, "--jobs", 1)
    file = out / f"tiny-{folder.name}-width.json"
    before = file.read_text("utf-8")
    for change in (("--rate", 0.5), ("--preset", "lstm"), ("--dropout", 0.1)):
        done = lmhead("--corpus", folder, "--out", out, *SMALL, "--jobs", 1, *change)
        assert done.exit_code == 0, done.output
        assert "of an earlier call" not in done.stderr
    assert file.read_text("utf-8") == before
    assert len(list(out.glob("*.json"))) == len(list(out.glob("*.svg"))) == 4
    rates = [json.loads(each.read_text("utf-8"))["variants"] for each in out.glob("*.json")]
    assert sum(about["tied"]["recipe"]["rate"] == 0.5 for about in rates) == 1


def test_one_head_and_then_both(torch, folder):
    out = folder / "runs"
    assert lmhead("--corpus", folder, "--head", "tied", "--out", out, *SMALL).exit_code == 0
    both = lmhead("--corpus", folder, "--head", "both", "--out", out, *SMALL)
    assert both.exit_code == 0, both.output
    assert "tied, seed 0: 4 steps of an earlier call" in both.stderr
    (file,) = out.glob("*.json")
    data = json.loads(file.read_text("utf-8"))
    assert set(data["runs"]) == {"tied-0", "untied-0"}
    difference = data["comparison"]["difference"]["mean"]
    assert f"tied minus untied: {difference:+.3f} nats (one pair)" in both.stdout


def test_a_limit_is_kept_to_and_the_same_command_without_it_goes_on(torch, folder, monkeypatch):
    """As long as the limit lasts no step is made twice, and the heads are not compared unlike."""
    from lmhead.training import experiment, loop

    longer = ("--corpus", folder, *SMALL, "--steps", 30, "--jobs", 1)
    assert lmhead(*longer, "--out", folder / "whole").exit_code == 0
    command = (*longer, "--out", folder / "runs")
    with monkeypatch.context() as patch:
        clock = Clock(1.0)
        patch.setattr(loop, "time", clock)
        patch.setattr(experiment, "time", clock)
        done = lmhead(*command, "--minutes", 2)
    assert done.exit_code == 0, done.output
    (file,) = (folder / "runs").glob("*.json")
    data = json.loads(file.read_text("utf-8"))
    assert all(run["stopped"] for run in data["runs"].values())
    assert data["comparison"]["pairs"] == {}
    said = done.stdout.replace("\n", " ")
    assert "the heads are not compared for seed 0: the tied and the untied run have made" in said
    assert "ahead" not in said
    assert re.search(r"\d+ of 30 ", said)
    assert "not all steps are made: the same command goes on with them" in said
    assert "its curves are drawn once there is a validation" in said
    assert len(list((folder / "runs" / "checkpoints").iterdir())) == 2
    on = lmhead(*command)
    assert on.exit_code == 0, on.output
    assert losses(folder / "runs") == losses(folder / "whole")
    assert not list((folder / "runs" / "checkpoints").iterdir())


def test_the_curves_are_drawn_beside_the_result(torch, folder):
    out = folder / "runs"
    done = lmhead("--corpus", folder, "--seeds", 2, "--out", out, *SMALL, "--jobs", 1)
    (file,) = out.glob("*.svg")
    assert str(file) in done.output.replace("\n", "")
    drawing = ElementTree.fromstring(file.read_text("utf-8"))
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    said = " ".join(drawing.itertext())
    for seed in (0, 1):
        assert f"tied, seed {seed}:" in said
        assert f"untied, seed {seed}:" in said

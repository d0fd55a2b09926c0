"""`lmhead train` as it is typed, on a small folder of text."""

import itertools
import json
import math
import os
import platform
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

ROOT = Path(__file__).parents[1]
pytestmark = [pytest.mark.torch, pytest.mark.slow]


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(0)
    for part, lines in (("train", 400), ("valid", 60), ("test", 60)):
        text = "\n".join(" ".join(f"w{n}" for n in rng.integers(30, size=12)) for _ in range(lines))
        (tmp_path / f"ptb.{part}.txt").write_text(text + "\n", encoding="utf-8")
    return tmp_path


def lmhead(*arguments):
    from lmhead.commands import app

    return CliRunner().invoke(app, ["train", *map(str, arguments)])


SMALL = ("--steps", 4, "--batch", 4, "--length", 8, "--device", "cpu")


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
    done = lmhead("--corpus", folder, "--match", "parameters", "--out", out, *SMALL)
    assert done.exit_code == 0, done.output
    (file,) = out.glob("*.json")
    runs = json.loads(file.read_text("utf-8"))["runs"]
    tied, untied = runs["tied-0"], runs["untied-0"]
    assert tied["config"]["width"] >= untied["config"]["width"]
    # A step of the width, 4, changes the count by this much at most.
    assert abs(tied["parameters"] - untied["parameters"]) < 0.1 * untied["parameters"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--preset", "huge"], "there is no preset 'huge'; there are tiny, small, gpt2, lstm."),
        (["--head", "loose"], "the head is 'loose'; it can be tied, untied or both."),
        (["--match", "price"], "match is 'price'; it can be width or parameters."),
        (["--device", "toaster"], "the device 'toaster' is not here"),
        (["--corpus", "nothing"], "there is no corpus 'nothing'"),
        (["--tokens", "bytes"], "tokens is 'bytes'; it can be 'words' or 'gpt2'."),
        (["--batch", "100000"], "lower --batch or --length"),
        (["--rate", "0"], "the learning rate is 0.0; it has to be above 0."),
        (["--minutes", "-1"], "minutes is -1.0; it has to be above 0."),
        (["--minutes", "0"], "minutes is 0.0; it has to be above 0."),
        (["--minutes", "nan"], "minutes is nan; it has to be above 0."),
    ],
)
def test_what_cannot_be_done_is_one_sentence(torch, folder, arguments, said):
    done = lmhead("--corpus", folder, "--out", folder / "runs", *SMALL, *arguments)
    assert done.exit_code == 2
    assert said in done.output
    assert "Traceback" not in done.output
    assert not (folder / "runs").exists()


def test_a_result_of_another_recipe_is_left_alone(torch, folder):
    out = folder / "runs"
    lmhead("--corpus", folder, "--out", out, *SMALL)
    (file,) = out.glob("*.json")
    before = file.read_text("utf-8")
    done = lmhead("--corpus", folder, "--out", out, *SMALL, "--rate", 0.5)
    assert done.exit_code == 2
    assert "holds runs of another text, shape or recipe" in done.output.replace("\n", " ")
    assert file.read_text("utf-8") == before


def test_the_curves_are_drawn_beside_the_result(torch, folder):
    out = folder / "runs"
    done = lmhead("--corpus", folder, "--seeds", 2, "--out", out, *SMALL)
    (file,) = out.glob("*.svg")
    assert str(file) in done.output.replace("\n", "")
    drawing = ElementTree.fromstring(file.read_text("utf-8"))
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    said = " ".join(drawing.itertext())
    for seed in (0, 1):
        assert f"tied, seed {seed}:" in said
        assert f"untied, seed {seed}:" in said


def test_ctrl_c_says_how_to_go_on_and_the_same_command_does(torch, folder, monkeypatch):
    from lmhead.training import loop

    whole = lmhead("--corpus", folder, "--out", folder / "whole", *SMALL, "--jobs", 1)
    assert whole.exit_code == 0

    def stopped(model, batches, device, real=loop.validate, calls=[]):  # noqa: B006
        calls.append(device)
        if len(calls) == 6:  # the second run has begun
            raise KeyboardInterrupt
        return real(model, batches, device)

    command = ("--corpus", folder, "--out", folder / "runs", *SMALL, "--jobs", 1)
    with monkeypatch.context() as patch:
        patch.setattr(loop, "validate", stopped)
        done = lmhead(*command)
    assert done.exit_code == 130
    assert f"What is done is in {folder / 'runs'}: the same command goes on" in done.output
    assert "Traceback" not in done.output
    assert lmhead(*command).exit_code == 0

    def losses(out):
        (file,) = (folder / out).glob("*.json")
        runs = json.loads(file.read_text("utf-8"))["runs"]
        return {name: (run["train"], run["valid"], run["test"]) for name, run in runs.items()}

    assert losses("runs") == losses("whole")


def test_off_a_terminal_each_run_is_a_line_on_stderr(torch, folder):
    command = ("--corpus", folder, "--out", folder / "runs", *SMALL, "--jobs", 2)
    done = lmhead(*command)
    reading, count, *ended = done.stderr.splitlines()
    assert reading == f"reading the text {folder} …"
    assert count == "2 runs, 2 at a time, on cpu"
    (file,) = (folder / "runs").glob("*.json")
    runs = json.loads(file.read_text("utf-8"))["runs"]
    expected = {
        f"{'tied' if run['config']['tied'] else 'untied'}, seed 0: 4 steps in #: "
        f"{math.exp(min(loss for _, loss in run['valid'])):.1f}"
        for run in runs.values()
    }
    pattern = r"in \d+ s, validation perplexity"
    assert {re.sub(pattern, "in #:", line) for line in ended} == expected
    assert len(ended) == 2
    again = lmhead(*command, "--seeds", 2).stderr.splitlines()
    assert again[1] == "4 runs, 2 at a time, on cpu"
    assert sum("4 steps of an earlier call," in line for line in again[2:]) == 2
    assert len(again) == 6


def test_off_a_terminal_each_validation_is_a_line_as_it_comes(torch, folder, monkeypatch):
    from lmhead.commands import training
    from lmhead.training import settings

    monkeypatch.setitem(settings.RECIPES, "tiny", replace(settings.RECIPES["tiny"], every=2))
    clock = itertools.count(0, 10)  # ten seconds from one look at it to the next
    monkeypatch.setattr(training, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    said = []
    monkeypatch.setattr(training, "_say", lambda line, quiet=False: said.append((line, quiet)))
    out = folder / "runs"
    command = ("--corpus", folder, "--out", out, *SMALL, "--steps", 6, "--jobs", 1)
    assert lmhead(*command, "--head", "tied").exit_code == 0
    (file,) = out.glob("*.json")
    (run,) = json.loads(file.read_text("utf-8"))["runs"].values()
    losses = dict(map(tuple, run["valid"]))
    # Ten seconds for two steps: four more take twenty; after another ten for four, two take ten.
    lines = [
        f"tied, seed 0: step {step} of 6, validation loss {losses[step]:.3f}, # tokens/s; "
        f"all runs: about {left} s left"
        for step, left in ((2, 20), (4, 10))
    ]
    shown = [re.sub(r"[\d,]+ tokens/s", "# tokens/s", line) for line, quiet in said if not quiet]
    assert shown[2:4] == lines
    assert shown[4].startswith("tied, seed 0: 6 steps in")
    assert len(shown) == 5


def test_on_a_terminal_what_is_prepared_is_said_before_the_bars_move(torch, folder, monkeypatch):
    from lmhead.commands import training

    monkeypatch.setenv("FORCE_COLOR", "1")  # rich then takes stderr for a terminal
    monkeypatch.setenv("COLUMNS", "160")
    command = ("--corpus", folder, "--head", "tied", *SMALL, "--device", "cpu")
    said = lmhead(*command, "--out", folder / "runs").stderr
    assert said.startswith(f"reading the text {folder} …\n1 run, 1 at a time, on cpu\n")
    first = said.index(training.FIRST)
    assert first < said.index("tokens/s")
    assert "validation perplexity" in said
    assert "4 steps in" not in said  # the bars say it


def test_ctrl_c_before_anything_is_kept_says_so(torch, folder, monkeypatch):
    from lmhead import corpus
    from lmhead.training import loop

    def stopped(*about, **more):
        raise KeyboardInterrupt

    for module, name in ((corpus, "load"), (loop, "validate")):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, stopped)
            done = lmhead("--corpus", folder, "--out", folder / "a" / "r2", *SMALL, "--jobs", 1)
        assert done.exit_code == 130
        assert "Stopped. Nothing was begun" in done.stderr
        assert "goes on from there" not in done.output
        assert not (folder / "a").exists()


def test_a_folder_that_cannot_be_written_is_said_before_the_text_is_read(
    torch, folder, monkeypatch
):
    from lmhead.commands import training

    file = folder / "file"
    file.write_text("mine", "utf-8")
    half = folder / "half"
    half.mkdir()
    (half / "checkpoints").write_text("mine", "utf-8")

    def refused(out):
        done = lmhead("--corpus", folder, "--out", out, *SMALL)
        assert done.exit_code == 2
        assert "reading the text" not in done.output
        assert done.stderr.endswith("): name another folder with --out.\n")
        assert "Make room" not in done.output
        return done.stderr

    assert f"nothing can be written in {file} (it is a file)" in refused(file)
    below = file / ".." / "file" / "runs"
    assert f"nothing can be written in {below} (Not a directory)" in refused(below)
    assert f"{half / 'checkpoints'} (it is a file)" in refused(half)

    def denied(**about):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(training.tempfile, "TemporaryFile", denied)
    assert f"{folder / 'new'} (Permission denied)" in refused(folder / "new")
    assert not (folder / "new").exists()
    assert file.read_text("utf-8") == "mine"


@pytest.mark.parametrize("name", ["tpu", "cuda:99", "mps", "vulkan"])
def test_a_device_that_is_not_here_is_said_shortly(torch, folder, name):
    done = lmhead("--corpus", folder, "--out", folder / "runs", *SMALL, "--device", name)
    assert done.exit_code == 2
    found = re.fullmatch(
        rf"the device '{name}' is not here \((.+)\): --device auto takes what there is\.\n",
        done.stderr,
    )
    assert found, done.stderr
    assert 10 < len(found[1]) <= 100
    assert "://" not in found[1]
    assert ", " not in found[1]  # no list of what torch knows


def test_torch_missing_too_old_or_broken_names_the_extra(torch, folder, monkeypatch):
    from lmhead import extras

    def said():
        done = lmhead("--corpus", folder, "--out", folder / "runs", *SMALL)
        assert done.exit_code == 2
        assert "Traceback" not in done.output
        return done.output

    with monkeypatch.context() as patch:
        patch.setattr(torch, "__version__", "2.10.1+cpu")
        old = said()
    assert "torch 2.11 or later is needed, and this is 2.10.1+cpu" in old
    assert "the extra `train`" in old
    assert "[train]" in old
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "torch", None)
        assert "(torch is missing)" in said()
        patch.setattr(platform, "system", lambda: "Darwin")
        patch.setattr(platform, "machine", lambda: "x86_64")
        mac = said()
    assert "no torch 2.11 for Macs with an Intel processor" in mac
    assert "[train]" not in mac
    assert extras.release("3.0.0a1") > extras.OLDEST_TORCH == (2, 11) > extras.release("junk")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["optional-dependencies"]["train"] == ["torch>=2.11"]

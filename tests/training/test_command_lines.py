"""What `lmhead train` says while it runs, on a terminal and off one."""

import itertools
import json
import math
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.training.command import SMALL, lmhead

pytestmark = [pytest.mark.torch, pytest.mark.slow]


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
    from lmhead.commands import training, training_progress
    from lmhead.training import settings

    monkeypatch.setitem(settings.RECIPES, "tiny", replace(settings.RECIPES["tiny"], every=2))
    clock = itertools.count(0, 10)  # ten seconds from one look at it to the next
    monkeypatch.setattr(training_progress, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    said = []
    for module in (training, training_progress):
        monkeypatch.setattr(module, "say", lambda line, quiet=False: said.append((line, quiet)))
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
    from lmhead.commands import training_progress

    monkeypatch.setenv("FORCE_COLOR", "1")  # rich then takes stderr for a terminal
    monkeypatch.setenv("COLUMNS", "160")
    command = ("--corpus", folder, "--head", "tied", *SMALL, "--device", "cpu")
    said = lmhead(*command, "--out", folder / "runs").stderr
    assert said.startswith(f"reading the text {folder} …\n1 run, 1 at a time, on cpu\n")
    first = said.index(training_progress.FIRST)
    assert first < said.index("tokens/s")
    assert "validation perplexity" in said
    assert "4 steps in" not in said  # the bars say it

"""Ctrl-C while `lmhead train` runs: one sentence, nothing lost, nothing left running."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.training.command import SMALL, lmhead, losses

pytestmark = [pytest.mark.torch, pytest.mark.slow, pytest.mark.usefixtures("ctrl_c")]


@pytest.mark.parametrize("at", [3, 5, 8])
def test_ctrl_c_says_how_to_go_on_and_the_same_command_does(torch, folder, monkeypatch, at):
    """In the first run or in the second: four steps each."""
    from lmhead.training import loop

    whole = lmhead("--corpus", folder, "--out", folder / "whole", *SMALL, "--jobs", 1)
    assert whole.exit_code == 0

    def stopped(self, real=loop.UnderWay.step, calls=[]):  # noqa: B006
        calls.append(None)
        if len(calls) == at:
            raise KeyboardInterrupt
        return real(self)

    command = ("--corpus", folder, "--out", folder / "runs", *SMALL, "--jobs", 1)
    with monkeypatch.context() as patch:
        patch.setattr(loop.UnderWay, "step", stopped)
        done = lmhead(*command)
    assert done.exit_code == 130
    assert f"What is done is in {folder / 'runs'}: the same command goes on" in done.output
    assert "Traceback" not in done.output
    assert lmhead(*command).exit_code == 0
    assert losses(folder / "runs") == losses(folder / "whole")


def test_ctrl_c_before_anything_is_kept_says_so(torch, folder, monkeypatch):
    from lmhead import corpus
    from lmhead.training import loop

    def stopped(*about, **more):
        raise KeyboardInterrupt

    for module, name in ((corpus, "load"), (loop, "summed_loss"), (loop, "LanguageModel")):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, stopped)
            done = lmhead("--corpus", folder, "--out", folder / "a" / "r2", *SMALL, "--jobs", 1)
        assert done.exit_code == 130
        assert "Stopped. Nothing was begun" in done.stderr
        assert "goes on from there" not in done.output
        assert not (folder / "a").exists()


def after(seconds, command):
    """Ctrl-C after so many seconds, as a terminal sends it: to all that the command has started.

    Returns the status and what was said, once nobody has its output open any more.
    """
    process = subprocess.Popen(
        list(map(str, command)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    try:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=100)  # all of its processes have ended
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, out, err


def swept(folder, delays):
    """Stop the same command after each of the delays, and then let it come to its end."""
    program = Path(sys.executable).with_name("lmhead")
    longer = ("--corpus", folder, *SMALL, "--steps", 200)
    command = (*longer, "--out", folder / "runs", "--jobs", 2)
    for seconds in delays:
        status, out, err = after(seconds, (program, "train", *command))
        said = f"after {seconds} s: {status}\n{out}{err}"
        # Before Python takes signals the signal itself ends it, without a word.
        assert status in (0, 130, -signal.SIGINT), said
        for word in ("Traceback", "KeyboardInterrupt", "Exception", "Error", "Warning", "Aborted"):
            assert word not in out + err, said
        if status == 130:
            assert err.count("Stopped") == 1, said
            assert err.splitlines()[-1].startswith("Stopped"), said
    assert lmhead(*command[:-1], 1).exit_code == 0
    assert lmhead(*longer, "--out", folder / "whole", "--jobs", 1).exit_code == 0
    assert losses(folder / "runs") == losses(folder / "whole")


def test_ctrl_c_at_a_few_moments_from_the_start_loses_nothing(torch, folder):
    swept(folder, (0.4, 6.0))


@pytest.mark.survey
def test_ctrl_c_at_any_moment_loses_nothing(torch, folder):
    swept(folder, [tenths / 10 for tenths in range(2, 100, 2)])

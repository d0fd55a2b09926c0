"""What `lmhead train` refuses, in one sentence and before a step is made."""

import platform
import re
import sys
import tomllib
from pathlib import Path

import pytest

from tests.training.command import SMALL, lmhead

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.torch, pytest.mark.slow]


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
        (["--rate", "0"], "the learning rate is 0.0; it has to be a finite number above 0."),
        (["--rate", "nan"], "the learning rate is nan; it has to be a finite number above 0."),
        (["--rate", "inf"], "the learning rate is inf; it has to be a finite number above 0."),
        (["--steps", "0"], "steps is 0; it has to be a whole number above 0."),
        (["--steps", "-3"], "steps is -3; it has to be a whole number above 0."),
        (["--steps", "2.5"], "Invalid value for '--steps'"),
        (["--length", "65"], "length is 65 and the model's context 64: take a --length of 64 or"),
        (["--length", "1000000", "--preset", "lstm"], "lower --batch or --length"),
        (["--dropout", "1"], "dropout is 1.0; it can be from 0 to below 1."),
        (["--dropout", "nan"], "dropout is nan; it can be from 0 to below 1."),
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


def test_a_folder_that_cannot_be_written_is_said_before_the_text_is_read(
    torch, folder, monkeypatch
):
    from lmhead.training import preflight

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

    monkeypatch.setattr(preflight.tempfile, "TemporaryFile", denied)
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


def test_a_text_shorter_than_a_window_is_said_before_a_step_and_leaves_no_folder(torch, folder):
    (folder / "ptb.test.txt").write_text("w1 w2 w3\n", "utf-8")
    done = lmhead("--corpus", folder, "--out", folder / "runs", *SMALL)
    assert done.exit_code == 2
    assert "the text to test on has 4 tokens, fewer than the 9 of one window" in done.stderr
    assert not (folder / "runs").exists()

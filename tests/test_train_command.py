"""`lmhead train` as it is typed, on a small folder of text."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

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

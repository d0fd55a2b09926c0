"""`lmhead learn`: what is laid out, what is left, and what a newer package puts beside it."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import lmhead
from lmhead import learning
from lmhead.commands import app
from lmhead.course import exercise_path
from lmhead.learning import is_current, lay_out
from tests import programs

NAME = "03-by-hand"


def learn(folder: Path, *options: str) -> str:
    done = CliRunner().invoke(app, ["learn", str(folder), "--no-open", *options])
    assert done.exit_code == 0, done.output
    return done.output


def edit(path: Path, change: Callable[[Any], object]) -> bytes:
    """Change a notebook in its file; returns the file's bytes."""
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data), "utf-8")
    return path.read_bytes()


def cell(data: Any, grade_id: str) -> Any:
    return next(
        each
        for each in data["cells"]
        if each["metadata"].get("nbgrader", {}).get("grade_id") == grade_id
    )


def older(data: Any) -> None:
    """As an earlier package had it, with an answer of the learner's."""
    cell(data, "chain")["source"] = 'check("03-by-hand/chain", logits)'
    cell(data, "chain-answer")["source"] = "logits = [1, 2, 3, 4]"


def answered(data: Any) -> None:
    """With an answer, outputs, a cell of the learner's own, and lines as Windows ends them."""
    cell(data, "chain-answer")["source"] = "logits = [1, 2, 3, 4]\n"
    graded = cell(data, "chain")
    graded["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "hm"}]
    graded["source"] = "".join(graded["source"]).replace("\n", "\r\n")
    own = {"cell_type": "code", "source": "1 + 1", "metadata": {}, "outputs": []}
    data["cells"].insert(3, own | {"execution_count": 1})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    learn(tmp_path / "mine")
    return tmp_path / "mine"


def test_a_newer_notebook_lies_beside_the_learners_which_stays(folder: Path) -> None:
    mine = folder / NAME / f"{NAME}.ipynb"
    before = edit(mine, older)
    said = learn(folder, "--update")
    beside = folder / NAME / f"{NAME}.new.ipynb"
    assert mine.read_bytes() == before
    assert beside.read_bytes() == exercise_path(NAME).read_bytes()
    assert f"beside  {beside}\n" in said
    assert "Your notebooks are as they were; what is new lies beside them." in said
    assert len(list(folder.rglob("*.new*"))) == 1

    work = edit(beside, answered)  # the learner goes on in it
    assert f"kept    {beside}\n" in learn(folder, "--update")
    assert beside.read_bytes() == work
    edit(beside, older)  # and a yet newer package comes
    learn(folder, "--update")
    again = folder / NAME / f"{NAME}.new-2.ipynb"
    assert again.read_bytes() == exercise_path(NAME).read_bytes()


def test_without_update_the_command_says_that_there_is_something_new(folder: Path) -> None:
    edit(folder / NAME / f"{NAME}.ipynb", older)
    said = learn(folder)
    assert f"learn {folder} --lang en --update\n" in said
    assert not list(folder.rglob("*.new*"))


def test_a_notebook_that_is_answered_is_not_an_older_one(folder: Path) -> None:
    edit(folder / NAME / f"{NAME}.ipynb", answered)
    said = learn(folder, "--update")
    assert f"Your notebooks are those of lmhead {lmhead.__version__}: nothing is newer." in said
    assert not list(folder.rglob("*.new*"))


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["cells"].remove(cell(data, "scale")),
        lambda data: cell(data, "imports").update(source="import numpy as np"),
        lambda data: data["cells"][0].update(source="# Exercise 3"),
        lambda data: data["cells"][0].update(cell_type="raw"),
    ],
    ids=["a task less", "a locked cell", "the text", "the kind of a cell"],
)
def test_what_the_course_says_or_asks_makes_it_another_version(
    folder: Path, change: Callable[[Any], object]
) -> None:
    mine = folder / NAME / f"{NAME}.ipynb"
    assert is_current(mine, exercise_path(NAME))
    edit(mine, change)
    assert not is_current(mine, exercise_path(NAME))


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"cells": 1}', b"\xff", b'{"cells": [1]}'])
def test_a_damaged_notebook_gets_a_whole_one_beside_it(folder: Path, damage: bytes) -> None:
    mine = folder / NAME / f"{NAME}.ipynb"
    mine.write_bytes(damage)
    learn(folder, "--update")
    assert mine.read_bytes() == damage
    assert mine.with_name(f"{NAME}.new.ipynb").read_bytes() == exercise_path(NAME).read_bytes()


def test_a_file_beside_a_notebook_is_brought_beside_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package" / NAME
    package.mkdir(parents=True)
    (package / "words.txt").write_text("cat dog")
    monkeypatch.setattr(learning, "ASSIGNMENTS", (NAME,))
    monkeypatch.setattr(learning, "exercise_path", lambda name, lang: package / f"{name}.ipynb")
    mine = tmp_path / "mine" / NAME
    assert list(lay_out(tmp_path / "mine", "en")) == [(mine / "words.txt", "new")]
    (package / "words.txt").write_text("cat dog fish")
    assert list(lay_out(tmp_path / "mine", "en", update=True)) == [
        (mine / "words.txt", "older"),
        (mine / "words.new.txt", "beside"),
    ]
    assert (mine / "words.txt").read_text() == "cat dog"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "says"), [("en", "another version of the course"), ("zh", "另一个版本")]
)
def test_checking_a_notebook_of_another_version_says_so(
    tmp_path: Path, lang: str, says: str
) -> None:
    def another(data: Any) -> None:
        older(data)
        data["metadata"]["lmhead"]["version"] = "0123456789ab"

    path = tmp_path / "x.ipynb"
    path.write_bytes(exercise_path(NAME, lang).read_bytes())
    edit(path, another)
    done = programs.run("lmhead.cli", "check", path, cwd=tmp_path, env=os.environ)
    notes = [line for line in done.stdout.splitlines() if line.startswith("! ")]
    assert len(notes) == 1
    assert says in notes[0]
    assert "chain" in notes[0]
    assert "lmhead learn --update" in notes[0]

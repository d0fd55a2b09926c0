"""The command line as its users meet it: what it prints, writes and returns."""

import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import nbformat
import pytest

from lmhead import doctor, extras, learning
from lmhead.course import ASSIGNMENTS, LANGUAGES, exercise_path
from lmhead.grading.notebook.execute import NotebookOutcome, TaskOutcome
from lmhead.messages import say
from lmhead.reporting import outcome_text
from tests import programs
from tests.plugins.tiers import sampled

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]


def lmhead(
    *arguments: str | Path, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    own = {"COLUMNS": "100", "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    return programs.run(
        "lmhead.cli", *arguments, cwd=cwd or ROOT, env={**os.environ, **own, **environment}
    )


def solution(assignment: str, lang: str) -> Path:
    base = ROOT if lang == "en" else ROOT / lang
    return base / "solutions" / assignment / f"{assignment}.ipynb"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("assignment", "lang"),
    sampled([(name, lang) for lang in LANGUAGES for name in ASSIGNMENTS], 5, names=2),
)
class TestCheck:
    def test_the_solution_is_full_and_exits_with_0(self, assignment: str, lang: str) -> None:
        done = lmhead("check", solution(assignment, lang))
        assert done.returncode == 0, done.stdout + done.stderr
        assert "✗" not in done.stdout

    def test_the_release_has_0_points_and_exits_with_1(self, assignment: str, lang: str) -> None:
        done = lmhead("check", "--json", exercise_path(assignment, lang))
        assert done.returncode == 1, done.stderr
        (report,) = json.loads(done.stdout)["notebooks"]
        assert (report["assignment"], report["lang"]) == (assignment, lang)
        assert {task["points"] for task in report["tasks"]} == {0}
        assert {task["result"]["status"] for task in report["tasks"] if task["result"]} == {
            "not-attempted"
        }
        assert report["max_points"] == 20


def test_check_warns_that_it_is_for_your_own_work_and_writes_nothing(tmp_path: Path) -> None:
    notebook = tmp_path / "03-by-hand.ipynb"
    notebook.write_bytes(exercise_path("03-by-hand", "en").read_bytes())
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    done = lmhead("check", notebook)
    assert "For other people's work use lmhead grade" in done.stderr
    assert done.stdout.splitlines()[0] == str(notebook)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


OTHER = nbformat.writes(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")]))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'{"cells": [', "is not JSON"),
        (b"[1, 2]", "but not a Jupyter notebook"),
        (
            b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}',
            "is a notebook without cells",
        ),
        (b'{"nbformat": 4, "metadata": {}}', "is a notebook without cells"),
        (OTHER.encode(), "is not a notebook of this course"),
        ('{"cells": "\u00e9"'.encode("latin-1"), "is not UTF-8"),
        (None, "no such file"),
    ],
    ids=[
        "cut off",
        "other JSON",
        "no cells",
        "cells missing",
        "another course",
        "latin-1",
        "missing",
    ],
)
def test_a_file_that_is_no_exercise_is_one_plain_sentence(
    tmp_path: Path, content: bytes | None, says: str
) -> None:
    path = tmp_path / "x.ipynb"
    if content is not None:
        path.write_bytes(content)
    done = lmhead("check", path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert says in done.stderr
    assert "x.ipynb" in done.stderr
    assert "Traceback" not in done.stderr
    assert [item.name for item in tmp_path.iterdir()] == ([] if content is None else ["x.ipynb"])


def test_a_path_is_named_as_it_was_given(tmp_path: Path) -> None:
    done = lmhead("check", Path("some", "where.ipynb"), cwd=tmp_path)
    assert done.stderr.startswith(f"{Path('some', 'where.ipynb')}: ")


def test_a_folder_is_checked_for_the_exercises_below_it(tmp_path: Path) -> None:
    for place in ("a/03-by-hand", "a/.ipynb_checkpoints"):
        (tmp_path / place).mkdir(parents=True)
        source = exercise_path("03-by-hand", "en")
        (tmp_path / place / "03-by-hand.ipynb").write_bytes(source.read_bytes())
    (tmp_path / "a" / "my own.ipynb").write_text(OTHER)
    done = lmhead("check", "--json", "a", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    files = [item["file"] for item in json.loads(done.stdout)["notebooks"]]
    assert files == [str(Path("a", "03-by-hand", "03-by-hand.ipynb"))]


def test_a_folder_without_an_exercise_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "my own.ipynb").write_text(OTHER)
    done = lmhead("check", ".", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, ". holds no notebook of this course.\n")


def test_a_damaged_exercise_in_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "03-by-hand.ipynb").write_text('{"cells": [')
    done = lmhead("check", tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{tmp_path / '03-by-hand.ipynb'} is not JSON")


def test_hints_name_the_command_as_it_was_called(tmp_path: Path) -> None:
    script = tmp_path / "my bin" / "lmhead"
    script.parent.mkdir()
    script.write_text(
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom lmhead.cli import main\nmain()\n"
    )
    notebook = solution("03-by-hand", "en")
    done = subprocess.run(
        [sys.executable, Path("my bin", "lmhead"), "check", notebook],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"'my bin/lmhead' check --reveal {notebook}\n" in done.stdout
    assert "use 'my bin/lmhead' grade." in done.stderr


def test_a_command_found_on_the_path_goes_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "lmhead"
    script.write_text("")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [str(script)])
    assert extras.command_name() == "lmhead"
    monkeypatch.setattr(sys, "argv", [os.path.join("bin", "lmhead")])
    assert extras.command_name() == os.path.join("bin", "lmhead")


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "with a mark 猫.ipynb"
    path.write_bytes(b"\xef\xbb\xbf" + exercise_path("03-by-hand", "zh").read_bytes())
    assert lmhead("check", path).returncode == 1


def test_learn_lays_out_every_exercise_and_overwrites_none(tmp_path: Path) -> None:
    folder = tmp_path / "my course"
    done = lmhead("learn", folder, "--lang", "zh", "--no-open")
    assert done.returncode == 0, done.stderr
    laid = folder / "03-by-hand" / "03-by-hand.ipynb"
    assert laid.read_bytes() == exercise_path("03-by-hand", "zh").read_bytes()
    laid.write_text("my work", "utf-8")
    again = lmhead("learn", folder, "--lang", "zh", "--no-open")
    assert again.returncode == 0
    assert laid.read_text("utf-8") == "my work"
    assert "kept" in again.stdout


def test_each_language_has_a_folder_of_its_own(tmp_path: Path) -> None:
    for lang, name in (("en", "lmhead-course"), ("zh", "lmhead-course-zh")):
        assert lmhead("learn", "--lang", lang, "--no-open", cwd=tmp_path).returncode == 0
        laid = tmp_path / name / "03-by-hand" / "03-by-hand.ipynb"
        assert laid.read_bytes() == exercise_path("03-by-hand", lang).read_bytes()


def test_learn_does_not_mix_languages_in_a_folder(tmp_path: Path) -> None:
    lmhead("learn", "mine", "--no-open", cwd=tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.ipynb")}
    (tmp_path / "mine" / "05-tying" / "05-tying.ipynb").unlink()
    del before[tmp_path / "mine" / "05-tying" / "05-tying.ipynb"]
    done = lmhead("learn", "mine", "--lang", "zh", "--no-open", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "lmhead learn mine --lang en" in done.stderr
    assert "lmhead learn lmhead-course-zh --lang zh" in done.stderr
    assert done.stderr.count("\n") == 1
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.ipynb")} == before


@pytest.mark.parametrize(("user", "allowed"), [(0, True), (1000, False)])
def test_jupyterlab_is_told_when_it_runs_as_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: int, allowed: bool
) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(subprocess, "call", lambda command: called.append(command) or 0)
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    assert learning.start_lab(tmp_path) == 0
    assert ("--allow-root" in called[0]) is allowed


def test_learn_says_which_languages_there_are(tmp_path: Path) -> None:
    done = lmhead("learn", tmp_path / "x", "--lang", "fr", "--no-open")
    assert (done.returncode, done.stderr) == (
        2,
        "--lang is 'fr'; the course is written in en and zh.\n",
    )
    assert not (tmp_path / "x").exists()


def test_learn_where_a_file_is_in_the_way_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("a file")
    done = lmhead("learn", tmp_path / "x", "--no-open")
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("grade", "03-by-hand"), "not a course folder"),
        (("release", "03-by-hand"), "not a course folder"),
        (("grade", "03-by-hand", "--sandbox", "strong"), "--sandbox is 'strong'"),
    ],
)
def test_an_instructors_slip_is_a_sentence(
    tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    done = lmhead(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_doctor_names_the_sandboxes_and_what_is_installed() -> None:
    done = lmhead("doctor")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert any(line.startswith("ok  Python: 3.") for line in lines)
    assert sum("sandbox" in line for line in lines) == 3
    assert sum("torch: " in line for line in lines) == 1


@pytest.mark.parametrize(
    ("checkout", "says"),
    [(True, "make course, or "), (False, "pip install 'lmhead[grade]'")],
)
def test_doctor_says_how_to_install_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, checkout: bool, says: str
) -> None:
    monkeypatch.setattr(extras, "CHECKOUT", checkout)
    monkeypatch.setattr(doctor, "version", _not_installed)
    said = {finding.what: finding.said for finding in doctor.examine()}
    assert said["nbgrader"].startswith(f"not installed, to grade a class: {says}")
    assert ("-e '.[grade]'" in said["nbgrader"]) is checkout


@pytest.mark.parametrize(
    ("found", "works", "says"),
    [
        ("2.11.0+cpu", True, "2.11.0+cpu"),
        ("2.10.1", False, "2.10.1, and exercise 06 and `lmhead train` need 2.11: pip install"),
        (None, False, "not installed, for exercise 06 and `lmhead train`: pip install 'lmhead[tr"),
    ],
)
def test_doctor_says_what_torch_is_for(
    monkeypatch: pytest.MonkeyPatch, found: str | None, works: bool, says: str
) -> None:
    monkeypatch.setattr(extras, "CHECKOUT", False)
    monkeypatch.setattr(doctor, "version", lambda name: found or _not_installed(name))
    (line,) = [each for each in doctor.examine() if each.what == "torch"]
    assert line.said.startswith(says)
    assert line.works is works
    assert not line.needed


def _not_installed(name: str) -> str:
    raise PackageNotFoundError(name)


def test_doctor_without_bubblewrap_says_how_to_install_it(tmp_path: Path) -> None:
    done = lmhead("doctor", PATH=str(tmp_path))
    assert "apt-get install bubblewrap" in done.stdout
    assert "Traceback" not in done.stderr


def test_without_the_extra_the_command_says_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys, importlib.util\n"
        "real = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *a: None if name == 'typer' else real(name, *a)\n"
        "from lmhead.cli import main\nmain()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert (
        done.stderr
        == f"The lmhead command needs the extra `learn`: {extras.how_to_install('learn')}\n"
    )


def test_a_sample_answer_is_shown_to_who_has_written_one() -> None:
    given = lmhead("check", "--reveal", solution("03-by-hand", "zh"))
    assert "总分：机器评分 17/17，另有 3 分由人评" in given.stdout
    assert "参考答案" in given.stdout
    assert "两边" in given.stdout
    blank = lmhead("check", "--reveal", exercise_path("03-by-hand", "zh"))
    assert "写下自己的回答之后，才会显示参考答案" in blank.stdout
    assert "两边" not in blank.stdout


def test_the_total_is_of_the_same_points_whether_or_not_the_written_answer_is_given() -> None:
    given = lmhead("check", solution("03-by-hand", "en"))
    blank = lmhead("check", exercise_path("03-by-hand", "en"))
    assert "Total: 17/17, 3 by hand" in given.stdout
    assert "Total: 0/17, 3 by hand" in blank.stdout
    assert "… Written answer (impossible-why): read by a person (?/3)" in given.stdout
    assert "○ Written answer (impossible-why): not attempted (0/3)" in blank.stdout


def test_the_written_answer_and_the_warning_are_in_the_notebooks_language() -> None:
    done = lmhead("check", solution("03-by-hand", "zh"))
    assert "书面回答（impossible-why）：由人来评" in done.stdout
    assert "批改别人的作业，请用 lmhead grade。" in done.stderr
    assert "rights" not in done.stderr


@pytest.mark.parametrize(
    ("lang", "said", "total"),
    [
        ("en", "17 points could not be checked here: torch is missing", "Total: 2/2, 1 by hand"),
        ("zh", "有 17 分在这里无法检查：缺少 torch", "总分：机器评分 2/2，另有 1 分由人评"),
    ],
)
def test_points_that_need_a_library_are_neither_lost_nor_a_persons(
    lang: str, said: str, total: str
) -> None:
    lack = say("person/not-installed", name="torch", command="pip install x")
    tasks = [
        TaskOutcome("one", 2.0, 2.0),
        TaskOutcome("two", 10.0, None, message=say("cell/needs-person", reason=lack)),
        TaskOutcome("three", 7.0, None, message=say("cell/needs-person", reason=lack)),
        TaskOutcome("four", 1.0, None),
    ]
    lines = outcome_text(Path("a.ipynb"), NotebookOutcome("06-train", lang, tasks)).splitlines()
    (line,) = [line for line in lines if line.startswith(said)]
    assert line.endswith("pip install x")
    assert total in lines
    assert sum("?/" in line for line in lines) == 3

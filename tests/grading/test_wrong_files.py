"""Each file that a person or an LMS can hand over in place of the right one: a sentence that
names it, a status that is not 0, and no traceback."""

import os
import shutil
import zipfile
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from typer.testing import CliRunner

from lmhead.commands import app
from lmhead.grading.classroom.collect.deliver import Collector
from tests.grading.classroom.test_collect import collect, course, handed, notebook, zipped

__all__ = ["course"]

ROSTER = b"id,lms_id,name\nann,101,Ann Lee\nbob,102,Bob Oneil\n"


def _zip() -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("leeann_101_5_mini.ipynb", notebook("x" * 500))
    return stream.getvalue()


#: What is wrong for whatever reads a table, an archive or a notebook.
WRONG = {
    "empty": b"",
    "zeros": bytes(600),
    "blank": b"\n \n",
    "mark alone": b"\xef\xbb\xbf",
    "binary": bytes(range(255, 0, -1)) * 3,
    "UTF-32": "id,name\na,b\n".encode("utf-32"),
    "Latin-1": "id,name\na,Jos\xe9\n".encode("latin-1"),
    "an odd UTF-16": b"\xff\xfea",
    "open quote": b'id,name\na,"b\n',
    "a long cell": b"id,name\na," + b"x" * 200_000,
    "other columns": b"a,b\n1,2\n",
    "bars": b"id|name\na|b\n",
    "names alone": b"id,name\n",
    "workbook": b"PK\x03\x04" + bytes(99),
    "half an archive": _zip()[:200],
    "JSON": b'{"a": NaN}',
    "nested JSON": b"[" * 100_000,
    "many digits": b"9" * 5_000,
    "a page": b"<!DOCTYPE html><html><body>Sign in</body></html>",
}
PLACES = ("folder", "loop", "link to nothing")
SAMPLE = ("empty", "binary", "open quote", "a long cell", "JSON", "a page", *PLACES)
EVERY = [
    pytest.param(kind, marks=() if kind in SAMPLE else pytest.mark.survey)
    for kind in (*WRONG, *PLACES)
]


def put(kind: str, path: Path) -> Path:
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    if kind == "folder":
        path.mkdir(parents=True)
    elif kind == "loop":
        path.symlink_to(path.name)
    elif kind == "link to nothing":
        path.symlink_to("nothing")
    else:
        path.write_bytes(WRONG[kind])
    return path


def refused(*arguments: str | Path, name: str) -> str:
    """What a command says where it does not do what was asked."""
    done = CliRunner().invoke(app, [str(each) for each in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    said = done.stdout + done.stderr
    assert done.exit_code in (1, 2), said
    assert name in said
    assert "Traceback" not in said
    return said


@pytest.fixture
def graded(course: Path) -> Path:
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        gradebook.add_assignment("mini")
        gradebook.add_student("ann")
    return course


def hand_in(course: Path) -> None:
    place = course / "submitted" / "ann" / "mini"
    place.mkdir(parents=True)
    (place / "mini.ipynb").write_bytes(notebook("x"))


@pytest.mark.parametrize("kind", EVERY)
def test_a_wrong_download(course: Path, kind: str) -> None:
    file = put(kind, course.parent / "download.zip")
    refused("collect", "mini", file, "--course", course, name="download.zip")


@pytest.mark.parametrize("option", ["--roster", "--times"])
@pytest.mark.parametrize("kind", EVERY)
def test_a_wrong_table_for_collect(course: Path, kind: str, option: str) -> None:
    (course.parent / "a.zip").write_bytes(_zip())
    file = put(kind, course.parent / "table.csv")
    command = ("collect", "mini", course.parent / "a.zip", option, file, "--course", course)
    said = refused(*command, name="table.csv")
    assert not (course / "submitted" / "ann").exists(), said


@pytest.mark.parametrize("kind", EVERY)
def test_a_wrong_roster_in_the_course(graded: Path, kind: str) -> None:
    """A folder or a link of that name is no absence of one: Canvas would make new assignments."""
    put(kind, graded / "roster.csv")
    out = graded.parent / "out.csv"
    refused(
        *("export", "mini", "--format", "canvas", "--out", out, "--course", graded),
        name="roster.csv",
    )
    assert not out.exists()


@pytest.mark.parametrize("kind", EVERY)
def test_a_wrong_worksheet(graded: Path, kind: str) -> None:
    file = put(kind, graded.parent / "worksheet.csv")
    command = ("export", "mini", "--format", "moodle", "--worksheet", file, "--course", graded)
    refused(*command, "--out", graded.parent / "out.csv", name="worksheet.csv")


@pytest.mark.parametrize("kind", EVERY)
def test_a_wrong_file_of_extensions(graded: Path, kind: str) -> None:
    """Without those that it has, students would lose points for being late."""
    put(kind, graded / "extensions.csv")
    hand_in(graded)
    refused("grade", "mini", "--course", graded, name="extensions.csv")


@pytest.mark.parametrize("kind", EVERY)
def test_a_wrong_notebook_to_check(tmp_path: Path, kind: str) -> None:
    refused("check", put(kind, tmp_path / "mine.ipynb"), name="mine.ipynb")


@pytest.mark.parametrize("kind", EVERY)
@pytest.mark.parametrize("command", ["export", "report"])
def test_a_wrong_gradebook(course: Path, kind: str, command: str) -> None:
    put(kind, course / "gradebook.db")
    words = {"export": ("export", "--out", course.parent / "o.csv"), "report": ("report", "mini")}
    said = refused(*words[command], "--course", course, name="gradebook")
    assert "gradebook.db" in said or "has no gradebook yet" in said


COMMANDS = (
    ("collect", "mini", "a.zip"),
    ("export", "--out", "out.csv"),
    ("grade", "mini"),
    ("release", "mini"),
    ("report", "mini"),
)
LINES = (
    "if",
    "1 / 0",
    "import nosuchmodule",
    "raise SystemExit(3)",
    "x = '\0'",
    "c.CourseDirectory.db_url = 7",
    "c.CourseDirectory.source_directory = 7",
    "c.CourseDirectory.db_url = 'nonsense'",
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("line", LINES)
def test_a_configuration_that_does_not_run(
    graded: Path, line: str, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    if command[0] == "collect" and "db_url = 'n" in line:
        return  # it does not open the gradebook
    monkeypatch.chdir(graded)
    hand_in(graded)
    (graded / "a.zip").write_bytes(_zip())
    with open(graded / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    said = refused(*command, name="" if command[0] == "release" else "nbgrader_config.py")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("c.LatePolicy.due = 7", "export"),
        ("c.LatePolicy.percent_per_day = float('nan')", "grade"),
        ("c.LatePolicy.penalty_method = 'percents'", "grade"),
        ("c.MarksExport.roster = 7", "export"),
        ("c.CanvasExport.columns = 'x'", "export"),
        ("c.SandboxExecute.cell_cpu = -1.0", "grade"),
        ("c.SandboxExecute.cell_wall = float('nan')", "grade"),
        ("c.SandboxExecute.memory = 0", "grade"),
    ],
)
def test_a_setting_that_cannot_be(graded: Path, line: str, command: str) -> None:
    hand_in(graded)
    with open(graded / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    words = {
        "export": ("export", "mini", "--format", "canvas", "--out", graded.parent / "o.csv"),
        "grade": ("grade", "mini", "--sandbox", "none"),
    }
    said = refused(*words[command], "--course", graded, name="nbgrader_config.py")
    assert line.partition(" ")[0].rpartition(".")[2] in said


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"mini": 7}', '{"mini": [7]}', "[" * 100_000])
def test_marks_of_lateness_are_never_forgotten_silently(graded: Path, text: str) -> None:
    (graded / ".lmhead").mkdir(exist_ok=True)
    (graded / ".lmhead" / "late-without-time.json").write_text(text, "utf-8")
    name = "late-without-time.json"
    refused("export", "mini", "--course", graded, "--out", graded.parent / "o.csv", name=name)
    (graded / "a.zip").write_bytes(_zip())
    refused("collect", "mini", graded / "a.zip", "--course", graded, name=name)
    assert not (graded / "submitted" / "ann").exists()


def test_a_class_larger_than_a_disk(tmp_path: Path) -> None:
    count = "9" * 20
    refused("demo-class", count, "--course", tmp_path / "class", name=count)
    assert not os.listdir(tmp_path)


# -- downloads whose entries bear the times of the downloads --------------------------------------

NAMES = ("Ann Lee_1", "Bob O'Neil_2", "李雷_3")


def downloaded(when: datetime, names: tuple[str, ...] = NAMES, **more: datetime) -> bytes:
    """Moodle's archive, written at a time, an entry a second; more: put into it afterwards."""
    at = {name: when + timedelta(seconds=2 * place) for place, name in enumerate(names)}
    at |= {name.replace("_", " ", 1): time for name, time in more.items()}
    file = "_assignsubmission_file_/mini.ipynb"
    times = {name + file: (*time.timetuple()[:6],) for name, time in at.items()}
    return zipped({name: notebook(name) for name in times}, times)  # type: ignore[arg-type]


def test_two_downloads_of_different_days_are_nobodys_lateness(course: Path) -> None:
    first = downloaded(datetime(2026, 10, 20, 9), NAMES[:2])
    second = downloaded(datetime(2026, 10, 22, 9), NAMES[2:])
    done, lines = collect(course, first, second)
    assert [line.when for line in lines.values()] == [None, None, None]
    assert "bear the time of the download" in done.notes[0]
    folder = course.parent / "downloads"
    folder.mkdir()
    for name in ("submissions0.zip", "submissions1.zip"):
        shutil.move(course.parent / name, folder / name)
    again = Collector(course, "mini").collect([folder])
    assert [line.when for line in again.lines] == [None, None, None]


def test_a_file_that_was_put_into_a_download_makes_no_others_late(course: Path) -> None:
    done, lines = collect(
        course, downloaded(datetime(2026, 10, 20, 9), Kim_Park_9=datetime(2026, 9, 1, 8))
    )
    assert [lines[name].when for name in ("ann", "bob", "李雷")] == [None, None, None]
    assert not list((course / "submitted").rglob("timestamp.txt"))
    assert done.notes


def test_what_a_learner_packed_does_not_say_when_it_was_handed_in(course: Path) -> None:
    """In a download that was unpacked, an archive of a learner's has the learner's clock."""
    folder = course.parent / "unpacked"
    for name, day in (("Ann Lee_1", 1), ("Bob O'Neil_2", 9)):
        place = folder / f"{name}_assignsubmission_file_"
        place.mkdir(parents=True)
        packed = zipped({"mini.ipynb": notebook(name)}, (2026, 10, day, 8, 0, 0))
        (place / "work.zip").write_bytes(packed)
    done = Collector(course, "mini").collect([folder])
    assert {line.student: line.when for line in done.lines} == {"ann": None, "bob": None}
    assert "timestamp.txt" not in handed(course, "ann")

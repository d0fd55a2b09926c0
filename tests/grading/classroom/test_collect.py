"""Downloads of Canvas and Moodle become submissions of the right students, and nothing is lost."""

import io
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import Result
from nbgrader.apps import ZipCollectApp
from typer.testing import CliRunner

from lmhead.commands import app
from lmhead.grading.classroom.collect.deliver import Collected, Collection, Collector
from lmhead.grading.classroom.collect.names import copy_number, owner_of
from lmhead.grading.classroom.roster import Roster
from lmhead.grading.problems import CourseProblem

ROOT = Path(__file__).parents[3]
ROSTER = """\
id,lms_id,name,section
ann,101,Ann Lee,A
bob,102,"O'Neil, Bob",A
李雷,103,李雷,B
twin1,104,Kim Park,B
twin2,105,Kim Park,B
"""
When = tuple[int, int, int, int, int, int]
NOON: When = (2026, 10, 1, 12, 0, 0)


def notebook(text: str, assignment: str | None = "mini") -> bytes:
    own = {} if assignment is None else {"lmhead": {"assignment": assignment}}
    cells = [{"cell_type": "markdown", "source": text, "metadata": {}}]
    return json.dumps(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": own, "cells": cells}
    ).encode()


def zipped(files: dict[str, bytes], when: When | dict[str, When] = NOON) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            own = when.get(name, NOON) if isinstance(when, dict) else when
            archive.writestr(zipfile.ZipInfo(name, own), data, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "course"
    (folder / "solutions" / "mini").mkdir(parents=True)
    (folder / "solutions" / "mini" / "mini.ipynb").write_bytes(notebook("master"))
    text = (ROOT / "nbgrader_config.py").read_text("utf-8")
    text += '\nc.LatePolicy.time_zone = "Asia/Shanghai"\n'
    (folder / "nbgrader_config.py").write_text(text, "utf-8")
    (folder / "roster.csv").write_text(ROSTER, "utf-8")
    return folder


def collect(
    course: Path, *downloads: bytes | dict[str, bytes], **options: object
) -> tuple[Collection, dict[str, Collected]]:
    paths = []
    for number, data in enumerate(downloads):
        path = course.parent / f"submissions{number}.zip"
        path.write_bytes(zipped(data) if isinstance(data, dict) else data)
        paths.append(path)
    done = Collector(course, "mini").collect(paths, **options)  # type: ignore[arg-type]
    return done, {line.student: line for line in done.lines}


def handed(course: Path, student: str) -> dict[str, bytes]:
    place = course / "submitted" / student / "mini"
    return {
        path.relative_to(place).as_posix(): path.read_bytes()
        for path in place.rglob("*")
        if path.is_file()
    }


def test_a_canvas_download_reaches_the_students_by_their_numbers(course: Path) -> None:
    done, lines = collect(
        course,
        {
            "leeann_101_5001_mini.ipynb": notebook("a"),
            "oneilbob_LATE_102_5002_mini-1.ipynb": notebook("b"),
            "李雷_103_5003_作业.zip": zipped({"hw/mini.ipynb": notebook("c"), "hw/d.csv": b"1,2"}),
        },
    )
    assert done.source == "canvas"
    assert {name: line.status for name, line in lines.items()} == {
        "ann": "new",
        "bob": "new",
        "李雷": "new",
    }
    assert handed(course, "ann") == {"mini.ipynb": notebook("a")}
    assert handed(course, "bob") == {"mini.ipynb": notebook("b")}
    assert handed(course, "李雷") == {"mini.ipynb": notebook("c"), "d.csv": b"1,2"}
    assert [name for name, line in lines.items() if line.late] == ["bob"]
    assert "mini-1.ipynb is taken as mini.ipynb." in lines["bob"].notes
    assert done.missing == ["twin1", "twin2"]
    assert (done.unmatched, done.refused) == ([], [])


def test_a_moodle_download_reaches_them_by_name_with_the_time_of_the_archive(course: Path) -> None:
    inner = zipped({"mini.ipynb": notebook("b")}, (2020, 1, 1, 0, 0, 0))
    download = zipped(
        {
            "Ann Lee_4711_assignsubmission_file_/mini.ipynb": notebook("a"),
            "Bob O'Neil_4712_assignsubmission_file/hw.ZIP": inner,
            "李雷_4713_assignsubmission_file_mini.ipynb": notebook("c"),
            "李雷_4713_assignsubmission_onlinetext_/onlinetext.html": b"<p>",
        },
        {"Bob O'Neil_4712_assignsubmission_file/hw.ZIP": (2026, 10, 2, 0, 30, 0)},
    )
    done, lines = collect(course, download)
    assert done.source == "moodle"
    assert handed(course, "ann")["mini.ipynb"] == notebook("a")
    assert handed(course, "bob")["mini.ipynb"] == notebook("b")
    assert handed(course, "李雷")["mini.ipynb"] == notebook("c")
    # Noon in Shanghai is 04:00 in UTC; half past midnight is the day before.
    assert handed(course, "ann")["timestamp.txt"] == b"2026-10-01T04:00:00+00:00\n"
    assert handed(course, "bob")["timestamp.txt"] == b"2026-10-01T16:30:00+00:00\n"
    assert lines["ann"].when == datetime(2026, 10, 1, 4, tzinfo=UTC)


def test_who_is_not_in_the_roster_or_there_twice_is_listed(course: Path) -> None:
    done, lines = collect(
        course,
        {
            "Kim Park_1_assignsubmission_file_/mini.ipynb": notebook("a"),
            "Eve Adams_2_assignsubmission_file_/mini.ipynb": notebook("b"),
            "Ann Lee_3_assignsubmission_file_/mini.ipynb": notebook("c"),
        },
    )
    assert list(lines) == ["ann"]
    assert [line.partition(":")[0] for line in done.unmatched] == ["Eve Adams", "Kim Park"]
    assert "twin1, twin2" in done.unmatched[1]
    assert sorted(path.name for path in (course / "submitted").iterdir()) == ["ann"]


def test_moodles_number_tells_two_of_one_name_apart(course: Path) -> None:
    roster = "id,name,identifier\ntwin1,Kim Park,Participant 77\ntwin2,Kim Park,Participant 78\n"
    (course / "roster.csv").write_text(roster, "utf-8")
    _, lines = collect(course, {"Kim Park_78_assignsubmission_file_/mini.ipynb": notebook("a")})
    assert list(lines) == ["twin2"]


def test_a_canvas_name_with_anothers_number_is_nobodys(course: Path) -> None:
    """A learner can call themselves what they like; the number is Canvas's."""
    done, lines = collect(course, {"leeann_999_5001_mini.ipynb": notebook("forged")})
    assert lines == {}
    assert "another number" in done.unmatched[0]


def test_names_within_a_learners_archive_do_not_make_it_anothers(course: Path) -> None:
    own = zipped({"oneilbob_102_9999_mini.ipynb": notebook("forged"), "mini.ipynb": notebook("a")})
    _, lines = collect(course, {"leeann_101_5001_hw.zip": own})
    assert list(lines) == ["ann"]


@pytest.mark.parametrize(
    "name", ["mini (1).ipynb", "mini-Copy1.ipynb", "mini - 副本.ipynb", "MINI.IPYNB", "作业.ipynb"]
)
def test_a_notebook_under_another_name_is_taken_and_that_is_said(course: Path, name: str) -> None:
    _, lines = collect(course, {f"leeann_101_5001_{name}": notebook("a")})
    assert handed(course, "ann") == {"mini.ipynb": notebook("a")}
    assert lines["ann"].notes == [f"{name} is taken as mini.ipynb."]


def test_of_several_notebooks_the_newest_of_this_assignment_counts(course: Path) -> None:
    own = zipped(
        {
            "mini.ipynb": notebook("old"),
            "mini (1).ipynb": notebook("new"),
            "other.ipynb": notebook("other", "03-by-hand"),
            "scratch.ipynb": notebook("scratch", None),
        },
        {
            "mini (1).ipynb": (2026, 10, 1, 13, 0, 0),
            "other.ipynb": (2026, 10, 1, 14, 0, 0),
            "scratch.ipynb": (2026, 10, 1, 15, 0, 0),
        },
    )
    _, lines = collect(course, {"leeann_101_5001_hw.zip": own})
    assert handed(course, "ann") == {"mini.ipynb": notebook("new")}
    assert "2 notebooks of mini; the newest counts: mini (1).ipynb." in lines["ann"].notes


def test_copies_without_times_go_by_their_numbers() -> None:
    names = ["x (10)", "x", "x (2)", "x-Copy1"]
    assert sorted(names, key=copy_number) == ["x", "x-Copy1", "x (2)", "x (10)"]


def test_of_several_downloads_the_newest_attempt_counts(course: Path) -> None:
    _, lines = collect(
        course,
        {"leeann_101_6000_mini.ipynb": notebook("second")},
        {"leeann_101_5000_mini.ipynb": notebook("first")},
    )
    assert handed(course, "ann") == {"mini.ipynb": notebook("second")}
    assert "in 2 of the downloads; the newest counts." in lines["ann"].notes


def test_newer_work_replaces_what_is_there_and_keeps_it_beside(course: Path) -> None:
    collect(course, {"leeann_101_5000_mini.ipynb": notebook("first")})
    _, again = collect(course, {"leeann_101_5000_mini.ipynb": notebook("first")})
    assert again["ann"].status == "same"
    _, lines = collect(course, {"leeann_101_6000_mini.ipynb": notebook("second")})
    assert lines["ann"].status == "newer"
    assert handed(course, "ann") == {"mini.ipynb": notebook("second")}
    kept = course / "submitted" / ".earlier" / "mini" / "ann" / "1" / "mini.ipynb"
    assert kept.read_bytes() == notebook("first")
    assert "submitted/.earlier/mini/ann/1" in lines["ann"].notes[-1]
    collect(course, {"leeann_101_7000_mini.ipynb": notebook("third")})
    assert (kept.parents[1] / "2" / "mini.ipynb").read_bytes() == notebook("second")


EARLY = "Bob O'Neil_2_assignsubmission_file_/mini.ipynb"


def with_hand_in_times(files: dict[str, bytes], when: When) -> bytes:
    """A Moodle archive of files from one time, with one from long before: the times of a class
    that handed in, and not those of a download."""
    times = {**dict.fromkeys(files, when), EARLY: (2026, 9, 1, 0, 0, 0)}
    return zipped({**files, EARLY: notebook("b")}, times)


def test_older_work_does_not_replace_newer(course: Path) -> None:
    name = "Ann Lee_1_assignsubmission_file_/mini.ipynb"
    collect(course, with_hand_in_times({name: notebook("second")}, (2026, 10, 2, 0, 0, 0)))
    older = with_hand_in_times({name: notebook("first")}, (2026, 10, 1, 0, 0, 0))
    _, lines = collect(course, older)
    assert lines["ann"].status == "kept"
    assert handed(course, "ann")["mini.ipynb"] == notebook("second")


def test_a_learner_does_not_set_the_time(course: Path) -> None:
    own = zipped({"mini.ipynb": notebook("a"), "Timestamp.txt": b"2000-01-01 00:00:00 UTC"})
    files = {"Ann Lee_1_assignsubmission_file_/hw.zip": own}
    _, lines = collect(course, with_hand_in_times(files, NOON))
    assert handed(course, "ann")["timestamp.txt"] == b"2026-10-01T04:00:00+00:00\n"
    assert any("timestamp.txt was in what was handed in" in note for note in lines["ann"].notes)


def test_times_come_from_a_table_where_the_lms_gives_none(course: Path) -> None:
    table = course.parent / "times.csv"
    table.write_text("lms_id,submitted_at\n101,2026-10-01T20:00:00-04:00\n", "utf-8")
    collect(course, {"leeann_101_5000_mini.ipynb": notebook("a")}, times=table)
    assert handed(course, "ann")["timestamp.txt"] == b"2026-10-02T00:00:00+00:00\n"
    table.write_text("student,time\nann,yesterday\n", "utf-8")
    with pytest.raises(CourseProblem, match="line 2: 'yesterday' is no time"):
        collect(course, {"leeann_101_5000_mini.ipynb": notebook("a")}, times=table)


def test_a_folder_of_archives_named_after_people_is_matched(course: Path) -> None:
    folder = course.parent / "qq"
    folder.mkdir()
    (folder / "实验一-李雷-103班.zip").write_bytes(zipped({"a/mini.ipynb": notebook("c")}))
    (folder / "ann").mkdir()
    (folder / "ann" / "mini.ipynb").write_bytes(notebook("a"))
    (folder / "somebody.ipynb").write_bytes(notebook("x"))
    done = Collector(course, "mini").collect([folder])
    assert (done.source, [line.student for line in done.lines]) == ("plain", ["ann", "李雷"])
    assert done.unmatched == [
        "somebody.ipynb: the roster has nobody whose name or id stands in its name"
    ]


def test_without_a_roster_canvas_numbers_are_the_ids(course: Path) -> None:
    (course / "roster.csv").unlink()
    done, lines = collect(course, {"leeann_101_5000_mini.ipynb": notebook("a")})
    assert list(lines) == ["101"]
    assert done.missing == []


def test_what_holds_no_notebook_is_said_and_leaves_what_is_there(course: Path) -> None:
    collect(course, {"leeann_101_5000_mini.ipynb": notebook("a")})
    _, lines = collect(
        course,
        {
            "leeann_101_6000_mini.pdf": b"%PDF",
            "oneilbob_102_6001_mini.rar": b"Rar!",
            "李雷_103_6002_x.ipynb": notebook("x", "03-by-hand"),
        },
    )
    assert {line.status for line in lines.values()} == {"nothing"}
    assert lines["ann"].notes == ["no notebook, only mini.pdf."]
    assert "mini.rar is packed in a way that is not read here" in lines["bob"].notes[0]
    assert lines["李雷"].notes == ["no notebook of mini, but of 03-by-hand."]
    assert handed(course, "ann") == {"mini.ipynb": notebook("a")}
    assert not (course / "submitted" / "bob").exists()


def test_one_hostile_archive_costs_its_owner_alone(course: Path) -> None:
    bomb = zipped({"mini.ipynb": bytes(8 * 2**20)})
    _, lines = collect(
        course, {"leeann_101_1_a.zip": bomb, "oneilbob_102_2_mini.ipynb": notebook("b")}
    )
    assert list(lines) == ["bob"]
    _, lines = collect(
        course,
        {
            "leeann_101_1_a.zip": zipped({"../../x": b"1", "mini.ipynb": notebook("a")}),
            "oneilbob_102_2_mini.ipynb": notebook("b"),
        },
    )
    assert (lines["ann"].status, lines["bob"].status) == ("new", "same")
    assert "leads out of the archive" in lines["ann"].notes[0]
    assert not list(course.glob("**/x"))
    assert [path.name for path in (course / "submitted").glob(".incoming*")] == []


def moodle(name: str, number: int) -> str:
    return f"{name}_{number}_assignsubmission_file_/"


@pytest.mark.parametrize(
    "own",
    [
        {"a": b"1", "a/b": b"2"},
        {"mini.ipynb/x": b"1"},
        {"timestamp.txt/x": b"1"},
        {"/".join(["d" * 230] * 19): b"1"},
    ],
    ids=["file-and-folder", "notebook", "time", "long-path"],
)
def test_names_that_fit_in_no_folder_cost_their_owner_alone(
    course: Path, own: dict[str, bytes]
) -> None:
    files = {moodle(name, 1) + "mini.ipynb": notebook(name) for name in ("Ann Lee", "李雷")}
    files[moodle("Bob O'Neil", 2) + "x.zip"] = zipped({"mini.ipynb": notebook("bob"), **own})
    _, lines = collect(course, files)
    assert {name: line.status for name, line in lines.items()} == {
        **dict.fromkeys(("ann", "bob", "李雷"), "new")
    }
    assert lines["bob"].notes
    assert handed(course, "bob")["mini.ipynb"] == notebook("bob")


def test_a_name_with_moodles_own_words_is_nobodys(course: Path) -> None:
    files = {
        moodle("Ann Lee", 1) + "mini.ipynb": notebook("ann"),
        moodle("Ann Lee_1_assignsubmission_file_", 2) + "mini.ipynb": notebook("forged"),
    }
    done, lines = collect(course, files)
    assert list(lines) == ["ann"]
    assert handed(course, "ann")["mini.ipynb"] == notebook("ann")
    assert len(done.unmatched) == 1


def test_many_files_of_one_do_not_make_it_another_lms(course: Path) -> None:
    (course / "roster.csv").unlink()
    own = {f"bob_1_assignsubmission_file_{at}.txt": b"" for at in range(50)}
    own["bob_1_assignsubmission_file_mini.ipynb"] = notebook("forged")
    folder = course.parent / "given"
    for name in ("ann", "bob", "eve"):
        (folder / name).mkdir(parents=True)
        (folder / name / "mini.ipynb").write_bytes(notebook(name))
    (folder / "eve" / "e.zip").write_bytes(zipped(own))
    done = Collector(course, "mini").collect([folder])
    assert done.source == "plain"
    assert handed(course, "bob")["mini.ipynb"] == notebook("bob")


def test_what_a_notebook_says_it_is_cannot_speak_to_the_terminal(course: Path) -> None:
    files = {moodle("Ann Lee", 1) + "mini.ipynb": notebook("ann", "\x1b[2Jevil\n")}
    _, lines = collect(course, files)
    assert all(note.isprintable() for note in lines["ann"].notes)


def test_a_submitted_folder_that_is_a_link_is_not_written_to(course: Path, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    target.mkdir()
    (course / "submitted").mkdir()
    (course / "submitted" / "ann").symlink_to(target)
    _, lines = collect(course, {"leeann_101_1_mini.ipynb": notebook("a")})
    assert list(target.iterdir()) == []
    assert "is a link" in lines["ann"].notes[-1]


@pytest.mark.parametrize(
    ("part", "owner"),
    [
        ("doejane_12_34_a_b_1.ipynb", ("canvas", "doejane", "12", ("a_b_1.ipynb",), False)),
        ("doejane_LATE_12_34_x.zip", ("canvas", "doejane", "12", ("x.zip",), True)),
        (
            "Jane Doe_12_assignsubmission_file_a_1_2_b.ipynb",
            ("moodle", "Jane Doe", "12", ("a_1_2_b.ipynb",), False),
        ),
        ("Jane Doe_12_assignsubmission_onlinetext_", None),
        ("mini.ipynb", None),
    ],
)
def test_names_of_canvas_and_moodle_are_taken_apart(
    part: str, owner: tuple[object, ...] | None
) -> None:
    found = owner_of((part,))
    if owner is None:
        assert found is None
    else:
        assert found is not None
        assert (found.source, found.name, found.id, found.file, found.late) == owner


def test_a_gradebook_exported_from_canvas_is_a_roster(tmp_path: Path) -> None:
    path = tmp_path / "grades.csv"
    path.write_bytes(
        (
            "Student,ID,SIS User ID,SIS Login ID,Section,Quiz (7)\r\n"
            "    Points Possible,,,,,10\r\n"
            '"Lee, Ann",101,S1,ann,A,9\r\n'
            '"Student, Test",,,,A,\r\n'
        ).encode("utf-8-sig")
    )
    (student,) = Roster.read(path).students
    assert (student.id, student.lms_id, student.name, student.sis_id, student.section) == (
        *("ann", "101", "Lee, Ann", "S1"),
        "A",
    )
    assert Roster.read(path).with_name("leeann") == [student]


def test_a_roster_from_chinese_excel_is_read(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes("学号;姓名;班级\n2026001;李雷;一班\n".encode("gbk"))
    (student,) = Roster.read(path).students
    assert (student.id, student.name, student.section) == ("2026001", "李雷", "一班")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id,name\na,A\na,B\n", "line 3: a is on line 2 already"),
        ("id,name\n../x,A\n", "cannot be a student's id"),
        ("id,name\n.x,A\n", "cannot be a student's id"),
        ("id,name\n,\n", "names no student"),
        ("name\nA\n", "line 2: there is no id"),
        ('id,name\n"a,A\n', "line"),
    ],
)
def test_a_mistake_in_the_roster_is_named_with_its_line(
    tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "roster.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(CourseProblem, match=says):
        Roster.read(path)


def command(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "300"})


def test_the_command_prints_a_table_and_what_was_left_over(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course)
    (course / "a.zip").write_bytes(
        zipped(
            {
                "leeann_101_5000_mini (2).ipynb": notebook("a"),
                "evea_999_5001_mini.ipynb": notebook("e"),
            }
        )
    )
    done = command("collect", "mini", "a.zip", "--json", "r.json")
    assert done.exit_code == 1, done.output
    (row,) = [line for line in done.stdout.splitlines() if line.startswith("ann")]
    assert row.split()[:3] == ["ann", "new", "1"]
    assert "mini (2).ipynb is taken as mini.ipynb." in row
    assert "from canvas: 1 new" in done.stdout
    assert "  evea: the roster has nobody" in done.stdout
    report = json.loads((course / "r.json").read_text("utf-8"))
    assert report["missing"] == ["bob", "李雷", "twin1", "twin2"]


def test_text_typed_into_moodle_is_no_strange_name_and_a_roster_is_kept(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course)
    (course / "roster.csv").rename(course / "class.csv")
    with open(course / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write('\nc.LatePolicy.time_zone = "+08:00"\n')
    text = "Bob O'Neil_2004_assignsubmission_onlinetext_/onlinetext.html"
    entries = {moodle("Ann Lee", 1) + "mini.ipynb": notebook("a"), text: b"x"}
    (course / "a.zip").write_bytes(zipped(entries, {text: (2026, 9, 1, 0, 0, 0)}))
    done = command("collect", "mini", "a.zip", "--roster", "class.csv")
    assert "handed in text, no notebook" in done.stdout
    assert "+08:00" in done.stdout
    assert "class.csv is copied to roster.csv, where export looks" in done.stdout
    assert (course / "roster.csv").read_bytes() == (course / "class.csv").read_bytes()
    (course / "roster.csv").write_text("id\nann\n", "utf-8")
    done = command("collect", "mini", "a.zip", "--roster", "class.csv")
    assert "roster.csv, which is another file than class.csv" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["mini", "b.zip"], "b.zip is not there.\n"),
        (["mini", ".", "--from", "blackboard"], "--from is 'blackboard'; it can be auto, canvas"),
        (["maxi", "."], "this course has no assignment 'maxi'; it has mini"),
        (["mini", ".", "--roster", "r.csv"], "r.csv cannot be read"),
    ],
)
def test_a_request_that_cannot_be_carried_out_is_a_sentence(
    course: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    monkeypatch.chdir(course)
    done = command("collect", *arguments)
    assert done.exit_code == 2
    assert says in done.stderr
    assert not (course / "submitted").exists()


def test_nbgraders_own_zip_collect_reads_through_the_same_plugins(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (course / "exercises" / "mini").mkdir(parents=True)
    (course / "exercises" / "mini" / "mini.ipynb").write_bytes(notebook("released"))
    archive = course / "downloaded" / "mini" / "archive"
    archive.mkdir(parents=True)
    entries = {
        "__MACOSX/Ann Lee_1_assignsubmission_file_/._mini.ipynb": b"\x00",
        "Ann Lee_1_assignsubmission_file_/mini (1).ipynb": notebook("a"),
        "Ann Lee_1_assignsubmission_file_/../../../evil.ipynb": notebook("x"),
        "Eve_2_assignsubmission_file_/mini.ipynb": notebook("e"),
    }
    times = {"Eve_2_assignsubmission_file_/mini.ipynb": (2026, 9, 1, 0, 0, 0)}
    (archive / "moodle.ZIP").write_bytes(zipped(entries, times))
    monkeypatch.chdir(course)
    collecting = ZipCollectApp()
    collecting.initialize(["mini"])
    collecting.start()
    assert handed(course, "ann") == {
        "mini.ipynb": notebook("a"),
        "timestamp.txt": b"2026-10-01T04:00:00+00:00\n",
    }
    assert [path.name for path in (course / "submitted").iterdir()] == ["ann"]
    (course / "roster.csv").write_text("id,name\na,A\na,B\n", "utf-8")
    (archive.parent / "extracted").rename(archive.parent / "before")
    with pytest.raises(SystemExit):
        collecting.start()


@pytest.mark.parametrize("name", [".earlier", ".incoming-x", ".git", ".lmhead"])
def test_a_folder_of_the_courses_own_is_nobodys(course: Path, name: str) -> None:
    """Below `submitted/` a dot begins what the course keeps there: replaced work, for one."""
    (course / "roster.csv").unlink()
    folder = course.parent / "handed"
    for student in (name, "ann"):
        (folder / student).mkdir(parents=True)
        (folder / student / "mini.ipynb").write_bytes(notebook(student))
    for _ in range(2):
        done = Collector(course, "mini").collect([folder])
        assert [line.student for line in done.lines] == ["ann"]
    assert not (course / "submitted" / name / "mini").exists()
    moodle = {
        f"{each}_1_assignsubmission_file_/mini.ipynb": notebook(each) for each in (name, "Bob Li")
    }
    again, lines = collect(course, moodle, source="moodle")
    assert list(lines) == ["Bob Li"]
    assert len(again.unmatched) == 1

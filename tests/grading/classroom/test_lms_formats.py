"""What Canvas and Moodle hand out in each of its forms, and the tables that they take back.

The forms are those that their public source makes: Canvas's ``content_zipper.rb`` (names in a
download), ``gradebook_exporter.rb`` and ``gradebook_importer.rb``; Moodle's
``mod/assign/classes/downloader.php`` and ``gradingtable.php`` (the grading worksheet). The people
are made up.
"""

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from nbgrader.api import Gradebook
from traitlets.config import Config

from lmhead.grading.classroom.collect.deliver import Collector
from lmhead.grading.classroom.collect.names import copy_number, owner_of
from lmhead.grading.classroom.export import CanvasExport
from lmhead.grading.classroom.late.hand_in_times import HandInTimes, moodle_time
from lmhead.grading.classroom.late.unknown_times import LateMarks
from lmhead.grading.classroom.roster import Roster
from lmhead.grading.problems import CourseProblem
from tests.grading.classroom.test_collect import collect, command, course, handed, notebook, zipped

__all__ = ["course"]

Owner = tuple[str, str, str, bool, str]


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("doejane_1234_567890_mini.ipynb", ("doejane", "1234", "mini.ipynb", False, "file")),
        ("doejane_LATE_1234_5_mini-1.ipynb", ("doejane", "1234", "mini-1.ipynb", True, "file")),
        ("李雷_1234_5_作业 1.ipynb", ("李雷", "1234", "作业 1.ipynb", False, "file")),
        ("_1234_5_mini.ipynb", ("", "1234", "mini.ipynb", False, "file")),  # a name of signs alone
        ("doe_jane_1234_5_my_work_2.ipynb", ("doe_jane", "1234", "my_work_2.ipynb", False, "file")),
        ("doejane_1234_text.html", ("doejane", "1234", "text.html", False, "text")),
        ("doejane_LATE_1234_link.html", ("doejane", "1234", "link.html", True, "link")),
        ("anon_Ab3dE_5_mini.ipynb", ("anon_Ab3dE", "", "mini.ipynb", False, "file")),
        ("LATE_anon_Ab3dE_5_mini.ipynb", ("anon_Ab3dE", "", "mini.ipynb", True, "file")),
        ("anon_Ab3dE_text.html", ("anon_Ab3dE", "", "text.html", False, "text")),
        ("anon_1234_5_mini.ipynb", ("anon", "1234", "mini.ipynb", False, "file")),
        ("late_1234_5_mini.ipynb", ("late", "1234", "mini.ipynb", False, "file")),
    ],
)
def test_each_name_that_canvas_gives_is_taken_apart(name: str, owner: Owner) -> None:
    found = owner_of((name,))
    assert found is not None
    assert found.source == "canvas"
    assert (found.name, found.id, "/".join(found.file), found.late, found.kind) == owner


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("Ann Lee_12_assignsubmission_file/mini.ipynb", ("Ann Lee", "12", "mini.ipynb", "file")),
        ("Ann Lee_12_assignsubmission_file_/a/b.ipynb", ("Ann Lee", "12", "a/b.ipynb", "file")),
        ("Ann Lee_12_assignsubmission_file_m.ipynb", ("Ann Lee", "12", "m.ipynb", "file")),
        ("Participant_12_assignsubmission_file/m.ipynb", ("Participant", "12", "m.ipynb", "file")),
        (
            "Ann Lee_12_assignsubmission_onlinetext/onlinetext.html",
            ("Ann Lee", "12", "onlinetext.html", "text"),
        ),
    ],
)
def test_each_name_that_moodle_gives_is_taken_apart(name: str, owner: tuple[str, ...]) -> None:
    found = owner_of(tuple(name.split("/")))
    assert found is not None
    assert found.source == "moodle"
    assert (found.name, found.id, "/".join(found.file), found.kind) == owner


def test_a_name_of_any_length_is_read_in_time_that_grows_with_it() -> None:
    """A pattern that tries every split would take longer than a class lasts."""
    assert copy_number("x" + " - copy 1" * 40) == 1
    assert owner_of(("1_" * 100_000 + "x",)) is not None
    assert owner_of(("a_late" * 100_000,)) is None
    assert owner_of(("_assignsubmission_" * 50_000,)) is None


def test_hidden_names_typed_text_and_links_are_canvas_all_the_same(course: Path) -> None:
    done, lines = collect(
        course,
        {
            "LATE_anon_Ab3dE_5_mini.ipynb": notebook("x"),
            "leeann_101_text.html": b"<p>",
            "oneilbob_102_link.html": b"<a>",
            "oneilbob_102_7_mini.ipynb": notebook("b"),
            "李雷_103_link.html": b"<a>",
        },
    )
    assert done.source == "canvas"
    assert {name: line.status for name, line in lines.items()} == {
        "ann": "nothing",
        "anon_Ab3dE": "new",
        "bob": "new",
        "李雷": "nothing",
    }
    assert lines["ann"].notes == ["handed in text, no notebook."]
    assert lines["李雷"].notes == ["handed in a link, no notebook."]
    assert lines["anon_Ab3dE"].notes[0].startswith("Canvas hides whose it is")
    assert handed(course, "bob") == {"mini.ipynb": notebook("b")}
    assert done.unmatched == []


def moodle_archive(seconds: int) -> bytes:
    """As Moodle streams it: each entry has the time at which it was written, days afterwards."""
    names = ("Ann Lee_1", "Bob O'Neil_2", "李雷_3")
    files = {f"{name}_assignsubmission_file/mini.ipynb": notebook(name) for name in names}
    times = {name: (2026, 10, 20, 9, 0, at * seconds) for at, name in enumerate(files)}
    return zipped(files, times)


WORKSHEET = (
    "Identifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\n"
    "Participant 1,Ann Lee,ann@x.org,Submitted for grading,,20.00,Yes,"
    '"Thursday, 1 October 2026, 11:59 PM",-,\n'
    "Participant 2,Bob Oneil,bob@x.org,Submitted for grading,,20.00,Yes,"
    '"Friday, 2 October 2026, 12:05 AM",-,\n'
    "Participant 3,李雷,li@x.org,No submission,,20.00,Yes,-,-,\n"
)


@pytest.mark.parametrize("seconds", [0, 2, 20])
def test_the_time_of_a_moodle_download_is_nobodys_lateness(course: Path, seconds: int) -> None:
    done, lines = collect(course, moodle_archive(seconds))
    assert [line.when for line in lines.values()] == [None, None, None]
    assert not list((course / "submitted").rglob("timestamp.txt"))
    (note,) = done.notes
    assert "bear the time of the download" in note
    assert "--times WORKSHEET.csv" in note


@pytest.mark.parametrize("with_roster", [True, False])
def test_moodles_worksheet_says_when_each_handed_in(course: Path, with_roster: bool) -> None:
    if not with_roster:
        (course / "roster.csv").unlink()
    worksheet = course.parent / "worksheet.csv"
    worksheet.write_text(WORKSHEET, "utf-8")
    done, lines = collect(course, moodle_archive(0), times=worksheet)
    ann, bob = ("ann", "bob") if with_roster else ("Ann Lee", "Bob O'Neil")
    # The course is in Shanghai, eight hours before UTC.
    assert lines[ann].when == datetime(2026, 10, 1, 15, 59, tzinfo=UTC)
    assert lines[bob].when == datetime(2026, 10, 1, 16, 5, tzinfo=UTC)
    assert lines["李雷"].when is None
    assert done.notes == []
    # A second call with the times mends a collection that was made without.
    assert handed(course, ann)["timestamp.txt"] == b"2026-10-01T15:59:00+00:00\n"


def test_a_worksheet_given_afterwards_brings_the_times(course: Path) -> None:
    collect(course, moodle_archive(0))
    worksheet = course.parent / "worksheet.csv"
    worksheet.write_text(WORKSHEET, "utf-8")
    _, lines = collect(course, moodle_archive(0), times=worksheet)
    assert lines["ann"].status == "same"
    assert handed(course, "ann")["timestamp.txt"] == b"2026-10-01T15:59:00+00:00\n"


@pytest.mark.parametrize(
    "text",
    [
        "Thursday, 1 October 2026, 9:05 PM",
        "Thursday, October 1, 2026, 9:05 PM",
        "Thursday, 1 October 2026, 21:05",
        "1 Oct 2026, 21:05",
        "2026年10月1日 星期四 21:05",
        "2026年10月01日 星期四 下午 9:05",
        "Donnerstag, 1. Oktober 2026, 21:05",
        "jeudi 1 octobre 2026, 21:05",
        "jeudi 1 octobre 2026 à 21h05",
        "jueves, 1 de octubre de 2026, 21:05",
        "quinta-feira, 1 de outubro de 2026 às 21:05",
        "giovedì, 1 ottobre 2026, 21:05",
    ],
)
def test_a_time_that_moodle_writes_out_is_read(text: str) -> None:
    assert moodle_time(text) == datetime(2026, 10, 1, 21, 5)


@pytest.mark.parametrize(
    ("text", "hour"), [("1 May 2026, 12:00 AM", 0), ("1 May 2026, 12:00 PM", 12)]
)
def test_midnight_and_noon_are_told_apart(text: str, hour: int) -> None:
    found = moodle_time(text)
    assert found is not None
    assert found.hour == hour


@pytest.mark.parametrize(
    "text", ["1/10/2026, 21:05", "31 February 2026, 21:05", "yesterday", "1 October, 21:05", ""]
)
def test_a_time_that_could_be_two_or_none_is_refused_with_its_line(
    text: str, tmp_path: Path
) -> None:
    assert moodle_time(text) is None
    table = tmp_path / "times.csv"
    table.write_text(f'Identifier,Last modified (submission)\nParticipant 1,"{text}"\n', "utf-8")
    if text:
        with pytest.raises(CourseProblem, match="line 2"):
            HandInTimes.read(table, ZoneInfo("Europe/Berlin"))


def test_canvas_says_late_and_no_time_until_one_is_given(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course)
    download = {"oneilbob_LATE_102_7_mini.ipynb": notebook("b")}
    (course / "a.zip").write_bytes(zipped(download))
    done = command("collect", "mini", "a.zip")
    assert done.exit_code == 1
    assert "does not say when they handed in: bob. They lose nothing" in done.stdout
    marks = LateMarks(course)
    assert marks.without_time("mini", course / "submitted") == ["bob"]
    (course / "t.csv").write_text("student,time\nbob,2026-10-02 00:30\n", "utf-8")
    done = command("collect", "mini", "a.zip", "--times", "t.csv")
    assert done.exit_code == 0, done.output
    assert marks.without_time("mini", course / "submitted") == []
    assert handed(course, "bob")["timestamp.txt"] == b"2026-10-01T16:30:00+00:00\n"


def test_a_time_beside_the_notebook_is_a_time(course: Path) -> None:
    collect(course, {"oneilbob_LATE_102_7_mini.ipynb": notebook("b")})
    place = course / "submitted" / "bob" / "mini" / "timestamp.txt"
    place.write_text("2026-10-02T00:30:00+08:00\n", "utf-8")
    assert LateMarks(course).without_time("mini", course / "submitted") == []


# -- Canvas's gradebook -------------------------------------------------------------------------

HEADS = "Student,ID,SIS User ID,SIS Login ID,Section"
CANVAS = (
    HEADS + ",Four words by hand (77001),Quiz (77002),Assignments Current Score,Final Score\r\n"
    ",,,,,Manual Posting,,(read only),(read only)\r\n"
    "    Points Possible,,,,,20.00,10.00,(read only),(read only)\r\n"
    '"Lee, Ann",101,S1,ann,A,,8,80,80\r\n'
    '"O\'Neil, Bob",102,S2,bob,A,EX,7,70,70\r\n'
    '"Student, Test",999,,0123456789abcdef0123456789abcdef01234567,A,,,,\r\n'
)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_canvas_own_lines_are_nobodys(tmp_path: Path, separator: str) -> None:
    rows = csv.reader(io.StringIO(CANVAS, newline=""))
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=separator).writerows(rows)
    (tmp_path / "roster.csv").write_text(stream.getvalue(), "utf-8-sig")
    roster = Roster.read(tmp_path / "roster.csv")
    assert [student.id for student in roster.students] == ["ann", "bob"]
    assert roster.test_students == {"999"}


def test_a_gradebook_with_names_in_two_columns_is_canvas_too(tmp_path: Path) -> None:
    text = "LastName,FirstName,ID,SIS Login ID,Section,Quiz (7)\nLee,Ann,101,ann,A,3\n"
    (tmp_path / "roster.csv").write_text(text, "utf-8")
    (student,) = Roster.read(tmp_path / "roster.csv").students
    assert (student.id, student.lms_id, student.name) == ("ann", "101", "Ann Lee")


def test_the_test_students_work_is_passed_over(course: Path) -> None:
    (course / "roster.csv").write_text(CANVAS, "utf-8")
    done, lines = collect(
        course,
        {"leeann_101_5_mini.ipynb": notebook("a"), "studenttest_999_6_mini.ipynb": notebook("t")},
    )
    assert list(lines) == ["ann"]
    assert (done.unmatched, done.missing) == ([], ["bob"])
    assert "Canvas's Test Student" in done.notes[0]


@pytest.fixture
def graded(tmp_path: Path, gradebook: Gradebook) -> Path:
    """Ann and Bob have 15 of 20 points in one assignment; a second was never handed in."""
    for name in ("03-by-hand", "04-decoding"):
        folder = tmp_path / "solutions" / name
        folder.mkdir(parents=True)
        title = "# Exercise 3 · Four words, by hand\n" if name == "03-by-hand" else "# Exercise 4\n"
        cells = [{"cell_type": "markdown", "source": [title, "\n", "Text."], "metadata": {}}]
        (folder / f"{name}.ipynb").write_text(json.dumps({"cells": cells}), "utf-8")
        gradebook.add_assignment(name)
        gradebook.add_notebook(name, name)
        gradebook.add_grade_cell("all", name, name, max_score=20, cell_type="code")
    for student in ("ann", "bob"):
        gradebook.add_student(student)
        gradebook.add_submission("03-by-hand", student)
        grade = gradebook.find_grade("all", "03-by-hand", "03-by-hand", student)
        grade.auto_score, grade.needs_manual_grade = 15.0, False
    gradebook.db.commit()
    (tmp_path / "roster.csv").write_text(CANVAS, "utf-8")
    return tmp_path


def exporter(course: Path) -> CanvasExport:
    config = Config()
    config.MarksExport.course = str(course)
    config.CourseDirectory.source_directory = "solutions"
    plugin = CanvasExport(config=config)
    plugin.to, plugin.force = str(course / "out.csv"), True
    return plugin


def written(course: Path) -> list[list[str]]:
    text = (course / "out.csv").read_text("utf-8")
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.slow
@pytest.mark.parametrize(
    "title",
    [
        "Four words by hand",
        "Exercise 3 · Four words, by hand",
        "exercise 3: four words by hand",
        "Week 4: Four words, by hand",
        "03-by-hand",
        "Exercise 3",
        "HW 03-by-hand (graded)",
    ],
)
def test_marks_go_into_the_rosters_own_column(
    graded: Path, gradebook: Gradebook, title: str
) -> None:
    text = CANVAS.replace("Four words by hand", f'"{title}').replace("(77001)", '(77001)"')
    (graded / "roster.csv").write_text(text, "utf-8")
    plugin = exporter(graded)
    plugin.export(gradebook)
    head, possible, ann, bob = written(graded)
    assert head[5:] == [f"{title} (77001)"]
    assert possible[5:] == ["20.0"]
    assert (ann[5:], bob[5:]) == (["15.0"], ["EX"])
    assert plugin.notes == []


def test_canvas_is_never_made_to_make_a_new_assignment_unasked(
    graded: Path, gradebook: Gradebook
) -> None:
    text = CANVAS.replace("Four words by hand", "Homework").replace("20.00", "100.00")
    (graded / "roster.csv").write_text(text, "utf-8")
    plugin = exporter(graded)
    with pytest.raises(CourseProblem, match=r"Its columns are: Homework \(77001\); Quiz \(77002\)"):
        plugin.export(gradebook)
    assert not (graded / "out.csv").exists()
    plugin.columns = {"03-by-hand": "Homework (77001)"}
    plugin.export(gradebook)
    assert written(graded)[0][5:] == ["Homework (77001)"]
    assert written(graded)[3][5:] == ["EX"]
    assert "gives 100.00 points for Homework (77001), the exercise has 20" in plugin.notes[0]
    plugin.columns, plugin.new_columns = {}, True
    plugin.export(gradebook)
    assert written(graded)[0][5:] == ["03-by-hand"]


def test_two_columns_that_fit_are_a_question(graded: Path, gradebook: Gradebook) -> None:
    text = CANVAS.replace("Quiz (77002)", "Four words by hand (77002)")
    (graded / "roster.csv").write_text(text, "utf-8")
    with pytest.raises(CourseProblem, match="2 columns of the roster may be 03-by-hand"):
        exporter(graded).export(gradebook)


def test_who_is_late_since_nobody_knows_when_is_said_with_the_marks(
    graded: Path, gradebook: Gradebook
) -> None:
    (graded / "submitted" / "ann" / "03-by-hand").mkdir(parents=True)
    LateMarks(graded).update("03-by-hand", ["ann"], ["ann"])
    plugin = exporter(graded)
    plugin.export(gradebook)
    assert plugin.incomplete
    assert "does not say when they handed in: ann." in plugin.notes[0]


def test_an_excel_workbook_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_bytes(b"PK\x03\x04" + b"\0" * 99)
    with pytest.raises(CourseProblem, match="is an Excel workbook, or an archive: save it as CSV"):
        Roster.read(tmp_path / "roster.csv")


def test_an_empty_folder_holds_no_file(course: Path) -> None:
    (course / "downloads").mkdir()
    done = Collector(course, "mini").collect([course / "downloads"])
    assert done.refused == ["downloads holds no file."]

"""Marks as CSV: read back with Python's own csv, the arithmetic done here by hand."""

import csv
import errno
import io
import json
import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from nbgrader.api import Gradebook
from nbgrader.apps import ExportApp
from traitlets.config import Config
from typer.testing import CliRunner

from lmhead.commands import app
from lmhead.grading.classroom.csv_tables import harmless, write_table
from lmhead.grading.classroom.export import CanvasExport, MoodleExport, PlainExport, TasksExport
from lmhead.grading.classroom.export.plugins import MarksExport
from lmhead.grading.problems import CourseProblem

ROOT = Path(__file__).parents[3]
ROSTER = """\
id,lms_id,sis_id,name,section,email,identifier
ann,101,S1,"Lee, Ann",A,ann@x.org,Participant 7
bob,102,S2,"=HYPERLINK(""http://x"",""y"")",A,bob@x.org,Participant 8
李雷,103,-3,李雷,B,li@x.org,Participant 9
zoe,104,S4,Zoe,B,zoe@x.org,Participant 10
"""
#: Points of the two tasks, whether the second waits, and hours after the deadline.
CLASS = {
    "ann": ((3.0, 4.0), False, 0.0),
    "bob": ((3.0, None), True, 30.0),
    "李雷": ((2.5, 1.0), False, -5.0),
}


@pytest.fixture
def course(tmp_path: Path, gradebook: Gradebook) -> Path:
    """A class with marks in its gradebook; zoe has handed in nothing. Late: 10 % a day."""
    (tmp_path / "roster.csv").write_text(ROSTER, "utf-8")
    gradebook.add_assignment("mini", duedate="2026-10-01 00:00:00 UTC")
    gradebook.add_notebook("mini", "mini")
    gradebook.add_grade_cell("double", "mini", "mini", max_score=3, cell_type="code")
    gradebook.add_grade_cell("why", "mini", "mini", max_score=4, cell_type="markdown")
    gradebook.add_assignment("maxi")
    for name, ((double, why), waits, late) in CLASS.items():
        gradebook.add_student(name)
        when = datetime(2026, 10, 1) + timedelta(hours=late)
        gradebook.add_submission("mini", name, timestamp=when)
        grade = gradebook.find_grade("double", "mini", "mini", name)
        grade.auto_score, grade.needs_manual_grade = double, False
        grade = gradebook.find_grade("why", "mini", "mini", name)
        grade.manual_score, grade.needs_manual_grade = why, waits
    gradebook.add_student("zoe")
    gradebook.db.commit()
    return tmp_path


def settings(course: Path) -> Config:
    config = Config()
    config.MarksExport.course = str(course)
    config.AssignLatePenalties.plugin_class = "lmhead.grading.classroom.late.policy.LatePolicy"
    config.LatePolicy.penalty_method = "percent"
    return config


def exported(kind: type[MarksExport], course: Path, book: Gradebook, **options: object) -> str:
    plugin = kind(config=settings(course))
    plugin.to = str(course / "out.csv")
    for name, value in {"assignment": ["mini"], **options}.items():
        setattr(plugin, name, value)
    plugin.export(book)
    return (course / "out.csv").read_bytes().decode("utf-8")


def lines(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_a_plain_table_has_points_penalty_and_what_waits(
    course: Path, gradebook: Gradebook
) -> None:
    found = {row["student"]: row for row in lines(exported(PlainExport, course, gradebook))}
    assert list(found) == ["ann", "bob", "李雷", "zoe"]  # the roster's order
    assert (found["ann"]["points"], found["ann"]["late_penalty"]) == ("7.0", "0.0")
    # 30 hours are two days begun: 20 % of 3 points.
    assert (found["bob"]["points_before_penalty"], found["bob"]["late_penalty"]) == ("3.0", "0.6")
    assert (found["bob"]["points"], found["bob"]["waiting"]) == ("2.4", "4.0")
    assert found["bob"]["seconds_late"] == "108000"
    assert found["bob"]["submitted"] == "2026-10-02T06:00:00+00:00"
    assert (found["李雷"]["points"], found["李雷"]["seconds_late"]) == ("3.5", "0")
    assert (found["zoe"]["points"], found["zoe"]["max_points"]) == ("", "7.0")


def test_a_mark_given_by_hand_since_grading_is_in_the_penalty(
    course: Path, gradebook: Gradebook
) -> None:
    grade = gradebook.find_grade("why", "mini", "mini", "bob")
    grade.manual_score, grade.needs_manual_grade = 2.0, False
    gradebook.db.commit()
    (bob,) = lines(exported(PlainExport, course, gradebook, student=["bob"]))
    assert (bob["late_penalty"], bob["points"], bob["waiting"]) == ("1.0", "4.0", "0")


def test_canvas_gets_the_columns_of_its_import(course: Path, gradebook: Gradebook) -> None:
    config = settings(course)
    plugin = CanvasExport(config=config)
    plugin.columns = {"mini": "Exercise, the first (98765)"}
    plugin.to, plugin.assignment = str(course / "out.csv"), ["mini"]
    plugin.export(gradebook)
    rows = list(csv.reader(io.StringIO((course / "out.csv").read_text("utf-8"), newline="")))
    assert rows == [
        [
            *("Student", "ID", "SIS User ID", "SIS Login ID", "Section"),
            "Exercise, the first (98765)",
        ],
        ["    Points Possible", "", "", "", "", "7.0"],
        ["Lee, Ann", "101", "S1", "ann", "A", "7.0"],
        ['\'=HYPERLINK("http://x","y")', "102", "S2", "bob", "A", "2.4"],
        ["李雷", "103", "'-3", "李雷", "B", "3.5"],
        ["Zoe", "104", "S4", "zoe", "B", ""],
    ]


def test_canvas_keeps_the_rosters_column_and_who_has_no_id_is_said(
    course: Path, gradebook: Gradebook
) -> None:
    (course / "roster.csv").write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,mini (77)\n"
        '    Points Possible,,,,,7\n"Lee, Ann",101,S1,ann,A,\nZoe,104,S4,zoe,A,\n',
        "utf-8",
    )
    plugin = CanvasExport(config=settings(course))
    plugin.to, plugin.assignment = str(course / "out.csv"), ["mini"]
    plugin.export(gradebook)
    rows = list(csv.reader(io.StringIO((course / "out.csv").read_text("utf-8"), newline="")))
    assert rows[0][-1] == "mini (77)"
    assert [row[0] for row in rows[2:]] == ["Lee, Ann", "Zoe"]
    (note,) = plugin.notes
    assert "not in roster.csv, so left out: bob, 李雷. Whoever belongs to the class" in note
    (course / "roster.csv").write_text("id,name\nann,Ann\nbob,Bob\n", "utf-8")
    plugin.force, plugin.new_columns = True, True
    plugin.export(gradebook)
    lacking = plugin.notes[-1]
    assert ": Ann, Bob. Put a gradebook exported from Canvas into" in lacking
    assert "as roster.csv, or a table with the columns id, lms_id (Canvas's ID)" in lacking


def test_a_worksheet_is_enough_where_ids_are_its_addresses(
    course: Path, gradebook: Gradebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    (course / "roster.csv").unlink()
    (course / "nbgrader_config.py").write_text((ROOT / "nbgrader_config.py").read_text("utf-8"))
    monkeypatch.chdir(course)
    (course / "worksheet.csv").write_text(
        "Identifier,Full name,Email address,Grade\n"
        "Participant 7,Ann Lee,Ann,\nParticipant 9,李雷,li@x.org,\n",
        "utf-8",
    )
    done = command("mini", "--format", "moodle", "--worksheet", "worksheet.csv", "--out", "m.csv")
    assert done.exit_code == 1, done.output
    rows = lines((course / "m.csv").read_text("utf-8"))
    assert [row["Grade"] for row in rows] == ["7.0", "3.5"]
    assert "no line of the worksheet is theirs: bob" in done.stdout
    assert "theirs: ann" not in done.stdout


def test_tasks_are_in_the_notebooks_order_and_odd_folders_are_said(
    course: Path, gradebook: Gradebook
) -> None:
    cells = [
        {"metadata": {"nbgrader": {"grade_id": name, "grade": True}}} for name in ("why", "double")
    ]
    (course / "source" / "mini").mkdir(parents=True)
    (course / "source" / "mini" / "mini.ipynb").write_text(json.dumps({"cells": cells}))
    (course / "submitted" / "o <b>" / "mini").mkdir(parents=True)
    plugin = TasksExport(config=settings(course))
    plugin.to, plugin.assignment, plugin.wide = str(course / "out.csv"), ["mini"], True
    plugin.export(gradebook)
    head, most, *_ = csv.reader(io.StringIO((course / "out.csv").read_text("utf-8"), newline=""))
    assert head == ["student", "name", "mini/why", "mini/double"]
    assert most == ["", "points possible", "4.0", "3.0"]
    (note,) = plugin.notes
    assert "the folder 'o <b>' cannot be a student's id" in note


def test_times_are_in_the_courses_zone(course: Path, gradebook: Gradebook) -> None:
    config = settings(course)
    config.LatePolicy.time_zone = "Asia/Shanghai"
    plugin = PlainExport(config=config)
    plugin.to, plugin.assignment, plugin.student = str(course / "out.csv"), ["mini"], ["bob"]
    plugin.export(gradebook)
    (bob,) = lines((course / "out.csv").read_text("utf-8"))
    assert bob["submitted"] == "2026-10-02T14:00:00+08:00"


def test_moodle_gets_its_worksheet_filled_in(course: Path, gradebook: Gradebook) -> None:
    given = course / "worksheet.csv"
    given.write_text(
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments\n"
        'Participant 7,Ann Lee,,"Submitted, late",,100.00,-\n'
        "Participant 99,Bob,BOB@x.org,,,100.00,\n"
        "Participant 98,李雷,,,,100.00,=1+1\n"
        "Participant 97,Nobody,,,55,100.00,\n"
        "Participant 10,Zoe,,,12,100.00,\n",
        "utf-8-sig",
    )
    rows = lines(exported(MoodleExport, course, gradebook, worksheet=str(given)))
    assert [row["Grade"] for row in rows] == ["7.0", "2.4", "3.5", "55", "12"]
    assert [row["Identifier"][-2:] for row in rows] == [" 7", "99", "98", "97", "10"]
    assert rows[0]["Status"] == "Submitted, late"
    assert [row["Feedback comments"] for row in rows[:3]] == ["-", "", "'=1+1"]


def test_without_a_worksheet_moodle_gets_a_table_of_one_assignment(
    course: Path, gradebook: Gradebook
) -> None:
    rows = lines(exported(MoodleExport, course, gradebook))
    assert [(row["Identifier"], row["Grade"]) for row in rows] == [
        ("Participant 7", "7.0"),
        ("Participant 8", "2.4"),
        ("Participant 9", "3.5"),
        ("Participant 10", ""),
    ]
    with pytest.raises(CourseProblem, match="not of 2"):
        exported(MoodleExport, course, gradebook, assignment=[], force=True)


def test_without_identifiers_moodles_table_says_so_and_how_to_give_them(
    course: Path, gradebook: Gradebook
) -> None:
    def notes() -> list[str]:
        plugin = MoodleExport(config=settings(course))
        plugin.to, plugin.assignment, plugin.force = str(course / "out.csv"), ["mini"], True
        plugin.export(gradebook)
        return plugin.notes

    assert notes() == []
    (course / "roster.csv").write_text("id,name\nann,Ann\n", "utf-8")
    left_out, note = notes()
    assert "so left out: bob, zoe, 李雷." in left_out
    assert note.startswith("without Moodle's Identifier, which roster.csv does not give: Ann. ")
    assert "--worksheet" in note
    # Moodle's own worksheet as the roster, as the sentence says.
    (course / "roster.csv").write_text(
        "Identifier,Full name,ID number,Grade\nParticipant 7,Ann,ann,\nParticipant 8,Bob,bob,\n"
        "Participant 9,李雷,李雷,\nParticipant 10,Zoe,zoe,\n",
        "utf-8",
    )
    assert notes() == []


def test_marks_by_task_are_long_or_wide(course: Path, gradebook: Gradebook) -> None:
    rows = lines(exported(TasksExport, course, gradebook))
    assert [(row["student"], row["task"], row["points"], row["waiting"]) for row in rows] == [
        ("ann", "double", "3.0", "0"),
        ("ann", "why", "4.0", "0"),
        ("bob", "double", "3.0", "0"),
        ("bob", "why", "", "1"),
        ("李雷", "double", "2.5", "0"),
        ("李雷", "why", "1.0", "0"),
    ]
    rows = lines(exported(TasksExport, course, gradebook, wide=True, force=True))
    assert [row["mini/why"] for row in rows] == ["4.0", "4.0", "", "1.0", ""]
    assert rows[4] == {"student": "zoe", "name": "Zoe", "mini/double": "", "mini/why": ""}


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1"],
)
def test_no_cell_is_a_formula(tmp_path: Path, text: str) -> None:
    path = tmp_path / "out.csv"
    write_table(path, [[text, "plain", 1.5, -2]])
    (row,) = csv.reader(io.StringIO(path.read_bytes().decode(), newline=""))
    assert row == ["'" + text, "plain", "1.5", "-2"]


@pytest.mark.parametrize(
    ("cell", "written"),
    [("x;=1", "x;'=1"), ("x\t @a", "x\t '@a"), ("x\n－1", "x\n'－1"), ("\u3000=1", "'\u3000=1")],
)
def test_a_formula_behind_another_programs_separator_is_text(cell: str, written: str) -> None:
    assert harmless(cell) == written


@pytest.mark.parametrize("cell", ["-", "a=b", "a; b", "", None, -1.5, 3, "李雷", "O'Neil"])
def test_other_cells_are_as_they_were(cell: object) -> None:
    assert harmless(cell) == cell  # type: ignore[arg-type]


def test_quotes_commas_and_lines_within_a_cell_survive(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    cells = ['a "quoted" name', "Lee, Ann", "two\nlines", "a\ttab", "nul\0"]
    write_table(path, [cells, ["x"]])
    rows = list(csv.reader(io.StringIO(path.read_bytes().decode(), newline=""), strict=True))
    assert rows == [[*cells[:-1], "nul"], ["x"]]


def test_the_mark_for_excel_is_an_option(tmp_path: Path) -> None:
    write_table(tmp_path / "a.csv", [["李雷"]])
    write_table(tmp_path / "b.csv", [["李雷"]], bom=True)
    assert (tmp_path / "a.csv").read_bytes() == "李雷\r\n".encode()
    assert (tmp_path / "b.csv").read_bytes() == b"\xef\xbb\xbf" + "李雷\r\n".encode()


def test_a_file_that_is_there_stays_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text("mine")
    with pytest.raises(CourseProblem, match="is there already; --force"):
        write_table(path, [["x"]])
    assert path.read_text() == "mine"
    write_table(path, [["x"]], force=True)
    assert path.read_text() == "x\n"


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text("mine")

    def half() -> Iterator[list[str]]:
        yield ["x"]
        raise RuntimeError("half way")

    with pytest.raises(RuntimeError):
        write_table(path, half(), force=True)
    assert path.read_text() == "mine"
    with pytest.raises(CourseProblem, match="cannot be written"):
        write_table(tmp_path / "none" / "out.csv", [["x"]])
    assert [item.name for item in tmp_path.iterdir()] == ["out.csv"]


def test_a_full_disk_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.csv"
    path.write_text("mine")

    class Full(io.FileIO):
        def write(self, data: Any) -> int:
            super().write(data[:1])
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fdopen", Full)
    with pytest.raises(CourseProblem, match="cannot be written: No space left"):
        write_table(path, [["x"]], force=True)
    assert path.read_text() == "mine"
    assert [item.name for item in tmp_path.iterdir()] == ["out.csv"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"assignment": ["nini"]}, "has no assignment 'nini'; it has maxi, mini"),
        ({"student": ["eve"]}, "the student 'eve'"),
    ],
)
def test_who_and_what_is_unknown_is_a_sentence(
    course: Path, gradebook: Gradebook, options: dict[str, object], says: str
) -> None:
    with pytest.raises(CourseProblem, match=says):
        exported(PlainExport, course, gradebook, **options)
    assert not (course / "out.csv").exists()


def command(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["export", *arguments])


def test_the_command_writes_a_file_and_says_what_still_waits(
    course: Path, gradebook: Gradebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course)
    (course / "nbgrader_config.py").write_text((ROOT / "nbgrader_config.py").read_text("utf-8"))
    done = command("mini", "--format", "tasks", "--wide", "--out", "t.csv", "--bom")
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines() == [
        "wrote t.csv",
        "1 submission has answers that a person has still to read.",
    ]
    assert (course / "t.csv").read_bytes().startswith(b"\xef\xbb\xbfstudent,name,mini/double")
    done = command("mini", "--out", "t.csv")
    assert (done.exit_code, done.stderr) == (2, "t.csv is there already; --force writes over it.\n")
    assert command("mini", "--format", "xlsx").exit_code == 2
    (course / "gradebook.db").unlink()
    done = command("mini", "--out", "u.csv")
    assert "no gradebook yet" in done.stderr
    assert not (course / "gradebook.db").exists()


def test_nbgraders_own_export_writes_through_the_same_plugins(
    course: Path, gradebook: Gradebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course)
    (course / "nbgrader_config.py").write_text((ROOT / "nbgrader_config.py").read_text("utf-8"))

    def run(*arguments: str) -> None:
        exporting = ExportApp()
        exporting.initialize([*arguments])
        exporting.start()

    run("--to", "plain.csv")
    assert len(lines((course / "plain.csv").read_text("utf-8"))) == 8
    run("--exporter", "lmhead.grading.classroom.export.TasksExport", "--to", "tasks.csv")
    assert (course / "tasks.csv").read_text("utf-8").startswith("assignment,student,task,")
    with pytest.raises(SystemExit):
        run("--to", "plain.csv")


def test_a_server_that_is_down_is_a_sentence_without_its_password(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "nbgrader_config.py").read_text("utf-8")
    url = "postgresql+psycopg://me:geheim@127.0.0.1:1/none"
    text += f'\nc.CourseDirectory.db_url = "{url}"\n'
    (course / "nbgrader_config.py").write_text(text, "utf-8")
    monkeypatch.chdir(course)
    done = command("--format", "csv", "--out", "m.csv")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("the gradebook cannot be read: ")
    assert "geheim" not in done.stderr
    assert not (course / "m.csv").exists()

"""Times with zones, deadlines of everybody's and one's own, and what being late costs."""

import os
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from nbgrader.api import Gradebook, SubmittedAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import LateSubmissionPlugin
from traitlets.config import Config

from lmhead.grading.classroom.course_config import load_config
from lmhead.grading.classroom.late.deadlines import Deadlines
from lmhead.grading.classroom.late.policy import (
    LatePolicy,
    naive,
    penalty_for,
    reason_for,
    set_times,
)
from lmhead.grading.classroom.late.timestamps import (
    TimeProblem,
    changed_at,
    read_time,
    submitted_at,
    written,
)
from lmhead.grading.problems import CourseProblem

ROOT = Path(__file__).parents[3]
HOUR, DAY = 3600.0, 86400.0


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2015-02-02 15:58:23.948203 UTC", utc(2015, 2, 2, 15, 58, 23, 948203)),
        ("2015-02-02 15:58:23.948203", utc(2015, 2, 2, 15, 58, 23, 948203)),
        ("2026-10-01T23:59:00+08:00", utc(2026, 10, 1, 15, 59)),
        ("2026-10-01 23:59:00 +0800", utc(2026, 10, 1, 15, 59)),
        ("2026-10-01T23:59+08", utc(2026, 10, 1, 15, 59)),
        ("20261001T235900Z", utc(2026, 10, 1, 23, 59)),
        ("2026-10-01 23:59:00 UTC+8", utc(2026, 10, 1, 15, 59)),
        ("2026-10-01 23:59:00 −05:30", utc(2026, 10, 2, 5, 29)),
        ("2026-07-01 12:00 America/New_York", utc(2026, 7, 1, 16)),  # summer time
        ("2026-12-01 12:00 America/New_York", utc(2026, 12, 1, 17)),
        ("\ufeff2026-10-01T00:00:00Z\n", utc(2026, 10, 1)),
        ("2026-10-01 9:05", utc(2026, 10, 1, 9, 5)),
    ],
)
def test_times_with_zones_are_read_as_they_are_meant(text: str, moment: datetime) -> None:
    assert read_time(text) == moment


def test_a_time_without_a_zone_is_in_the_one_that_is_said() -> None:
    east = timezone(timedelta(hours=8))
    assert read_time("2026-10-01 00:00", east) == utc(2026, 9, 30, 16)
    assert read_time("2026-10-01", east, end_of_day=True) == utc(2026, 10, 1, 15, 59, 59)
    with pytest.raises(TimeProblem, match="no time zone"):
        read_time("2026-10-01 00:00", None)


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("2026-10-01 23:59:00 CST", "late/no-such-zone"),
        ("2026-10-01 23:59:00 EST", "late/no-such-zone"),  # which the zones' database has
        ("2026-10-01 23:59:00 中国标准时间", "late/no-such-zone"),
        ("2026-10-01 23:59:00 Europe/Atlantis", "late/no-such-zone"),
        ("2026-10-01 23:59:00 ../../etc/passwd", "late/no-such-zone"),
        ("2026-10-01 23:59:00 +99:00", "late/no-such-zone"),
        ("2026-13-01 00:00", "late/not-a-time"),
        ("tomorrow", "late/not-a-time"),
        ("1/2/2026", "late/not-a-time"),
        ("0001-01-01T00:00+14:00", "late/not-a-time"),
        ("\x1b[2J", "late/not-a-time"),
    ],
)
def test_what_cannot_be_read_is_said_and_is_no_lateness(tmp_path: Path, text: str, id: str) -> None:
    (tmp_path / "timestamp.txt").write_text(text, "utf-8")
    moment, problem = submitted_at(tmp_path)
    assert moment is None
    assert problem is not None
    assert problem.id == id
    for lang in ("en", "zh"):
        assert problem.text(lang).isprintable()


@pytest.mark.parametrize(
    ("data", "id"),
    [(b"", "late/empty"), (b"\xff\x00\x80", "late/not-text"), (b"2026 " * 300, "late/not-text")],
)
def test_a_file_that_is_no_line_of_text_is_said(tmp_path: Path, data: bytes, id: str) -> None:
    (tmp_path / "timestamp.txt").write_bytes(data)
    moment, problem = submitted_at(tmp_path)
    assert (moment, problem and problem.id) == (None, id)


def test_a_link_is_no_time(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("2026-10-01T00:00:00Z")
    (tmp_path / "timestamp.txt").symlink_to(tmp_path / "other")
    assert submitted_at(tmp_path) == (None, None)


def test_what_is_written_is_read_again_here_and_by_nbgrader(tmp_path: Path) -> None:
    from nbgrader.utils import parse_utc

    east = datetime(2026, 10, 1, 23, 59, 0, 5, timezone(timedelta(hours=8)))
    assert written(east) == "2026-10-01T15:59:00+00:00"
    assert read_time(written(east)) == utc(2026, 10, 1, 15, 59)
    assert parse_utc(written(east)) == datetime(2026, 10, 1, 15, 59)


def policy(**settings: object) -> LatePolicy:
    return LatePolicy(config=Config({"LatePolicy": settings}))


@pytest.mark.parametrize(
    ("settings", "late", "penalty"),
    [
        ({}, 10 * DAY, None),
        ({"penalty_method": "zero"}, 1.0, 20.0),
        ({"penalty_method": "zero", "grace_minutes": 15}, 900.0, None),
        ({"penalty_method": "zero", "grace_minutes": 15}, 901.0, 20.0),
        ({"penalty_method": "percent"}, 1.0, 2.0),
        ({"penalty_method": "percent"}, DAY, 2.0),
        ({"penalty_method": "percent"}, DAY + 1, 4.0),
        ({"penalty_method": "percent", "grace_minutes": 60}, DAY + HOUR, 2.0),
        ({"penalty_method": "percent", "percent_per_day": 25}, 3 * DAY, 15.0),
        ({"penalty_method": "percent", "floor": 40}, 30 * DAY, 12.0),
        ({"penalty_method": "percent"}, 300 * DAY, 20.0),
        ({"penalty_method": "percent"}, 0.0, None),
    ],
)
def test_a_submission_of_20_points_loses_what_the_policy_says(
    settings: dict[str, object], late: float, penalty: float | None
) -> None:
    found = penalty_for(policy(**settings), "ann", 20.0, late)
    assert found is None if penalty is None else found == pytest.approx(penalty)


@pytest.mark.parametrize(
    ("due", "came", "days"),
    [
        # In New York the clock goes back on 1 November 2026: that day has 25 hours.
        ("2026-10-31T23:59", "2026-11-01T23:59", 1),
        ("2026-10-31T23:59", "2026-11-02T00:00", 2),
        ("2026-10-31T23:59", "2026-11-07T23:59", 7),
        # On 8 March it goes forward: that day has 23.
        ("2026-03-07T23:59", "2026-03-08T23:59", 1),
        ("2026-03-07T23:59", "2026-03-09T00:00", 2),
        # Half an hour later by any clock, and earlier by the one on the wall.
        ("2026-11-01T01:45-04:00", "2026-11-01T01:15-05:00", 1),
    ],
)
def test_days_are_counted_by_the_clock_of_the_courses_zone(due: str, came: str, days: int) -> None:
    zone = ZoneInfo("America/New_York")
    plugin = policy(penalty_method="percent", time_zone="America/New_York")
    start, end = (naive(read_time(text, zone)) for text in (due, came))
    assert start is not None
    assert end is not None
    late = (end - start).total_seconds()
    assert penalty_for(plugin, "ann", 20.0, late, start, end) == pytest.approx(2.0 * days)
    why = reason_for(plugin, 2.0, start, end)
    assert why is not None
    assert f"days begun: {days}." in why.text("en")
    assert "10 % of the points earned" in why.text("en")
    assert f"{due[:10]} {due[11:16]}" in why.text("en")
    # What is known of one submission is nothing that the next one is judged by.
    assert penalty_for(plugin, "bob", 20.0, DAY + HOUR) == pytest.approx(4.0)


class Odd(LateSubmissionPlugin):  # type: ignore[misc]
    """An instructor's own, with a value that nbgrader would not record."""

    gives: float | None = None

    def late_submission_penalty(self, student: str, score: float, late: float) -> float | None:
        return self.gives


@pytest.mark.parametrize(
    ("gives", "penalty"), [(-3.0, 0.0), (99.0, 20.0), (float("nan"), None), (None, None)]
)
def test_another_plugins_penalty_is_held_within_the_score(
    gives: float | None, penalty: float | None
) -> None:
    plugin = Odd()
    plugin.gives = gives
    assert penalty_for(plugin, "ann", 20.0, 5.0) == penalty


EXTENSIONS = """\
student,assignment,until
ann,mini,2026-10-05
ann,*,2026-11-01T12:00Z
李雷,mini,2026-10-03 12:00
"""


def test_own_deadlines_come_from_the_file_in_the_courses_zone(tmp_path: Path) -> None:
    path = tmp_path / "extensions.csv"
    path.write_bytes(EXTENSIONS.encode("gbk"))  # as Excel under Chinese Windows saves it
    found = Deadlines.read({"mini": "2026-10-01"}, "Asia/Shanghai", path, ["mini", "maxi"])
    assert found.due["mini"] == utc(2026, 10, 1, 15, 59, 59)
    assert found.extension("ann", "mini") == utc(2026, 10, 5, 15, 59, 59)
    assert found.extension("ann", "maxi") == utc(2026, 11, 1, 12)
    assert found.extension("李雷", "mini") == utc(2026, 10, 3, 4)
    assert found.extension("bob", "mini") is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("student,until\nann,2026-10-05\n", "lacks a column: assignment"),
        ("student,assignment,until\nann,nini,2026-10-05\n", "line 2: .* no assignment 'nini'"),
        ("student,assignment,until\nann,mini,soon\n", "line 2: 'soon' is no time"),
        ("student,assignment,until\nann,mini,2026-10-05 12:00 CST\n", "line 2: .*one time zone"),
        ("student,assignment,until\nann,mini,2026-09-05\n", "line 2: .* before mini is due"),
        ("student,assignment,until\n,mini,2026-10-05\n", "line 2: no student"),
        (EXTENSIONS + "ann,mini,2026-10-07\n", "line 5: ann has another line"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "extensions.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(CourseProblem, match=says):
        Deadlines.read({"mini": "2026-10-01"}, "UTC", path, ["mini"])


@pytest.mark.parametrize(
    ("due", "zone", "says"),
    [
        ({"nini": "2026-10-01"}, "UTC", "LatePolicy.due: this course has no assignment 'nini'"),
        ({"mini": "Friday"}, "UTC", "LatePolicy.due of mini: 'Friday' is no time"),
        ({}, "CST", "LatePolicy.time_zone: 'CST' is not the name of one"),
    ],
)
def test_a_mistake_in_the_settings_is_a_sentence(
    tmp_path: Path, due: dict[str, str], zone: str, says: str
) -> None:
    with pytest.raises(CourseProblem, match=says):
        Deadlines.read(due, zone, tmp_path / "none.csv", ["mini"])


def handed_in(gradebook: Gradebook) -> SubmittedAssignment:
    gradebook.add_assignment("mini", duedate="2026-01-01 00:00:00 UTC")
    gradebook.add_student("ann")
    gradebook.add_submission("mini", "ann")
    return gradebook.find_submission("mini", "ann")


def test_nbgraders_own_arithmetic_follows_the_files(tmp_path: Path, gradebook: Gradebook) -> None:
    (tmp_path / "solutions" / "mini").mkdir(parents=True)
    (tmp_path / "solutions" / "mini" / "mini.ipynb").write_text("{}")
    (tmp_path / "timestamp.txt").write_text("2026-10-03T00:00:00+08:00")
    submission = handed_in(gradebook)
    config = Config(CourseDirectory={"source_directory": "solutions"})
    config.LatePolicy.course = str(tmp_path)
    assert set_times(LatePolicy(config=config), submission, tmp_path) == []
    assert submission.total_seconds_late == (utc(2026, 10, 2, 16) - utc(2026, 1, 1)).total_seconds()

    config.LatePolicy.due = {"mini": "2026-10-01T00:00Z"}
    set_times(LatePolicy(config=config), submission, tmp_path)
    gradebook.db.commit()
    assert submission.total_seconds_late == 40 * HOUR

    (tmp_path / "extensions.csv").write_text("student,assignment,until\nann,*,2026-10-02T12:00Z\n")
    set_times(LatePolicy(config=config), submission, tmp_path)
    gradebook.db.commit()
    assert submission.extension == timedelta(hours=36)
    assert submission.total_seconds_late == 4 * HOUR

    # A line that is gone is an extension that is gone.
    (tmp_path / "extensions.csv").write_text("student,assignment,until\n")
    set_times(LatePolicy(config=config), submission, tmp_path)
    assert submission.total_seconds_late == 40 * HOUR

    (tmp_path / "timestamp.txt").write_text("2026-10-03 00:00 CST")
    (message,) = set_times(LatePolicy(config=config), submission, tmp_path)
    assert message.id == "late/no-such-zone"
    assert submission.total_seconds_late == 0


def test_an_extension_where_nothing_is_due_is_no_trouble(
    tmp_path: Path, gradebook: Gradebook
) -> None:
    submission = handed_in(gradebook)
    submission.assignment.duedate = None
    (tmp_path / "extensions.csv").write_text("student,assignment,until\nann,*,2026-10-02\n")
    (tmp_path / "timestamp.txt").write_text("2026-10-03")
    plugin = LatePolicy(config=Config(LatePolicy={"course": str(tmp_path)}))
    assert set_times(plugin, submission, tmp_path) == []
    assert (submission.extension, submission.total_seconds_late) == (None, 0)


def test_under_our_configuration_nbgrader_reads_a_zone_as_we_do(tmp_path: Path) -> None:
    """Its own parser takes +0800 for 800 seconds, and ends the run at what it cannot read."""
    config = load_config(ROOT)
    directory = CourseDirectory(config=config)
    (tmp_path / "timestamp.txt").write_text("2026-10-01 12:00:00 +0800")
    assert directory.get_existing_timestamp(str(tmp_path)) == datetime(2026, 10, 1, 4)
    (tmp_path / "timestamp.txt").write_text("no time at all")
    assert directory.get_existing_timestamp(str(tmp_path)) is None
    assert config.AssignLatePenalties.plugin_class.endswith("LatePolicy")


def test_the_disks_own_times_cannot_be_set_back(tmp_path: Path, gradebook: Gradebook) -> None:
    """Whoever writes to submitted/ can write timestamp.txt there, and any mtime."""
    place = tmp_path / "submitted" / "ann" / "mini"
    (place / "data").mkdir(parents=True)
    before = datetime.now(UTC) - timedelta(seconds=2)  # the file system's clock is coarse
    for name in ("mini.ipynb", "data/helper.py", "timestamp.txt"):
        (place / name).write_text("2020-01-01")
        os.utime(place / name, (0, 0))
    moment = changed_at(place)
    assert moment is not None
    assert before < moment < datetime.now(UTC) + timedelta(seconds=2)
    submission = handed_in(gradebook)
    config = Config(LatePolicy={"course": str(tmp_path)})
    set_times(LatePolicy(config=config), submission, place)
    assert submission.total_seconds_late == 0
    config.LatePolicy.time_from = "disk"
    copied = tmp_path / "autograded"  # where stock nbgrader has it by then
    set_times(LatePolicy(config=config), submission, copied)
    assert submission.timestamp == moment.replace(tzinfo=None)
    assert submission.total_seconds_late == (moment - utc(2026, 1, 1)).total_seconds()


def test_only_what_was_handed_in_has_a_time_on_the_disk(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "timestamp.txt").write_text("2026-10-01")
    assert changed_at(tmp_path) is None
    assert changed_at(tmp_path / "nowhere") is None

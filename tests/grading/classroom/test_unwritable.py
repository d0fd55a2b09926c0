"""What cannot be written for one student costs nobody else."""

import shutil
from pathlib import Path

import pytest

from lmhead.grading.classroom.release import release
from lmhead.grading.driver.class_grader import ClassGrader
from lmhead.grading.pages.summary import SummaryLine

from ..conftest import RIGHT
from ..course import hand_in, make_course

pytestmark = pytest.mark.slow


def grade(course: Path) -> dict[str, SummaryLine]:
    return {line.student: line for line in ClassGrader(course, "mini", "none", jobs=1).grade()}


def test_a_place_that_is_taken_costs_its_student_alone(tmp_path: Path) -> None:
    course = make_course(tmp_path)
    release(course, "mini")
    for student in ("ann", "ben", "cai", "dee"):
        hand_in(course, student, RIGHT)
    file = course / "autograded" / "ben"
    file.parent.mkdir(exist_ok=True)
    file.write_text("in the way")
    folder = course / "feedback" / "cai" / "mini" / "mini.html" / "x"
    folder.mkdir(parents=True)

    lines = grade(course)
    assert {name: (line.status, line.points) for name, line in lines.items()} == {
        "ann": ("graded", 5),
        "ben": ("broken", 0),
        "cai": ("broken", 0),
        "dee": ("graded", 5),
    }
    for student, path in (("ben", file), ("cai", folder.parent)):
        (note,) = lines[student].notes
        assert str(path) in note
    assert file.read_text() == "in the way"

    file.unlink()
    shutil.rmtree(folder.parent)
    lines = grade(course)
    assert {name: (line.points, line.unchanged) for name, line in lines.items()} == {
        "ann": (5, True),
        "ben": (5, False),
        "cai": (5, False),
        "dee": (5, True),
    }

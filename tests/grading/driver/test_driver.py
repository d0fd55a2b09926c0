"""The driver of a class: what changed is graded, once, whatever stops it on the way."""

import copy
import errno
import fcntl
import html
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import nbformat
import pytest
from nbgrader.api import Gradebook
from sqlalchemy.exc import OperationalError

from lmhead.grading.classroom.collect.deliver import write_time
from lmhead.grading.classroom.late.unknown_times import LateMarks
from lmhead.grading.classroom.release import release
from lmhead.grading.driver import marking
from lmhead.grading.driver.class_grader import ClassGrader
from lmhead.grading.driver.local_workers import LocalWorkers
from lmhead.grading.driver.one_submission import _answers
from lmhead.grading.driver.workers import Workers
from lmhead.grading.gradebook.store import Store
from lmhead.grading.notebook.execute import NotebookOutcome, TaskOutcome
from lmhead.grading.notebook.master import Master
from lmhead.grading.pages.summary import SummaryLine, counts, in_words
from lmhead.grading.problems import CourseProblem
from lmhead.grading.sandbox.limits import ProcessLimits
from tests.plugins.tiers import sampled

from ..conftest import MINI, RIGHT, Kept, submission
from ..course import ROOT, hand_in, make_course

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]

WRONG = RIGHT | {"double": "def double(x): return x"}
CLASS = {"ann": RIGHT, "ben": WRONG, "cai": {}, "dee": RIGHT, "eli": WRONG, "fay": RIGHT}
POINTS = {"ann": 5.0, "ben": 3.0, "cai": 0.0, "dee": 5.0, "eli": 3.0, "fay": 5.0}


@pytest.fixture
def shared(kept_workers: Kept) -> Kept:
    return kept_workers


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_course(tmp_path_factory.mktemp("handed-in"))
    release(folder, "mini")
    for student, answers in CLASS.items():
        hand_in(folder, student, answers)
    return folder


@pytest.fixture
def course(handed_in: Path, tmp_path: Path) -> Path:
    """A course folder of the test's own, with the class's work and nothing graded."""
    folder: Path = shutil.copytree(handed_in, tmp_path / "course")
    return folder


@pytest.fixture
def run(course: Path, shared: Kept) -> Any:
    """Grade, and give the lines by student and who was run."""

    def grade(*students: str, **options: Any) -> tuple[dict[str, SummaryLine], list[str]]:
        shared.submitted.clear()

        def make_workers(sandbox: str, limits: ProcessLimits) -> Workers:
            return shared

        grader = ClassGrader(course, "mini", make_workers=make_workers, **options)
        lines = {line.student: line for line in grader.grade(list(students) or None)}
        return lines, sorted(shared.submitted)

    return grade


def points(lines: dict[str, SummaryLine]) -> dict[str, float]:
    return {name: line.points for name, line in lines.items()}


def in_gradebook(course: Path) -> dict[str, float]:
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        return {item.student.id: item.score for item in gradebook.assignment_submissions("mini")}


def by_hand(course: Path, student: str, cell: str, points: float | None, comment: str = "") -> None:
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        grade = gradebook.find_grade(cell, "mini", "mini", student)
        grade.manual_score, grade.needs_manual_grade = points, False
        if comment:
            gradebook.find_comment(cell, "mini", "mini", student).manual_comment = comment
        gradebook.db.commit()


def page(course: Path, student: str) -> Path:
    return course / "feedback" / student / "mini" / "mini.html"


def notebook(course: Path, student: str) -> Path:
    return course / "autograded" / student / "mini" / "mini.ipynb"


def test_only_what_changed_is_graded_again(course: Path, run: Any) -> None:
    lines, ran = run()
    assert (points(lines), ran) == (POINTS, sorted(CLASS))
    assert not any(line.unchanged for line in lines.values())

    lines, ran = run()
    assert (points(lines), ran) == (POINTS, [])
    assert counts(list(lines.values())) == {
        "graded": 0,
        "unchanged": 6,
        "broken": 0,
        "zero": 1,
        "needs a person": 5,
    }

    hand_in(course, "ben", RIGHT)
    (course / "submitted" / "dee" / "mini" / "data.csv").write_text("1,2\n")
    lines, ran = run()
    assert ran == ["ben", "dee"]
    assert points(lines) == POINTS | {"ben": 5.0}
    assert in_gradebook(course) == POINTS | {"ben": 5.0}
    assert run("cai", "fay", force=True)[1] == ["cai", "fay"]

    with open(course / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write("\nc.SandboxExecute.call_cpu = 3.0\n")
    assert run()[1] == sorted(CLASS)


def test_what_cannot_be_read_has_changed_once_its_reason_has(course: Path, run: Any) -> None:
    file = course / "submitted" / "ben" / "mini" / "mini.ipynb"
    file.write_text("{")
    assert [(line.status, line.unchanged) for line in run("ben")[0].values()] == [("broken", False)]
    assert [(line.status, line.unchanged) for line in run("ben")[0].values()] == [("broken", True)]
    file.unlink()
    lines, ran = run("ben")
    assert (lines["ben"].status, lines["ben"].unchanged, ran) == ("broken", False, [])
    assert run("ben")[0]["ben"].unchanged
    assert not run("ben", force=True)[0]["ben"].unchanged
    hand_in(course, "ben", WRONG)
    lines, ran = run("ben")
    assert (points(lines), ran) == ({"ben": 3.0}, ["ben"])


def test_a_mark_by_hand_stays_and_is_flagged_once_its_answer_changes(
    course: Path, run: Any
) -> None:
    run()
    by_hand(course, "ann", "why", 3.5, "Well **said**.")
    by_hand(course, "ben", "double", 1.0)
    before = notebook(course, "ann").stat().st_mtime_ns, page(course, "cai").stat().st_mtime_ns
    lines, ran = run()
    assert ran == ["ann", "ben"]  # their pages alone
    assert (lines["ann"].points, lines["ann"].waiting, lines["ann"].unchanged) == (8.5, 0, True)
    assert (lines["ben"].points, lines["ben"].tasks["double"]) == (4.0, 1.0)
    assert [name for name, line in lines.items() if line.remarked] == ["ann", "ben"]
    assert "2 of the 6 have other points than at the last run" in in_words(list(lines.values()))
    assert not any(line.remarked for line in run()[0].values())
    shown = page(course, "ben").read_text("utf-8")
    assert "A person has marked this task. These points count" in shown
    assert "A person has marked" not in page(course, "ann").read_text("utf-8")  # a written one
    assert list(lines["ben"].tasks) == ["double", "name", "why"]  # as in the notebook
    assert "Well <strong>said</strong>." in page(course, "ann").read_text("utf-8")
    after = notebook(course, "ann").stat().st_mtime_ns, page(course, "cai").stat().st_mtime_ns
    assert after == before
    assert run()[1] == []

    # The code changed and the written answer did not: only the mark on the code is in doubt.
    hand_in(course, "ann", WRONG)
    hand_in(course, "ben", RIGHT)
    lines, ran = run()
    assert ran == ["ann", "ben"]
    assert (lines["ann"].points, lines["ann"].waiting) == (6.5, 0)
    assert lines["ben"].tasks["double"] == 1.0
    assert lines["ben"].waiting == 2 + 4  # its own, and the written answer as before
    lines, _ = run()
    assert lines["ben"].waiting == 6  # until somebody has looked
    hand_in(course, "ann", WRONG | {"why": "Because of another thing."})
    lines, _ = run()
    assert (lines["ann"].points, lines["ann"].waiting) == (6.5, 4)


def test_what_was_removed_is_made_again(course: Path, run: Any) -> None:
    run()
    page(course, "ann").unlink()
    notebook(course, "ben").unlink()
    lines, ran = run()
    assert ran == ["ann", "ben"]
    assert points(lines) == POINTS
    assert page(course, "ann").exists()
    assert notebook(course, "ben").exists()
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        gradebook.remove_submission("mini", "cai")
        gradebook.find_grade("double", "mini", "mini", "dee").auto_score = 77
        gradebook.db.commit()
    lines, _ = run()
    assert points(lines) == in_gradebook(course) == POINTS


def test_a_submission_that_breaks_loses_its_old_points(course: Path, run: Any) -> None:
    run()
    path = hand_in(course, "ann", RIGHT)
    whole = path.read_bytes()
    path.write_bytes(whole[:200])
    lines, _ = run()
    assert (lines["ann"].status, lines["ann"].points) == ("broken", 0)
    assert "is not JSON" in page(course, "ann").read_text("utf-8")
    assert not notebook(course, "ann").exists()
    assert (run()[0]["ann"].status, run()[1]) == ("broken", [])
    path.write_bytes(whole)
    assert run()[0]["ann"].points == 5


class FullDisk:
    """Lets some writes through, and then says what a full disk says."""

    def __init__(self, real: Any, most: int) -> None:
        self._real, self._left = real, most

    def __call__(self, *args: Any) -> Any:
        if not self._left:
            self._fail()
        self._left -= 1
        return self._real(*args)

    def _fail(self) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device", "/course/feedback/x")


class FullDatabase(FullDisk):
    def _fail(self) -> NoReturn:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))


@pytest.mark.parametrize(
    ("where", "name", "full", "says"),
    [
        (marking, "write_folder", FullDisk, "No space left on device"),
        (marking, "write_whole", FullDisk, "No space left on device"),
        (Store, "commit", FullDatabase, "database or disk is full"),
    ],
)
def test_a_full_disk_is_a_sentence_and_the_next_run_goes_on(
    course: Path,
    run: Any,
    shared: Kept,
    monkeypatch: pytest.MonkeyPatch,
    where: Any,
    name: str,
    full: type[FullDisk],
    says: str,
) -> None:
    with monkeypatch.context() as patch:
        limited = full(getattr(where, name), 2)
        replacement = (lambda self: limited(self)) if where is Store else limited
        patch.setattr(where, name, replacement)
        with pytest.raises(CourseProblem, match=says):
            run()
    list(shared.results())  # what the stopped run had left with the workers
    done = in_gradebook(course)
    assert len(done) == 2
    lines, ran = run()
    assert points(lines) == in_gradebook(course) == POINTS
    assert sorted([*done, *ran]) == sorted(CLASS)


def test_a_file_that_becomes_a_folder_and_back_stops_nobody(course: Path, run: Any) -> None:
    folder = course / "submitted" / "ann" / "mini"
    (folder / "notes").write_text("a file")
    run()
    (folder / "notes").unlink()
    (folder / "notes").mkdir()
    (folder / "notes" / "more").write_text("in a folder")
    lines, ran = run()
    assert (points(lines), ran) == (POINTS, ["ann"])
    shutil.rmtree(folder / "notes")
    (folder / "notes").write_text("a file again")
    lines, ran = run()
    assert (points(lines), ran) == (POINTS, ["ann"])
    assert (notebook(course, "ann").parent / "notes.txt").read_text() == "a file again"


def test_a_folder_with_a_released_files_name_stops_nobody(course: Path, run: Any) -> None:
    released = course / "exercises" / "mini"
    (released / "data").mkdir()
    (released / "data" / "a.csv").write_text("1,2")
    (released / "b.csv").write_text("3,4")
    folder = course / "submitted" / "ann" / "mini"
    (folder / "data").write_text("a file")
    (folder / "b.csv").mkdir()
    (folder / "b.csv" / "x").write_text("in a folder")
    lines, _ = run()
    assert points(lines) == POINTS
    beside = notebook(course, "ann").parent
    assert (beside / "b.csv").read_text() == "3,4"
    assert (beside / "data" / "a.csv").read_text() == "1,2"


def test_a_real_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
    ignore = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
    code = "from lmhead.grading.file_writing import write_whole; from pathlib import Path;"
    code += f"{limit}{ignore} write_whole(Path({str(path)!r}), b'x' * 5000)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "File too large" in done.stderr
    assert [item.name for item in tmp_path.iterdir()] == ["page.html"]
    assert path.read_text() == "old"


def test_what_is_said_of_lateness_is_on_the_page_too(course: Path, run: Any) -> None:
    with open(course / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write("c.LatePolicy.due = {'mini': '2026-01-01'}\n")
        file.write("c.LatePolicy.penalty_method = 'zero'\n")
    page = course / "feedback" / "ann" / "mini" / "mini.html"
    stamp = course / "submitted" / "ann" / "mini" / "timestamp.txt"
    said = "says last Tuesday <b>, which is no time in ISO 8601"
    stamp.write_text("last Tuesday <b>")
    lines, ran = run("ann")
    assert ran == ["ann"]
    assert said in " ".join(lines["ann"].notes)
    assert html.escape(said) in page.read_text()

    assert run("ann")[0]["ann"].unchanged
    stamp.write_text("2025-12-31")  # only the page is drawn again
    lines, _ = run("ann")
    assert (lines["ann"].unchanged, lines["ann"].points, lines["ann"].notes) == (True, 5, [])
    assert "timestamp.txt" not in page.read_text()

    with open(course / "nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write("c.LatePolicy.time_from = 'disk'\n")
    lines, _ = run("ann")
    assert (lines["ann"].unchanged, lines["ann"].points, lines["ann"].late_penalty) == (True, 0, 5)


def test_a_second_grader_is_told_so(course: Path, run: Any) -> None:
    run("ann")
    with open(course / ".lmhead" / "lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(CourseProblem, match=r"another run of lmhead .*process \d+"):
            run("ann")
    assert run("ann")[0]["ann"].points == 5


def command(course: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a driver; then wait for every process that it leaves behind, and see that no file of
    theirs is left."""
    adopt = """
import ctypes, os, subprocess, sys
ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER
done = subprocess.run([sys.executable, "-c", sys.argv[1], *sys.argv[2:]])
try:
    while True:
        os.wait()
except ChildProcessError:
    pass
sys.exit(done.returncode if done.returncode >= 0 else 100 - done.returncode)
"""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # sandboxes lie in it
        own = {"PYTHONPATH": str(ROOT), "COLUMNS": "200", "TMPDIR": folder}
        done = subprocess.run(
            [sys.executable, "-c", adopt, code, *arguments],
            cwd=course,
            env={**os.environ, **own},
            capture_output=True,
            text=True,
            check=False,
        )
        assert os.listdir(folder) == []
    return done


STOPPED = """
import os, signal, sys
number = int(sys.argv.pop())
# A shell starts what runs in the background with Ctrl-C ignored, and so may this run of tests.
signal.signal(signal.SIGINT, signal.default_int_handler)
from lmhead.grading.gradebook import store
from lmhead.commands import app
commit, left = store.Store.commit, [2]
def counted(self):
    commit(self)
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), number)
store.Store.commit = counted
app()
"""


@pytest.mark.parametrize(
    "number",
    sampled(
        [pytest.param(2, id="ctrl-c"), pytest.param(15, id="kill"), pytest.param(9, id="kill -9")],
        2,
    ),
)
def test_a_run_that_is_stopped_goes_on_where_it_was(course: Path, run: Any, number: int) -> None:
    hand_in(course, "gus", RIGHT | {"double": "import time\nwhile True: time.sleep(1)"})
    # It returns once no process of the run is left, the endless one neither.
    done = command(course, STOPPED, "grade", "mini", "--jobs", "2", str(number))
    assert done.returncode == (130 if number == 2 else 100 + number), done.stderr
    if number == 2:
        assert "stopped: " in done.stderr
        assert "Traceback" not in done.stderr
    before = in_gradebook(course)
    assert len(before) == 2
    lines, ran = run()
    assert not set(before) & set(ran)
    assert points(lines) == POINTS | {"gus": 3.0}


def test_the_command_counts_and_says_what_is_broken(course: Path) -> None:
    hand_in(course, "ben", {}).write_text("{")
    done = command(
        course, "from lmhead.commands import app; app()", "grade", "mini", "--json", "out.json"
    )
    assert done.returncode == 1, done.stderr
    assert (
        "6 submissions: 5 graded (4 wait for a person, 1 without points), 1 broken." in done.stdout
    )
    data = json.loads((course / "out.json").read_text("utf-8"))
    assert data["counts"]["broken"] == 1
    assert {line["student"]: line["points"] for line in data["students"]} == POINTS | {"ben": 0}


def test_a_folder_that_cannot_be_written_is_a_sentence(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: Any, **kwargs: Any) -> NoReturn:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(CourseProblem, match="cannot be written: Read-only file system"):
        ClassGrader(course, "mini").grade()


def test_a_worker_that_is_killed_is_replaced_and_its_job_done(course: Path) -> None:
    workers = LocalWorkers(1, "auto", ProcessLimits())

    class Once(Kept):
        def submit(self, job: bytes, key: str) -> None:
            if not self.submitted:
                self.workers._workers[0]._process.kill()
            super().submit(job, key)

    kept = Once(workers)
    try:
        grader = ClassGrader(course, "mini", make_workers=lambda sandbox, limits: kept)
        lines = {line.student: line for line in grader.grade()}
    finally:
        workers.close()
    assert points(lines) == POINTS
    assert sorted(kept.submitted) == sorted(CLASS)


def test_the_gradebook_has_the_rosters_names(course: Path, run: Any) -> None:
    """Without one, formgrader calls everybody None, None."""
    (course / "roster.csv").write_text(
        'id,name\nann,"Lee, Ann"\nben,Ben Okri Jr\ncai,蔡\n', "utf-8"
    )
    run("ann", "ben")
    run()
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        names = {item.id: (item.last_name, item.first_name) for item in gradebook.students}
        gradebook.update_or_create_student("ann", first_name="Anna", last_name="Lee")
    assert names["ann"] == ("Lee", "Ann")
    assert names["ben"] == ("Jr", "Ben Okri")
    assert names["cai"] == ("蔡", "")
    assert names["dee"] == (None, None)
    run("ann", force=True)
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        assert gradebook.find_student("ann").first_name == "Anna"  # typed by a person: it stays


def test_who_is_not_in_the_roster_and_who_is_late_without_a_time_is_said(course: Path) -> None:
    (course / "roster.csv").write_text("id,name\nann,Ann\nben,Ben\n", "utf-8")
    LateMarks(course).update("mini", ["ben"], ["ben"])
    grader = ClassGrader(course, "mini")
    others, late = grader.notes()
    assert "left out of export and report: cai, dee" in others
    assert "does not say when they handed in: ben." in late
    assert grader.late_without_time() == ["ben"]
    (course / "roster.csv").unlink()
    write_time(course / "submitted" / "ben" / "mini", datetime(2026, 10, 1, tzinfo=UTC))
    assert (grader.notes(), grader.late_without_time()) == ([], [])


def test_a_task_that_the_course_adds_leaves_marks_by_hand_alone() -> None:
    """Such a mark rests on the learner's code, and not on what stands around it."""
    outcome = NotebookOutcome("mini", "en", [TaskOutcome("double", 3.0, 1.0)])
    added = copy.deepcopy(MINI)
    more = nbformat.v4.new_code_cell("check('mini/more', more)")
    more.metadata["nbgrader"] = {"grade_id": "more", "grade": True, "solution": False}
    more.metadata["nbgrader"] |= {"locked": True, "task": False, "points": 1, "schema_version": 3}
    added.cells.insert(1, more)
    handed = submission(double=RIGHT["double"])
    later = submission(double=RIGHT["double"])
    later.cells.insert(1, more)
    other = submission(double=RIGHT["double"] + "\n# seen")

    def kept(notebook: Any, master: Any) -> str:
        return _answers(notebook, outcome, Master.from_notebook("mini", master))["double"]

    before = kept(handed, MINI)
    assert kept(later, added) == before
    assert kept(other, MINI) != before


def test_what_an_earlier_version_kept_of_an_answer_is_still_understood(
    course: Path, run: Any
) -> None:
    run("ben")
    by_hand(course, "ben", "double", 2.0)
    engine = sqlite3.connect(course / "gradebook.db")
    ((text,),) = engine.execute("select line from lmhead_graded where student = 'ben'").fetchall()
    line = json.loads(text)
    line["answers"]["double"] = line.pop("whole")  # as that version had it
    engine.execute("update lmhead_graded set line = ? where student = 'ben'", [json.dumps(line)])
    engine.commit()
    engine.close()
    lines, _ = run("ben", force=True)
    assert (lines["ben"].tasks["double"], lines["ben"].waiting) == (2.0, 4.0)  # `why` alone

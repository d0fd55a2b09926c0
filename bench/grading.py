"""Seconds a submission: stock nbgrader, lmhead grade and otter, on the same submissions.

``python -m bench.grading [--students 100] [--assignment 03-by-hand] [--json FILE]``

Honest numpy notebooks from the bank (right, partly right, blank) are graded in one run by

- ``nbgrader autograde`` with nbgrader's own configuration, serial and as 2 processes over
  disjoint halves; it executes the masters' own cells, with the real lmhead importable;
- ``lmhead grade`` with 1 and with 2 jobs, in the sandbox, feedback pages included;
- ``otter run`` on an equivalent notebook (otter-grader in an environment of its own below
  ``_build/``), where that can be installed.

What is compared is the marginal time of a submission: a run over all of the class minus a run
over the first few, divided by the difference, so that start-up is apart. Beside the clock
stands the CPU time of all processes, which other work on the machine changes less.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from nbgrader.api import Gradebook

from bench import otter_run
from lmhead.course import solution_path
from lmhead.grading.classroom.release import release
from lmhead.grading.demo.students import Submission, make_class

GOAL_SERIAL, GOAL_TWO = 30.0, 15.0
FEW = 4  # submissions of the run that is subtracted
STOCK = """c = get_config()
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
"""
OURS = """from pathlib import Path
from lmhead.grading.settings import configure
c = get_config()
configure(c, Path(__file__).resolve().parent)
"""


@dataclass
class Row:
    """One way of grading. start: seconds of a run with nothing to grade, by extrapolation."""

    what: str
    seconds: float
    cpu: float
    start: float
    note: str = ""


def main() -> None:
    """See the module's docstring."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--students", type=int, default=100)
    parser.add_argument("--assignment", default="03-by-hand")
    parser.add_argument("--skip-otter", action="store_true")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-grading-") as folder:
        rows, equal = measure(Path(folder), given.assignment, given.students)
        if not given.skip_otter:
            rows.append(Row(*otter_run.row(Path(folder))))
    report(rows, equal, given)


def honest(assignment: str, count: int) -> list[Submission]:
    """The first honest submissions of a demonstration class; half of the names begin with each
    of ``a-`` and ``b-``."""
    kinds = ("right", "partly", "blank")
    found = (each for each in make_class(4 * count + 40, assignment) if each.kind in kinds)
    return list(islice(found, count))


def lay_out(folder: Path, assignment: str, students: list[Submission]) -> None:
    """A course folder, released, with the submissions."""
    master = folder / "solutions" / assignment / f"{assignment}.ipynb"
    master.parent.mkdir(parents=True)
    shutil.copy(solution_path(assignment), master)
    (folder / "nbgrader_config.py").write_text(OURS)
    release(folder, assignment)
    for number, each in enumerate(students):
        place = folder / "submitted" / f"{'ab'[number % 2]}-{number:04}" / assignment
        place.mkdir(parents=True)
        for name, data in each.files.items():
            if name != "timestamp.txt":
                (place / name).write_bytes(data)


def measure(base: Path, assignment: str, count: int) -> tuple[list[Row], bool]:
    """The rows of nbgrader and of lmhead, and whether all gave the same marks."""
    students = honest(assignment, count)
    few, full = base / "few", base / "full"
    for folder, chosen in ((few, students[:FEW]), (full, students)):
        lay_out(folder, assignment, chosen)

    def stock(halves: tuple[str, ...]) -> Callable[[Path], list[list[str]]]:
        def commands(folder: Path) -> list[list[str]]:
            (folder / "nbgrader_config.py").write_text(STOCK)
            run = [sys.executable, "-m", "nbgrader", "autograde", assignment, "--student"]
            return [[*run, half] for half in halves]

        return commands

    def ours(jobs: int) -> Callable[[Path], list[list[str]]]:
        return lambda folder: [
            [sys.executable, "-m", "lmhead.cli", "grade", assignment, "--jobs", str(jobs)]
        ]

    rows, found = [], []
    for what, commands in (
        ("nbgrader autograde, serial", stock(("*",))),
        ("nbgrader autograde, 2 processes", stock(("a-*", "b-*"))),
        ("lmhead grade --jobs 1", ours(1)),
        ("lmhead grade --jobs 2", ours(2)),
    ):
        progress(what)
        times = []
        for folder in (few, full):
            copy = base / "run"
            shutil.copytree(folder, copy)
            times.append(run_all(commands(copy), copy))
            if folder is full:
                found.append(marks(copy, assignment))
            shutil.rmtree(copy)
        (few_wall, few_cpu), (wall, cpu) = times
        more = max(1, count - FEW)
        each = (wall - few_wall) / more
        rows.append(Row(what, each, (cpu - few_cpu) / more, few_wall - FEW * each))
    return rows, all(item == found[0] for item in found)


def run_all(commands: list[list[str]], folder: Path) -> tuple[float, float]:
    """Run commands at once; seconds by the clock, and of CPU of all their processes."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "200"}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with open(folder / "log", "w") as log:
        started = [
            subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
            for command in commands
        ]
        codes = [process.wait() for process in started]
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if any(codes):
        sys.exit((folder / "log").read_text()[-3000:])
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def marks(folder: Path, assignment: str) -> dict[tuple[str, str], float | None]:
    """(student, grade id) -> points by the machine."""
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as gradebook:
        return {
            (submission.student.id, grade.name): grade.auto_score
            for submission in gradebook.assignment_submissions(assignment)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def report(rows: list[Row], equal: bool, given: argparse.Namespace) -> None:
    """The table and the last line."""
    progress("")
    serial, two, one_job, two_jobs = rows[:4]
    print(f"{'':34}{'s/submission':>14}{'CPU s':>9}{'start s':>9}{'x serial':>10}{'x two':>8}")
    for row in rows:
        if row.note:
            print(f"{row.what:34}{row.note:>14}")
            continue
        print(
            f"{row.what:34}{row.seconds:>14.3f}{row.cpu:>9.3f}{row.start:>9.1f}"
            f"{serial.seconds / row.seconds:>10.1f}{two.seconds / row.seconds:>8.1f}"
        )
    print(
        f"\n{given.students} submissions of {given.assignment}; the marks are "
        f"{'equal' if equal else 'NOT equal'} in all four runs"
    )
    best = min(one_job.seconds, two_jobs.seconds)
    first, second = serial.seconds / best, two.seconds / two_jobs.seconds
    met = first >= GOAL_SERIAL and second >= GOAL_TWO and equal
    if given.json is not None:
        data = {"rows": [asdict(row) for row in rows], "marks_equal": equal, "met": met}
        data |= {"x_serial": first, "x_two": second, "students": given.students}
        given.json.write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    print(
        f"goal: {'met' if met else 'missed'}: {first:.1f} times stock serial (goal "
        f"{GOAL_SERIAL:g}), {second:.1f} times stock on 2 processes (goal {GOAL_TWO:g}), "
        f"marks {'equal' if equal else 'not equal'}"
    )


if __name__ == "__main__":
    main()

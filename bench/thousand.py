"""A large class, stopped twice on the way: are all marks the known ones, and is memory flat?

``python -m bench.thousand [--students 1000] [--assignment 03-by-hand] [--jobs N] [--json FILE]``

The class is that of ``lmhead demo-class`` (a tenth of it hostile, a tenth broken) with known
marks. `lmhead grade` is killed (SIGKILL) after a third and after two thirds; the third run ends
by itself. Then every mark is compared, the memory of the coordinating process at 100
submissions with that at the end of the longest run, and it is counted how often a submission
was graded and which processes are left.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook

from lmhead.grading.demo.class_folder import EXPECTED, lay_out_class

FLAT = 40.0  # MiB that the coordinator may grow between 100 submissions and the last one
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER

#: A coordinator that writes down what it does, and kills itself after so many submissions.
COORDINATOR = """
import os, signal, sys
from pathlib import Path
from lmhead.grading.driver.class_grader import ClassGrader
course, assignment, jobs, most, log = sys.argv[1:]
def resident():
    for line in open("/proc/self/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1])
with open(log, "a") as out:
    done = 0
    for line in ClassGrader(Path(course), assignment, jobs=int(jobs)).grade():
        if line.unchanged:
            continue
        done += 1
        print(line.status, resident(), line.student, file=out, flush=True)
        if done == int(most):
            os.kill(os.getpid(), signal.SIGKILL)
"""


@dataclass
class Outcome:
    """What came of it. wrong: students whose marks are not the known ones. twice: students
    whose marks were written by more than one run. left: processes that outlived their run.
    memory: MiB of the coordinator by the number of submissions it had graded."""

    students: int
    kinds: dict[str, int]
    seconds: float
    runs: list[int] = field(default_factory=list)
    wrong: dict[str, Any] = field(default_factory=dict)
    twice: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    memory: dict[int, float] = field(default_factory=dict)

    @property
    def grown(self) -> float:
        """MiB between the 100th submission (or the first tenth) and the last."""
        if len(self.memory) < 2:
            return 0.0
        early = max(number for number in self.memory if number <= max(100, min(self.memory)))
        return self.memory[max(self.memory)] - self.memory[early]

    @property
    def met(self) -> bool:
        return not (self.wrong or self.twice or self.left) and self.grown <= FLAT


def measure(folder: Path, assignment: str, count: int, jobs: int) -> Outcome:
    """Make the class below `folder`, grade it with two kills, and compare."""
    kinds = lay_out_class(folder / "course", count, [assignment])
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)  # orphans come to this process
    outcome = Outcome(count, dict(kinds), 0.0)
    start, log = time.perf_counter(), folder / "log"
    graded: Counter[str] = Counter()
    for most in (count // 3, count // 3, 0):
        log.write_text("")
        arguments = [str(folder / "course"), assignment, str(jobs), str(most), str(log)]
        done = subprocess.run([sys.executable, "-c", COORDINATOR, *arguments], check=False)
        if done.returncode != (-signal.SIGKILL if most else 0):
            sys.exit(f"a run ended with status {done.returncode}")
        outcome.left += _left()
        lines = [line.split(" ", 2) for line in log.read_text("utf-8").splitlines()]
        outcome.runs.append(len(lines))
        graded.update(name for _, _, name in lines)
        if len(lines) >= max(outcome.runs):
            sizes = [int(size) / 1024 for _, size, _ in lines]
            steps = {number for number in (10, 100, 200, 300, len(sizes)) if number <= len(sizes)}
            outcome.memory = {number: sizes[number - 1] for number in sorted(steps)}
    outcome.seconds = time.perf_counter() - start
    outcome.twice = [name for name, times in graded.items() if times > 1]
    outcome.wrong = _compare(folder / "course", assignment)
    return outcome


def _left() -> list[str]:
    """Wait for what a run has left behind to end; what has not after half a minute is named."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return []
        if pid == 0:
            time.sleep(0.05)
    me = str(os.getpid())
    return [
        path.parent.name
        for path in Path("/proc").glob("[0-9]*/stat")
        if path.read_text().rsplit(")", 1)[1].split()[1] == me
    ]


def _compare(course: Path, assignment: str) -> dict[str, Any]:
    """The students whose marks differ from the known ones, with both."""
    data = json.loads((course / EXPECTED).read_text("utf-8"))
    wanted = {
        name: (each["status"], each["points"])
        for name, each in data["assignments"][assignment]["students"].items()
    }
    with sqlite3.connect(course / "gradebook.db") as database:
        lines = dict(database.execute("SELECT student, line FROM lmhead_graded").fetchall())
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        found = {
            item.student.id: (
                json.loads(lines[item.student.id])["status"],
                {
                    grade.name: None if grade.needs_manual_grade else grade.auto_score
                    for notebook in item.notebooks
                    for grade in notebook.grades
                },
            )
            for item in gradebook.assignment_submissions(assignment)
        }
    return {
        name: {"wanted": wanted.get(name), "found": found.get(name)}
        for name in sorted(wanted.keys() | found.keys())
        if wanted.get(name) != found.get(name)
    }


def main() -> None:
    """See the module's docstring."""
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--students", type=int, default=1000)
    parser.add_argument("--assignment", default="03-by-hand")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="bench-thousand-"))
    try:
        outcome = measure(folder, given.assignment, given.students, given.jobs)
    finally:
        shutil.rmtree(folder)
    print(
        f"{outcome.students} submissions of {given.assignment}: "
        f"{', '.join(f'{number} {kind}' for kind, number in outcome.kinds.items())}"
    )
    print(
        f"graded in runs of {', '.join(map(str, outcome.runs))} (two ended by SIGKILL), "
        f"{outcome.seconds:.0f} s in all with {given.jobs} jobs"
    )
    for number, size in outcome.memory.items():
        print(f"  coordinator's memory after {number:5}: {size:7.1f} MiB")
    for name, both in outcome.wrong.items():
        print(f"  other marks: {name}: {both}")
    if given.json is not None:
        data = asdict(outcome) | {"grown": outcome.grown, "met": outcome.met}
        given.json.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", "utf-8")
    print(
        f"goal: {'met' if outcome.met else 'missed'}: {len(outcome.wrong)} with other marks than "
        f"the known ones (goal 0), {len(outcome.twice)} graded twice (goal 0), "
        f"{len(outcome.left)} processes left (goal 0), memory grew by {outcome.grown:.1f} MiB "
        f"(goal {FLAT:g})"
    )


if __name__ == "__main__":
    main()

"""What attacks get under stock nbgrader and otter-grader, for `bench.attacks`."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook

from tests.attacks.bank import FULL, PLAIN, Attack, honest, plain_master, write

ROOT = Path(__file__).resolve().parents[1]
OTTER = ROOT / "_build" / "otter" / "bin"
PATIENCE = 90  # seconds for one submission under a stock grader
TAKES_THE_MACHINE = "not run: would take the machine"
NOT_PLAIN = "not run: needs this course's exercise"
OTHER_TASK = "not run: answers another task"


def total(marks: dict[str, float | None]) -> float:
    return sum(points or 0.0 for points in marks.values())


# -- stock nbgrader ----------------------------------------------------------------------


def stock_course(folder: Path) -> nbformat.NotebookNode:
    """A course as ``nbgrader quickstart`` users have one; returns the released notebook."""
    (folder / "source" / PLAIN).mkdir(parents=True)
    nbformat.write(plain_master(), folder / "source" / PLAIN / f"{PLAIN}.ipynb")
    config = "c = get_config()\nc.CourseDirectory.course_id = 'stock'\nc.Execute.timeout = 20\n"
    (folder / "nbgrader_config.py").write_text(config)
    done = stock(folder, "generate_assignment", PLAIN)
    if done.returncode != 0:
        raise RuntimeError(done.stdout.decode()[-2000:])
    released: nbformat.NotebookNode = nbformat.read(
        folder / "release" / PLAIN / f"{PLAIN}.ipynb", as_version=4
    )
    return released


def contained(
    folder: Path, scripts: Path, *command: str, cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a grader that has no walls so that this machine survives: a folder is all that it may
    write to, and when it ends or takes longer than `PATIENCE` so does what it started.

    Raises subprocess.TimeoutExpired.
    """
    walls = [
        "prlimit", f"--as={6 * 2**30}", f"--fsize={2**28}",
        "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp",
        "--bind", str(folder), str(folder), "--unshare-pid", "--die-with-parent",
        "--setenv", "HOME", str(folder), "--setenv", "PATH", f"{scripts}:{os.environ['PATH']}",
        "--chdir", str(cwd or folder), "--",
    ]  # fmt: skip
    return subprocess.run(
        [*walls, *command],
        check=False,
        timeout=PATIENCE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def stock(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    here = Path(sys.executable)
    return contained(folder, here.parent, str(here), "-m", "nbgrader", *arguments)


def right_answer() -> Attack:
    """A submission that is right throughout, of which nothing is expected."""
    none = dict.fromkeys(FULL[PLAIN], 0.0)
    return Attack(
        "right",
        PLAIN,
        "nothing",
        "right",
        lambda place, notebook: write(place, notebook, PLAIN),
        none,
    )


def under_stock(folder: Path, released: nbformat.NotebookNode, attack: Attack) -> str:
    """Grade an attack with stock nbgrader."""
    place = folder / "submitted" / attack.student / PLAIN
    place.mkdir(parents=True)
    attack.hand_in(place, copy.deepcopy(honest(released)))
    try:
        done = stock(folder, "autograde", PLAIN, "--student", attack.student)
    except subprocess.TimeoutExpired:
        return f"stopped: no end in {PATIENCE} s"
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as gradebook:
        found = [
            {
                grade.name: None if grade.needs_manual_grade else grade.auto_score
                for notebook in item.notebooks
                for grade in notebook.grades
            }
            for item in gradebook.assignment_submissions(PLAIN)
            if item.student.id == attack.student
        ]
    marks = found[0] if found else {}
    got = []
    # A softmax that is not one is worth nothing, whatever an assert says.
    more = total(marks) - total(attack.points)
    if any((points or 0) > (attack.points.get(task) or 0) for task, points in marks.items()):
        got.append(f"earned {more:g}")
    if done.returncode != 0:
        got.append("stopped")
    graded = folder / "autograded" / attack.student / PLAIN / f"{PLAIN}.ipynb"
    if graded.exists() and "GOT:" in graded.read_text("utf-8"):
        got.append("leaked")
    return ", ".join(got) or "held"


# -- otter -------------------------------------------------------------------------------

OTTER_TEST = """\
OK_FORMAT = True
test = {{"name": "softmax", "points": 6, "suites": [{{"cases": [{{"code": {code!r},
    "hidden": False, "locked": False}}], "scored": True, "setup": "", "teardown": "",
    "type": "doctest"}}]}}
"""


def otter_assignment(folder: Path) -> Path | None:
    """An equivalent assignment for otter-grader; None where it is not installed."""
    if not (OTTER / "otter").exists():
        return None
    (folder / "tests").mkdir(parents=True)
    test = next(c for c in plain_master().cells if c.get("id") == "softmax").source
    code = "".join(f">>> {line}\n" for line in test.splitlines())
    (folder / "tests" / "softmax.py").write_text(OTTER_TEST.format(code=code))
    generate = ("generate", "-t", "tests", "-o", str(folder / "a.zip"))
    done = contained(folder, OTTER, str(OTTER / "otter"), *generate)
    return folder / "a.zip" if done.returncode == 0 and (folder / "a.zip").exists() else None


def under_otter(folder: Path, archive: Path, source: str, points: float) -> str:
    """Grade one answer with ``otter run``."""
    place = Path(tempfile.mkdtemp(dir=folder))
    make = nbformat.v4.new_code_cell
    cells = [
        make("import numpy as np\nimport otter\ngrader = otter.Notebook('sub.ipynb')"),
        make(source),
        make("grader.check('softmax')"),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), place / "sub.ipynb")
    try:
        run = ("run", "-a", str(archive), "-o", str(place), "sub.ipynb")
        done = contained(folder, OTTER, str(OTTER / "otter"), *run, cwd=place)
    except subprocess.TimeoutExpired:
        return f"stopped: no end in {PATIENCE} s"
    results = place / "results.json"
    if not results.exists():
        return f"stopped ({done.returncode})"
    tests = json.loads(results.read_text())["tests"]
    score = sum(test.get("score") or 0 for test in tests if test.get("name") == "softmax")
    return f"earned {score - points:g}" if score > points else "held"


def stock_column(
    folder: Path, released: nbformat.NotebookNode | None, plain: dict[str, Attack]
) -> dict[str, str]:
    """Attack -> what it got of stock nbgrader."""
    if released is None:
        return {}
    return {
        name: TAKES_THE_MACHINE if attack.hard else under_stock(folder, released, attack)
        for name, attack in plain.items()
    }


def otter_column(folder: Path, archive: Path | None, plain: dict[str, Attack]) -> dict[str, str]:
    """Attack -> what it got of otter, where it is an answer to the task that otter grades."""
    found = {}
    for name, attack in plain.items():
        source = ROOT / "tests" / "attacks" / "cells" / f"{name}.py"
        text = source.read_text("utf-8") if source.exists() else "# task: none"
        if "# task:" in text:
            found[name] = OTHER_TASK
        elif attack.hard:
            found[name] = TAKES_THE_MACHINE
        elif archive is None:
            found[name] = "not run: otter-grader is not installed"
        else:
            found[name] = under_otter(folder, archive, text, attack.points["softmax"] or 0.0)
    return found

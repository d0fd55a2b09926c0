"""What each attack gets: under stock nbgrader, under otter-grader, and here at each level.

``python -m bench.attacks [--json FILE] [--only NAME…] [--level LEVEL…] [--no-stock]``

Stock nbgrader really runs ``nbgrader autograde`` on each submission, in a throw-away course of
plain assert cells (`tests.attacks.bank.plain_master`). So that the machine on which this is tried
survives, it sees processes of its own alone and may write to its course alone; what would take
the machine nevertheless is not run, and the row says so. Otter grades an equivalent notebook
where otter-grader 7 is installed below ``_build/otter`` (``python -m venv _build/otter``, then
pip install otter-grader==7.0.0 there).

A cell of the table: ``held``, or what the attack got: ``earned N`` points more than it honestly
did, ``stopped`` the run, ``leaked`` something, ``left`` a process.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook

from tests.attacks.bank import ANSWERS, PLAIN, REAL, Attack, attacks, honest, plain_master
from tests.attacks.course import NEIGHBOURS, GradedClass, expected, grade_class

ROOT = Path(__file__).resolve().parents[1]
OTTER = ROOT / "_build" / "otter" / "bin"
PATIENCE = 90  # seconds for one submission under a stock grader
TAKES_THE_MACHINE = "not run: would take the machine"
NOT_PLAIN = "not run: needs this course's exercise"
OTHER_TASK = "not run: answers another task"


def total(marks: dict[str, float | None]) -> float:
    return sum(points or 0.0 for points in marks.values())


# -- here --------------------------------------------------------------------------------


def ours(graded: GradedClass, attack: Attack) -> str:
    """What an attack got in a class that was graded here."""
    marks = graded.marks(attack.assignment).get(attack.student, {})
    text = graded.given_back(attack.assignment, attack.student)
    got = []
    more = [task for task, points in marks.items() if (points or 0) > (attack.points[task] or 0)]
    if more:
        got.append(f"earned {total(marks) - total(attack.points):g}")
    if graded.canaries.in_text(text) or "GOT:" in text:
        got.append("leaked")
    if graded.left:
        got.append("left")
    fine = all(
        graded.marks(attack.assignment).get(name) == expected(attack.assignment)
        for name in NEIGHBOURS
    )
    return ", ".join(got + ([] if fine else ["stopped"])) or "held"


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


# -- the table ---------------------------------------------------------------------------


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


def rows(options: argparse.Namespace, folder: Path) -> list[dict[str, Any]]:
    chosen = {
        name: [a for a in attacks(name) if not options.only or a.name in options.only]
        for name in (REAL, PLAIN)
    }
    everything = [attack for group in chosen.values() for attack in group]
    table = {a.name: {"attack": a.name, "tries": a.tries} for a in everything}
    released = None if options.no_stock else stock_course(folder / "stock")
    archive = None if options.no_stock else otter_assignment(folder / "otter")
    if archive is not None:  # without this an otter that grades nothing would look safe
        control = under_otter(folder / "otter", archive, ANSWERS["softmax"], 0)
        if control != "earned 6":
            print(f"otter gives a right answer no points ({control}): its column is left out")
            archive = None
    plain = {attack.name: attack for attack in chosen[PLAIN]}
    with ThreadPoolExecutor(2) as pool:  # a column each: a stock gradebook has one writer
        columns = {
            "nbgrader": pool.submit(stock_column, folder / "stock", released, plain),
            "otter": pool.submit(otter_column, folder / "otter", archive, plain),
        }
        for level in options.level:
            place = folder / level
            place.mkdir()
            graded = grade_class(place, everything, level)
            for attack in everything:
                known = table[attack.name].get(level, "held")
                now = ours(graded, attack)
                table[attack.name][level] = now if known == "held" else known
        for column, found in columns.items():
            for name, row in table.items():
                got = found.result().get(name, NOT_PLAIN)
                row[column] = "not asked for" if options.no_stock else got
    return list(table.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--level", nargs="+", default=["nested", "single"])
    parser.add_argument("--no-stock", action="store_true")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="attacks-"))
    folder.chmod(0o755)
    try:
        table = rows(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    columns = ["attack", "nbgrader", "otter", *options.level]
    wide = {name: max(len(name), *(len(str(row[name])) for row in table)) for name in columns}
    print("  ".join(name.ljust(wide[name]) for name in columns))
    for row in table:
        print("  ".join(str(row[name]).ljust(wide[name]) for name in columns))
    if options.json:
        options.json.write_text(json.dumps(table, ensure_ascii=False, indent=2) + "\n", "utf-8")
    won = [row["attack"] for row in table if any(row[x] != "held" for x in options.level)]
    stock_won = sum(
        str(row["nbgrader"]).startswith(("earned", "stopped", "leaked")) for row in table
    )
    print(f"{stock_won} of {len(table)} succeed under stock nbgrader")
    state = "missed" if won else "met"
    names = f" ({', '.join(won)})" if won else ""
    print(f"goal: {state}: {len(won)} of {len(table)} attacks succeed here{names}, goal 0")


if __name__ == "__main__":
    main()

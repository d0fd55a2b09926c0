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
import json
import os
import platform
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.attacks.bank import ANSWERS, FULL, PLAIN, REAL, Attack, attacks
from tests.attacks.course import NEIGHBOURS, GradedClass, expected, grade_class

from .attacks_elsewhere import (
    NOT_PLAIN,
    otter_assignment,
    otter_column,
    right_answer,
    stock_column,
    stock_course,
    total,
    under_otter,
    under_stock,
)

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


# -- the table ---------------------------------------------------------------------------


def rows(options: argparse.Namespace, folder: Path) -> list[dict[str, Any]]:
    chosen = {
        name: [a for a in attacks(name) if not options.only or a.name in options.only]
        for name in (REAL, PLAIN)
    }
    everything = [attack for group in chosen.values() for attack in group]
    table = {a.name: {"attack": a.name, "tries": a.tries} for a in everything}
    released = None if options.no_stock else stock_course(folder / "stock")
    if released is not None:  # without this a stock that grades nothing would look safe
        control = under_stock(folder / "stock", released, right_answer())
        if control != f"earned {total(FULL[PLAIN]):g}":
            raise RuntimeError(f"stock nbgrader gives right answers no points: {control}")
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
        made = {
            "date": datetime.now(UTC).date().isoformat(),
            "python": platform.python_version(),
            "nbgrader": version("nbgrader"),
            "lmhead": version("lmhead"),
            "system": f"{platform.system()}, {os.cpu_count()} cores",
            "root": os.geteuid() == 0,
        }
        text = json.dumps({"made": made, "attacks": table}, ensure_ascii=False, indent=2)
        options.json.write_text(text + "\n", "utf-8")
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

"""How good the checks are: ``python -m bench.checks [--task ID]... [--seeds 1000] [--json FILE]``.

A task a row: right answers of the bank accepted, wrong ones that get the message they must get,
mutants of the right answers that lose points (those that do the same are counted apart), right
answers refused in so many checks (of a task with fresh numbers every seed is tried with a quarter
of the answers, which take turns; the others have one), and the milliseconds of CPU time of a right
answer's check, learner's code included: the median where nothing else runs, the slowest of all.

Below the table, what is amiss: a mutant that computes something else and loses nothing, one
that does what the task asks for and is refused, a message that is not the expected one.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

MEDIAN, SLOWEST = 10.0, 500.0


def main() -> None:
    """Print the table, and what is amiss."""
    # One thread, as where a class is graded; said before numpy and torch are there.
    for library in ("OPENBLAS", "OMP"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    from bench.mutants.survey import all_tasks, survey

    known = all_tasks()
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--task", action="append", metavar="ID", help="This task alone; repeatable."
    )
    parser.add_argument("--seeds", type=int, default=1000, help="Seeds of each task.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="Processes.")
    parser.add_argument("--json", type=Path, help="Write the figures here too.")
    arguments = parser.parse_args()
    chosen = [task for task in known if not arguments.task or _chosen(task, arguments.task)]
    if not chosen:
        parser.error(f"no task {', '.join(arguments.task)}; there are {', '.join(known)}")
    start = time.monotonic()
    rows = list(survey(chosen, arguments.seeds, arguments.jobs, _progress).values())
    _progress("")
    _table(rows)
    _amiss(rows)
    seconds = time.monotonic() - start
    if arguments.json:
        figures = {"seconds": round(seconds, 1), "tasks": [_figures(row) for row in rows]}
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")
    _goal(rows, seconds)


def _chosen(task: str, wanted: list[str]) -> bool:
    return any(task == item or task.startswith(f"{item.rstrip('/')}/") for item in wanted)


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def _table(rows: list[Any]) -> None:
    print(
        f"{'task':26}{'right':>8}{'named':>8}{'killed':>12}{'same':>6}{'listed':>7}"
        f"{'alarms':>13}{'median':>8}{'slowest':>8}"
    )
    for row in rows:
        print(
            f"{row.task:26}{f'{row.accepted}/{row.right}':>8}{f'{row.named}/{row.wrong}':>8}"
            f"{f'{row.killed}/{row.mutants}':>12}{row.equivalent:>6}{row.listed:>7}"
            f"{f'{row.alarms}/{row.checks}':>13}{row.median:>8.1f}{row.slowest:>8.1f}"
        )


def _amiss(rows: list[Any]) -> None:
    for row in rows:
        for complaint in dict.fromkeys(row.complaints):
            print(f"\n{row.task}: {complaint}")
        for title, found in (("survives", row.survivors), ("refused", row.refused)):
            for mutant, fate in found:
                lost = f"loses with {sum(fate.lost)} of {len(fate.lost)} seeds"
                print(f"\n{row.task}: {title} ({mutant.rule}; {lost}; {fate.first})")
                print(f"{mutant.id}\n{mutant.diff}\n  {fate.differs or 'the same in every case'}")


def _figures(row: Any) -> dict[str, Any]:
    figures = asdict(row)
    del figures["times"], figures["slowest"]
    for kind in ("survivors", "refused"):
        figures[kind] = [mutant.id for mutant, _ in getattr(row, kind)]
    return {**figures, "median_ms": row.median, "slowest_ms": row.slowest}


def _goal(rows: list[Any], seconds: float) -> None:
    clean = all(row.clean for row in rows)
    median = max(row.median for row in rows)
    slowest = max(row.slowest for row in rows)
    met = clean and median <= MEDIAN and slowest <= SLOWEST
    print(
        f"\ngoal: {'met' if met else 'missed'}: "
        f"{sum(row.accepted for row in rows)}/{sum(row.right for row in rows)} right accepted, "
        f"{sum(row.named for row in rows)}/{sum(row.wrong for row in rows)} wrong named, "
        f"{sum(row.killed for row in rows)}/{sum(row.mutants for row in rows)} mutants killed, "
        f"{sum(row.alarms for row in rows)} false alarms, "
        f"{sum(len(row.refused) for row in rows)} equivalents refused, "
        f"medians up to {median:.1f} ms (goal {MEDIAN:g}), slowest {slowest:.0f} ms "
        f"(goal {SLOWEST:g}); {seconds:.0f} s"
    )


if __name__ == "__main__":
    main()

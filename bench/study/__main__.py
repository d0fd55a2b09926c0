"""``python -m bench.study [--only CELL] [--out FILE] [--jobs N] [--minutes M]``."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

from lmhead.results import FILE, WHENS, differences, perplexities, sentence, sweep

from .design import CELLS
from .running import study


def show(data: dict[str, Any]) -> None:
    """Sweeps, and every difference with its pairs."""
    print("\nlowest validation loss by rate, seed 0")
    for cell in data["design"]["cells"]:
        for head in ("tied", "untied"):
            found = sweep(data["runs"], cell["name"], head)
            if len(found) > 1:
                row = "  ".join(f"{rate:g}: {loss:.4f}" for rate, loss in found.items())
                print(f"  {cell['name']:<24}{head:<8}{row}")
    print("\nperplexity at the lowest validation loss, mean over the seeds")
    for cell in data["design"]["cells"]:
        found = perplexities(data, cell["name"])
        row = "  ".join(f"{head} {value:.1f}" for head, value in found.items())
        print(f"  {cell['name']:<24}{row}")
    print("\ndifference to the untied head, nats (below 0: sharing is ahead)")
    for when in WHENS:
        for each in differences(data, when):
            spread = math.nan if each.spread is None else each.spread
            pairs = " ".join(f"{value:+.4f}" for value in each.pairs.values())
            print(
                f"  {when:<6}{each.cell:<24}{each.head:<6}{each.mean:+.4f} ± {spread:.4f}  "
                f"{each.verdict:<10} {pairs}"
            )
    for each in data["design"]["not_yet_measured"]:
        print(f"not yet measured: {each['cell']}, {each['head']}: {each['command']}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.study", description=__doc__)
    parser.add_argument("--only", choices=sorted({cell.name for cell in CELLS}), help="one cell")
    parser.add_argument("--out", type=Path, default=FILE, help="the file of results")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time, a thread each")
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="begin no run after so many"
    )
    options = parser.parse_args()
    wanted = {options.only} | {cell.rates_of for cell in CELLS if cell.name == options.only}
    cells = tuple(cell for cell in CELLS if options.only is None or cell.name in wanted)
    data = study(options.out, cells, options.jobs, options.minutes)
    show(data)
    print(f"\nconclusion: {sentence(data)}")


if __name__ == "__main__":
    main()

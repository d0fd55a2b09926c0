"""The study's results, read without torch: runs, paired differences, and what follows from them.

``chapters/results/study.json`` is written by ``python -m bench.study``. A run there belongs to a
cell (a text, a body, dropout), a head ("tied", "untied", or "wide": tied, with the untied model's
number of parameters), a rate and a seed. Losses are in nats.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

__all__ = [
    "FILE",
    "SEEDS",
    "WHENS",
    "Difference",
    "best_rate",
    "conclusion",
    "difference",
    "differences",
    "load_results",
    "map_of_regimes",
    "perplexities",
    "rows_by_band",
    "runs_of",
    "sentence",
    "sweep",
    "text_name",
    "unigram_perplexity",
]

FILE: Final = Path(__file__).resolve().parents[1] / "chapters" / "results" / "study.json"
SEEDS: Final = (0, 1, 2)
WHENS: Final = ("early", "best", "last", "test")

#: Student's t at 97.5 %, by the number of pairs: half a 95 % interval in standard errors.
T_95: Final[Mapping[int, float]] = {
    2: 12.706,
    3: 4.303,
    4: 3.182,
    5: 2.776,
    6: 2.571,
    7: 2.447,
    8: 2.365,
    9: 2.306,
    10: 2.262,
}


def load_results(file: Path = FILE) -> dict[str, Any]:
    """The study as it was written. FileNotFoundError says which command makes the file."""
    try:
        found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    except FileNotFoundError as error:
        raise FileNotFoundError(
            f"There are no results at {file}: in a checkout, `python -m bench.study` makes them."
        ) from error
    return found


def text_name(cell: Mapping[str, Any]) -> str:
    """Which of ``data["corpus"]["texts"]`` a cell trains on: "part/vocabulary"."""
    return f"{cell['part']}/{cell['vocabulary']}"


def unigram_perplexity(data: Mapping[str, Any], cell: str) -> float:
    """The validation perplexity of knowing how often words occur in a cell's text, no more."""
    about = next(each for each in data["design"]["cells"] if each["name"] == cell)
    return math.exp(data["corpus"]["texts"][text_name(about)]["unigram"])


def loss_at(run: Mapping[str, Any], when: str) -> float:
    """A run's loss: "early" (a third of its steps), "best" (lowest), "last", or "test" (last)."""
    if when == "test":
        return float(run["test"])
    valid = run["valid"]
    if when == "best":
        return float(min(loss for _, loss in valid))
    if when == "last":
        return float(valid[-1][1])
    if when == "early":
        return float(min(valid, key=lambda each: abs(each[0] - valid[-1][0] / 3))[1])
    raise ValueError(f"when is {when!r}; it can be {', '.join(WHENS)}")


def sweep(runs: Mapping[str, Any], cell: str, head: str) -> dict[float, float]:
    """Rate -> lowest validation loss, of a head's runs with the first seed."""
    found = {
        run["rate"]: loss_at(run, "best")
        for run in runs.values()
        if (run["cell"], run["head"], run["seed"]) == (cell, head, SEEDS[0])
    }
    return dict(sorted(found.items()))


def best_rate(runs: Mapping[str, Any], cell: str, head: str) -> float:
    """The rate of the lowest loss in a head's sweep. ValueError where there was none."""
    found = sweep(runs, cell, head)
    if not found:
        raise ValueError(f"there are no runs of the {head} head in {cell!r}")
    return min(found, key=lambda rate: found[rate])


def runs_of(runs: Mapping[str, Any], cell: str, head: str) -> dict[int, dict[str, Any]]:
    """Seed -> run, of a head at its own best rate; empty where it has none."""
    if not sweep(runs, cell, head):
        return {}
    rate = best_rate(runs, cell, head)
    return {
        run["seed"]: run
        for run in runs.values()
        if (run["cell"], run["head"], run["rate"]) == (cell, head, rate)
    }


@dataclass(frozen=True)
class Difference:
    """One head minus the untied one, in nats, pair by pair: below zero sharing is ahead.

    pairs: seed -> difference.  interval: half the width of the mean's 95 % interval.
    """

    cell: str
    head: str
    when: str
    pairs: dict[int, float]

    @property
    def mean(self) -> float:
        return statistics.mean(self.pairs.values())

    @property
    def spread(self) -> float | None:
        """Standard deviation of the pairs; None of fewer than two."""
        return statistics.stdev(self.pairs.values()) if len(self.pairs) > 1 else None

    @property
    def interval(self) -> float | None:
        if self.spread is None:
            return None
        return T_95[min(len(self.pairs), 10)] * self.spread / math.sqrt(len(self.pairs))

    @property
    def verdict(self) -> str:
        """ "lower" or "higher" where three pairs or more leave zero out, else "undecided"."""
        if len(self.pairs) < 3 or self.interval is None or abs(self.mean) <= self.interval:
            return "undecided"
        return "lower" if self.mean < 0 else "higher"

    def to_json(self) -> dict[str, Any]:
        return {
            "cell": self.cell,
            "head": self.head,
            "when": self.when,
            "pairs": {str(seed): round(value, 5) for seed, value in self.pairs.items()},
            "mean": round(self.mean, 5),
            "spread": None if self.spread is None else round(self.spread, 5),
            "interval": None if self.interval is None else round(self.interval, 5),
            "verdict": self.verdict,
        }


def _pairs(
    runs: Mapping[str, Any], cell: str, head: str
) -> list[tuple[int, dict[str, Any], dict[str, Any]]]:
    one, other = runs_of(runs, cell, head), runs_of(runs, cell, "untied")
    return [(seed, one[seed], other[seed]) for seed in sorted(one) if seed in other]


def differences(data: Mapping[str, Any], when: str = "best") -> list[Difference]:
    """Of every cell that has pairs: the tied head, and the wide one where it was run."""
    found = []
    for cell in data["design"]["cells"]:
        for head in ("tied", "wide"):
            pairs = _pairs(data["runs"], cell["name"], head)
            if pairs:
                values = {seed: loss_at(a, when) - loss_at(b, when) for seed, a, b in pairs}
                found.append(Difference(cell["name"], head, when, values))
    return found


def difference(
    data: Mapping[str, Any], cell: str, head: str = "tied", when: str = "best"
) -> Difference:
    """One of `differences`. ValueError where it was not measured."""
    for each in differences(data, when):
        if (each.cell, each.head) == (cell, head):
            return each
    raise ValueError(f"the difference of the {head} head in {cell!r} has not been measured")


def perplexities(data: Mapping[str, Any], cell: str, when: str = "best") -> dict[str, float]:
    """Head -> exp of the mean loss over its seeds."""
    found = {}
    for head in ("tied", "untied", "wide"):
        runs = runs_of(data["runs"], cell, head)
        if runs:
            found[head] = math.exp(statistics.mean(loss_at(run, when) for run in runs.values()))
    return found


def rows_by_band(data: Mapping[str, Any], cell: str | None = None) -> list[dict[str, Any]]:
    """What became of the tables' rows, means over the seeds: a band of ranks each.

    data: the study's results with a cell, or what `lmhead train` wrote. Each band has "ranks" and,
    of those of "input", "output" (untied) and "shared" (tied) that were run, "norm" and "moved".
    ValueError where there is none.
    """
    if cell is not None:
        found = [
            run["bands"]
            for head in ("untied", "tied")
            for run in runs_of(data["runs"], cell, head).values()
        ]
    else:
        found = [run["rows"]["bands"] for run in data["runs"].values() if run.get("rows")]
    if not found:
        raise ValueError("There are no runs whose rows were looked at.")
    means: list[dict[str, Any]] = []
    for bands in zip(*found, strict=True):
        mean: dict[str, Any] = {"ranks": bands[0]["ranks"]}
        for table in ("input", "output", "shared"):
            seen = [band[table] for band in bands if table in band]
            if seen:
                mean[table] = {
                    what: statistics.mean(each[what] for each in seen) for what in ("norm", "moved")
                }
        means.append(mean)
    return means


def map_of_regimes(
    data: Mapping[str, Any], head: str = "tied"
) -> dict[str, list[tuple[int, Difference]]]:
    """Cell -> (tokens seen, difference there) at every validation point but the first."""
    found: dict[str, list[tuple[int, Difference]]] = {}
    for cell in data["design"]["cells"]:
        pairs = _pairs(data["runs"], cell["name"], head)
        if not pairs:
            continue
        points = []
        for index, (step, _) in enumerate(pairs[0][1]["valid"]):
            if step == 0:
                continue
            values = {seed: a["valid"][index][1] - b["valid"][index][1] for seed, a, b in pairs}
            seen = step * cell["batch"] * cell["length"]
            points.append((seen, Difference(cell["name"], head, f"step {step}", values)))
        found[cell["name"]] = points
    return found


def conclusion(data: Mapping[str, Any]) -> dict[str, dict[str, dict[str, list[str]]]]:
    """Against -> when -> verdict -> cells; of the cells that have a pair for each of `SEEDS`.

    Against: "equal width", "equal parameters". A verdict is of the loss with sharing.
    """
    found: dict[str, dict[str, dict[str, list[str]]]] = {}
    for head, against in (("tied", "equal width"), ("wide", "equal parameters")):
        for when in WHENS:
            by: dict[str, list[str]] = {"lower": [], "higher": [], "undecided": []}
            for each in differences(data, when):
                if each.head == head and set(SEEDS) <= set(each.pairs):
                    by[each.verdict].append(each.cell)
            found.setdefault(against, {})[when] = by
    return found


def sentence(data: Mapping[str, Any]) -> str:
    """The conclusion as one line of English."""
    parts = []
    for against, whens in conclusion(data).items():
        cells = whens["best"]
        said = [
            f"{verdict} with sharing in {', '.join(cells[verdict])}"
            for verdict in ("lower", "higher")
            if cells[verdict]
        ]
        if cells["undecided"]:
            said.append(f"undecided in {', '.join(cells['undecided'])}")
        parts.append(f"at {against} {'; '.join(said) or 'nothing is measured'}")
    return f"the lowest validation loss is, {'. And '.join(parts)}"

"""The cells of the study, and which runs are still to be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from lmhead.model import Config
from lmhead.results import SEEDS, best_rate
from lmhead.training.settings import Recipe, matched

#: Passages between two that are taken, of the texts to validate and to test on.
HELD_OUT = 6
RATES = tuple(1e-3 * 2**k for k in range(-2, 6))
WARMUP = 50
POINTS = 8  # of a run at which it is validated
#: Two more pairs, for some of the cells that three pairs had left undecided.
MORE = (*SEEDS, 3, 4)


@dataclass(frozen=True)
class Cell:
    """One setting in which heads are compared.

    part: every part-th passage of the text is trained on.  vocabulary: the commonest words; the
    others are <unk>.  steps: of each run.
    heads: which models.  first: the rates that a sweep begins with.
    rates_of: the cell whose rates are taken, where this one has no sweep of its own.
    """

    name: str
    part: int
    body: str = "transformer"
    width: int = 64
    dropout: float = 0.0
    steps: int = 640
    vocabulary: int = 10_000
    batch: int = 8
    length: int = 64
    heads: tuple[str, ...] = ("tied", "untied")
    first: tuple[float, ...] = (2e-3, 4e-3, 8e-3)
    rates_of: str | None = None
    seeds: tuple[int, ...] = SEEDS

    def config(self, head: str) -> Config:
        """The shape of one of the models; "wide" is tied, with the untied one's parameters."""
        lstm = self.body == "lstm"
        config = Config(
            vocabulary=self.vocabulary,
            context=self.length,
            width=self.width,
            layers=2,
            heads=1 if lstm else 4,
            dropout=self.dropout,
            tied=head != "untied",
            body="lstm" if lstm else "transformer",
        )
        return matched(replace(config, tied=False)) if head == "wide" else config

    def recipe(self, rate: float) -> Recipe:
        decay = 0.0 if self.body == "lstm" else 0.1
        return Recipe(
            batch=self.batch,
            length=self.length,
            steps=self.steps,
            rate=rate,
            warmup=min(WARMUP, self.steps // 2),
            decay=decay,
            every=self.steps // POINTS,
        )


_LOW = (1e-3, 2e-3, 4e-3)
#: A transformer of ten seconds, and the papers' body, both on 2,000 words.
_SMALL: dict[str, Any] = {"width": 32, "steps": 400, "length": 32, "vocabulary": 2_000}
_LSTM: dict[str, Any] = {
    "body": "lstm",
    "width": 200,
    "steps": 1600,
    "batch": 4,
    "length": 35,
    "vocabulary": 2_000,
}

CELLS = (
    Cell("small-tenth", 10, **_SMALL),
    Cell("small-hundredth", 100, **_SMALL, rates_of="small-tenth"),
    Cell("small-tenth", 10, **_SMALL, heads=("wide",)),
    Cell("small-hundredth", 100, **_SMALL, heads=("wide",), rates_of="small-tenth"),
    Cell("small-hundredth-dropout", 100, **_SMALL, dropout=0.3, rates_of="small-tenth"),
    Cell("third", 3, first=_LOW, seeds=MORE),
    Cell("thirtieth", 30, rates_of="third"),
    Cell("lstm-thirtieth", 30, **_LSTM, first=_LOW, seeds=MORE),
    Cell("thirtieth-dropout", 30, dropout=0.3, rates_of="third"),
    Cell("thirtieth", 30, heads=("wide",), rates_of="third"),
    Cell("third", 3, heads=("wide",), first=_LOW, seeds=MORE),
    Cell("tenth", 10, rates_of="third"),
    Cell("lstm-thirtieth-dropout", 30, **_LSTM, dropout=0.5, rates_of="lstm-thirtieth"),
    Cell("whole", 1, steps=1920, rates_of="third"),
)


@dataclass(frozen=True)
class Job:
    """One run: a head of a cell at a rate, with a seed."""

    cell: Cell
    head: str
    rate: float
    seed: int

    @property
    def name(self) -> str:
        return f"{self.cell.name}/{self.head}/{self.rate:g}/{self.seed}"


def jobs(runs: dict[str, Any], cells: tuple[Cell, ...] = CELLS) -> Iterator[Job]:
    """The runs that can be begun now and are not in `runs`, in the order of the cells.

    A seed beyond the sweep's follows when the head's rate is known.
    """
    for cell in cells:
        for job in _of(cell, runs):
            if job.name not in runs:
                yield job


def _of(cell: Cell, runs: dict[str, Any]) -> Iterator[Job]:
    for head in cell.heads:
        sweeps = cell.rates_of is None and head != "wide"
        if sweeps:
            for rate in grid(cell, head, runs):
                yield Job(cell, head, rate, SEEDS[0])
    for seed in cell.seeds:
        for head in cell.heads:
            rate = rate_of(cell, head, runs)
            if rate is not None:
                yield Job(cell, head, rate, seed)


def grid(cell: Cell, head: str, runs: dict[str, Any]) -> list[float]:
    """The rates of a head's sweep: the first ones, and what lies beyond while an edge is best."""
    rates = sorted(cell.first)
    while all(Job(cell, head, rate, SEEDS[0]).name in runs for rate in rates):
        best = best_rate(runs, cell.name, head)
        low, high = RATES.index(rates[0]), RATES.index(rates[-1])
        if best <= rates[0] and low > 0:
            rates.insert(0, RATES[low - 1])
        elif best >= rates[-1] and high < len(RATES) - 1:
            rates.append(RATES[high + 1])
        else:
            break
    return rates


def rate_of(cell: Cell, head: str, runs: dict[str, Any]) -> float | None:
    """The rate of a head in a cell, or None while its sweep is under way."""
    name = cell.rates_of or cell.name
    swept = cell if cell.rates_of is None else next(c for c in CELLS if c.name == name)
    head = "tied" if head == "wide" else head
    missing = [
        rate
        for rate in grid(swept, head, runs)
        if Job(swept, head, rate, SEEDS[0]).name not in runs
    ]
    return None if missing else best_rate(runs, name, head)


def described(cells: tuple[Cell, ...] = CELLS) -> list[dict[str, Any]]:
    """The cells as data, for the file of results; those of one name are one."""
    found: dict[str, dict[str, Any]] = {}
    for cell in cells:
        if cell.name in found:
            found[cell.name]["heads"] += cell.heads
            continue
        recipe = asdict(cell.recipe(1.0))
        del recipe["rate"]  # each run's own
        found[cell.name] = {
            **recipe,
            **asdict(cell),
            "heads": list(cell.heads),
            "first": list(cell.first),
            "seeds": list(cell.seeds),
        }
    return list(found.values())

"""Several runs that are compared: heads, seeds; their figures in one JSON file."""

from __future__ import annotations

import datetime
import json
import math
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

import torch

from .._files import whole_file
from ..corpus import Corpus
from ..model import Config
from .parallel import Task, one_thread, side_by_side
from .processes import place
from .record import Progress, Run
from .settings import Recipe, TrainingProblem, matched

__all__ = ["Experiment", "Variant", "compare", "environment", "variants"]

SCHEMA = 1
Match = Literal["width", "parameters"]


@dataclass(frozen=True)
class Variant:
    """One of the models that are compared: its name, shape and recipe."""

    name: str
    config: Config
    recipe: Recipe


def variants(config: Config, recipe: Recipe, head: str, match: str) -> list[Variant]:
    """What `head` ("tied", "untied", "both") and `match` ("width", "parameters") ask for.

    match="parameters" gives the tied model the untied one's number of parameters, by width.
    """
    if head not in ("tied", "untied", "both"):
        raise TrainingProblem(f"the head is {head!r}; it can be tied, untied or both")
    if match not in ("width", "parameters"):
        raise TrainingProblem(f"match is {match!r}; it can be width or parameters")
    tied = replace(config, tied=True) if match == "width" else matched(config)
    both = {"tied": tied, "untied": replace(config, tied=False)}
    chosen = both if head == "both" else {head: both[head]}
    return [Variant(name, shape, recipe) for name, shape in chosen.items()]


@dataclass
class Experiment:
    """Runs of each variant with each seed, written to `file` as they end.

    A file that is there already is gone on with: what it holds is not run again. checkpoints: a
    folder for runs that are under way, or None. minutes: for all of it together, by the clock;
    each run that is left gets an equal share of what is left. jobs: runs made at a time, on a CPU
    and without torchrun; a run's numbers do not depend on it.
    """

    variants: list[Variant]
    seeds: list[int]
    corpus: Corpus
    device: torch.device
    file: Path | None = None
    checkpoints: Path | None = None
    minutes: float = math.inf
    jobs: int = 1

    @property
    def at_a_time(self) -> int:
        """How many runs are made at a time."""
        jobs = self.jobs if self.device.type == "cpu" and place()[1] == 1 else 1
        return min(jobs, len(self.variants) * len(self.seeds))

    def run(
        self, told: Callable[[Variant, int, Progress], None] = lambda *about: None
    ) -> Iterator[tuple[Variant, Run]]:
        """Yields each run as it ends, those of the file first."""
        data = self._begun()
        waiting: dict[str, tuple[Variant, Task]] = {}
        for seed in self.seeds:
            for variant in self.variants:
                name = f"{variant.name}-{seed}"
                if name in data["runs"]:
                    yield variant, Run(**data["runs"][name])
                    continue
                keep = self.checkpoints / f"{name}.pt" if self.checkpoints is not None else None
                task = Task(name, variant.config, variant.recipe, seed, keep)
                waiting[name] = variant, task

        def say(task: Task, progress: Progress) -> None:
            told(waiting[task.name][0], task.seed, progress)

        for task, run in self._made([task for _, task in waiting.values()], say):
            data["runs"][task.name] = run.to_json()
            data["comparison"] = compare([Run(**each) for each in data["runs"].values()])
            self._write(data)
            if task.keep is not None:
                task.keep.unlink(missing_ok=True)
            yield waiting[task.name][0], run

    def _made(
        self, tasks: list[Task], told: Callable[[Task, Progress], None]
    ) -> Iterator[tuple[Task, Run]]:
        """Make the runs, one after another or side by side."""
        begun = time.monotonic()
        jobs = self.at_a_time

        def share(left: int) -> float:
            seconds = 60 * self.minutes - (time.monotonic() - begun)
            return max(0.0, seconds) / math.ceil(left / jobs)

        if jobs > 1 and len(tasks) > 1:
            yield from side_by_side(tasks, self.corpus, jobs, share, told)
            return
        for index, task in enumerate(tasks):
            seconds = share(len(tasks) - index)
            with one_thread(self.device):
                run = task.run(self.corpus, self.device, seconds, partial(told, task))
            yield task, run

    def _begun(self) -> dict[str, Any]:
        about = {
            "schema": SCHEMA,
            "corpus": {
                "name": self.corpus.name,
                "hash": self.corpus.hash,
                "size": self.corpus.size,
                "tokens": {
                    part: int(getattr(self.corpus, part).size)
                    for part in ("train", "valid", "test")
                },
                **self.corpus.source,
            },
            "variants": {
                each.name: {"config": vars(each.config), "recipe": vars(each.recipe)}
                for each in self.variants
            },
        }
        with one_thread(self.device):
            here = environment(self.device)
        new = {**about, "environment": here, "runs": {}, "comparison": None}
        if self.file is None or not self.file.exists():
            return new
        try:
            old: dict[str, Any] = json.loads(self.file.read_text("utf-8"))
            same = {name: old[name] for name in about}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise TrainingProblem(
                f"{self.file} is not a result of this program: delete it, or name another "
                "folder with --out"
            ) from error
        if same != json.loads(json.dumps(about)):
            raise TrainingProblem(
                f"{self.file} holds runs of another text, shape or recipe: delete it, or name "
                "another folder with --out"
            )
        return old

    def _write(self, data: dict[str, Any]) -> None:
        if self.file is None or place()[0] != 0:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(self.file) as file:
                file.write((json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode())
        except OSError as error:
            raise TrainingProblem(f"{self.file} cannot be written: {error.strerror}") from error


def compare(runs: list[Run]) -> dict[str, Any]:
    """Best validation losses of each head, and the differences of pairs with the same seed.

    difference: tied minus untied, in nats, mean and standard deviation over the seeds that have
    both. Below zero sharing is ahead.
    """
    best: dict[str, dict[int, float]] = {"tied": {}, "untied": {}}
    for run in runs:
        name = "tied" if run.config["tied"] else "untied"
        best[name][run.seed] = min(loss for _, loss in run.valid)
    pairs = {
        seed: best["tied"][seed] - best["untied"][seed]
        for seed in best["tied"]
        if seed in best["untied"]
    }
    values = list(pairs.values())
    return {
        "valid": {
            name: {str(s): loss for s, loss in found.items()} for name, found in best.items()
        },
        "pairs": {str(seed): value for seed, value in pairs.items()},
        "difference": {
            "mean": statistics.mean(values) if values else None,
            "spread": statistics.stdev(values) if len(values) > 1 else None,
        },
    }


def environment(device: torch.device) -> dict[str, Any]:
    """Where and with what: device, versions, date."""
    found: dict[str, Any] = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "device": device.type,
        "processor": platform.machine(),
        "threads": torch.get_num_threads(),
        "python": platform.python_version(),
    }
    for package in ("torch", "numpy", "lmhead"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:  # a checkout that is not installed
            found[package] = "not installed"
    if device.type == "cuda":
        found["card"] = torch.cuda.get_device_name(device)
        found["cuda"] = torch.version.cuda
    return found

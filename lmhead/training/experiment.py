"""Several runs that are compared: heads, seeds; their figures in one JSON file."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import math
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

import torch

from .._files import whole_file
from .._interrupts import held
from ..corpus import PARTS, Corpus
from ..model import Config
from . import checkpoint
from .pairs import compare
from .parallel import Task, one_thread, side_by_side
from .preflight import refuse, refuse_folder, refuse_full_disk, refuse_seeds
from .processes import place, said_by_the_first
from .record import Progress, Run
from .settings import Recipe, TrainingProblem, matched, whole_number

__all__ = ["Experiment", "Variant", "environment", "files_of", "variants"]

SCHEMA = 2
SCHEMAS = (1, SCHEMA)  # 1: of lmhead 0.1.0, whose stopped runs have no checkpoint
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

    Attributes
    ----------
    variants : list of Variant
    seeds : list of int
    corpus : Corpus
    device : torch.device
    file : Path, optional
        The result. What it holds already is not run again, and what is written by somebody else
        meanwhile stays in it.
    checkpoints : Path, optional
        A folder for runs that are under way. A run that was stopped goes on from there.
    minutes : float
        For all of it together, by the clock, from the call of `run` on: making the models,
        validating and starting processes are in it. Each run gets an equal share of what is left
        when it begins.
    jobs : int
        Runs made at a time, on a CPU and without torchrun; a run's numbers do not depend on it.
    earlier : list of Path
        Results of other experiments. A finished run of the same settings is taken from there.
    instead : Path, optional
        The file that is written where another experiment has come to lie in `file` meanwhile.
    """

    variants: list[Variant]
    seeds: list[int]
    corpus: Corpus
    device: torch.device
    file: Path | None = None
    checkpoints: Path | None = None
    minutes: float = math.inf
    jobs: int = 1
    earlier: list[Path] = field(default_factory=list)
    instead: Path | None = None
    #: What `run` has found so far, as it is written to `file`.
    data: dict[str, Any] = field(default_factory=dict, repr=False)
    #: The checkpoints of the runs that `run` makes.
    keeps: list[Path] = field(default_factory=list, repr=False)

    @property
    def count(self) -> int:
        """How many runs there are."""
        return len(self.variants) * len(self.seeds)

    @property
    def at_a_time(self) -> int:
        """How many runs are made at a time."""
        jobs = self.jobs if self.device.type == "cpu" and place()[1] == 1 else 1
        return min(jobs, self.count)

    def is_kept(self) -> bool:
        """Whether there is something on the disk that a further call goes on from."""
        files = [self.file] if self.file is not None else []
        return any(file.exists() for file in (*files, *self.keeps))

    def run(
        self,
        told: Callable[[Variant, int, Progress], None] = lambda *about: None,
        noted: Callable[[str], None] = lambda sentence: None,
    ) -> Iterator[tuple[Variant, Run]]:
        """Yields each run as it ends or is stopped, those that were finished before first.

        told: called after each step.  noted: called with a sentence where something of an earlier
        call cannot be gone on with, and where the time is over before a run begins.

        Raises TrainingProblem; what can be known before the first step is said then.
        """
        until = time.monotonic() + 60 * self.minutes
        self._refused()
        data = self.data = self._begun()
        before = self._before(data)
        waiting: dict[str, tuple[Variant, Task]] = {}
        done = []
        for seed in self.seeds:
            for variant in self.variants:
                name = f"{variant.name}-{seed}"
                run = before.get(name)
                if run is not None and run.stopped is None:
                    data["runs"][name] = run.to_json()
                    done.append((variant, run))
                    continue
                keep = self._checkpoint(variant, seed)
                if run is not None and (keep is None or not keep.exists()):
                    noted(f"{name} was stopped by its time and has no checkpoint: it starts anew")
                task = Task(name, variant.config, variant.recipe, seed, keep)
                waiting[name] = variant, task
        self.keeps = [task.keep for _, task in waiting.values() if task.keep is not None]
        if done:
            self._write(data)
        else:
            data["comparison"] = compare(runs_in(data))
        yield from done

        def say(task: Task, progress: Progress) -> None:
            told(waiting[task.name][0], task.seed, progress)

        begun = set()
        for task, run in self._made([task for _, task in waiting.values()], until, say):
            begun.add(task.name)
            data["runs"][task.name] = run.to_json()
            with held():
                self._write(data)
                if task.keep is not None and run.stopped is None and place()[0] == 0:
                    task.keep.unlink(missing_ok=True)
            yield waiting[task.name][0], run
        if left := [name for name in waiting if name not in begun]:
            noted(f"the time was over before these runs began: {', '.join(left)}")

    def _made(
        self, tasks: list[Task], until: float, told: Callable[[Task, Progress], None]
    ) -> Iterator[tuple[Task, Run]]:
        """Make the runs, one after another or side by side, as long as there is time."""
        jobs = self.at_a_time

        def share(left: int) -> float:
            return (until - time.monotonic()) / math.ceil(left / jobs)

        if jobs > 1 and len(tasks) > 1:
            yield from side_by_side(tasks, self.corpus, jobs, share, told)
            return
        for index, task in enumerate(tasks):
            seconds = share(len(tasks) - index)
            if index and said_by_the_first(seconds <= 0, self.device):
                return
            with one_thread(self.device):
                run = task.run(self.corpus, self.device, max(0.0, seconds), partial(told, task))
            yield task, run

    def _refused(self) -> None:
        """What can be refused is refused here, before the first step."""
        if not self.minutes > 0:  # nan too
            raise TrainingProblem(f"minutes is {self.minutes}; it has to be above 0")
        self.jobs = whole_number("jobs", self.jobs, least=1)
        self.seeds = refuse_seeds(self.seeds)
        for variant in self.variants:
            refuse(variant.config, variant.recipe, self.corpus, place()[1])
        if place()[0] != 0:
            return
        if self.file is not None:
            refuse_folder(self.file.parent)
            if self.file.is_dir():
                raise TrainingProblem(f"{self.file} is a folder: name another one with --out")
        if self.checkpoints is not None:
            refuse_folder(self.checkpoints)
            configs = [each.config for each in self.variants for _ in self.seeds]
            refuse_full_disk(self.checkpoints, configs[: self.at_a_time])

    # -- what was done before ------------------------------------------------------------------

    def _about(self) -> dict[str, Any]:
        corpus = self.corpus
        return {
            "schema": SCHEMA,
            "corpus": {
                "name": corpus.name,
                "hash": corpus.hash,
                "size": corpus.size,
                "tokens": {part: int(getattr(corpus, part).size) for part in PARTS},
                **corpus.source,
            },
            "variants": {
                each.name: {"config": vars(each.config), "recipe": vars(each.recipe)}
                for each in self.variants
            },
        }

    def _begun(self) -> dict[str, Any]:
        """The result as it is before this call's first run."""
        about, old = self._about(), self._read()
        if old is None:
            with one_thread(self.device):
                here = environment(self.device)
            return {**about, "environment": here, "runs": {}, "comparison": None}
        return {**old, "schema": SCHEMA, "variants": {**old["variants"], **about["variants"]}}

    def _read(self) -> dict[str, Any] | None:
        """The result as it is on the disk; None where there is none.

        TrainingProblem where it is of something else, and there is nowhere to write instead.
        """
        if self.file is None or not self.file.exists():
            return None
        found = read_result(self.file)
        if found is None:
            raise TrainingProblem(
                f"{self.file} is not a result of this program: delete it, or name another "
                "folder with --out"
            )
        known = {
            name: found["variants"][name]
            for name in self._about()["variants"]
            if name in found["variants"]
        }
        if _is_of({**found, "variants": known}, self.variants, self.corpus, self.device):
            return found
        if self.instead in (None, self.file):
            raise TrainingProblem(
                f"{self.file} holds runs of another text, shape, recipe or device: delete it, or "
                "name another folder with --out"
            )
        self.file = self.instead
        return self._read()

    def _before(self, data: dict[str, Any]) -> dict[str, Run]:
        """Name -> run, of those with equal settings, here or in `earlier`; a finished one first."""
        results = [data, *filter(None, map(read_result, self.earlier))]
        runs = [run for result in results for run in runs_in(result)]
        runs.sort(key=lambda run: run.stopped is not None)
        return {
            f"{variant.name}-{seed}": run
            for seed in self.seeds
            for variant in self.variants
            for run in reversed(runs)  # the first one last, so that it is taken
            if self._is(run, variant, seed)
        }

    def _is(self, run: Run, variant: Variant, seed: int) -> bool:
        same = (run.seed, run.corpus) == (seed, self.corpus.hash)
        same &= run.device.split(":")[0] == self.device.type
        return same and (run.config, run.recipe) == (vars(variant.config), vars(variant.recipe))

    def _checkpoint(self, variant: Variant, seed: int) -> Path | None:
        """The file of a run's checkpoint, which says in its name which run it is of.

        Raises TrainingProblem where the file is damaged.
        """
        if self.checkpoints is None:
            return None
        settings = [vars(variant.config), vars(variant.recipe), seed, self.corpus.hash]
        name = f"{variant.name}-{seed}"
        keep = self.checkpoints / f"{name}-{digest_of(*settings, self.device.type)}.pt"
        if checkpoint.whose(keep) is None:
            before = self.checkpoints / f"{name}.pt"  # as lmhead 0.1.0 called it
            with contextlib.suppress(TrainingProblem):  # a damaged one may be of any run
                found = checkpoint.whose(before) or {}
                if [found.get(each) for each in ("config", "recipe", "seed", "corpus")] == settings:
                    return before
        return keep

    def _write(self, data: dict[str, Any]) -> None:
        """Write the result; runs that another program has put there meanwhile stay."""
        if self.file is None or place()[0] != 0:
            data["comparison"] = compare(runs_in(data))
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            there = self._read()
            for name, run in (there or {"runs": {}})["runs"].items():
                mine = data["runs"].get(name)
                if mine is None or (mine["stopped"] and not run["stopped"]):
                    data["runs"][name] = run
            data["variants"] = {**(there or data)["variants"], **data["variants"]}
            data["comparison"] = compare(runs_in(data))
            assert self.file is not None
            with whole_file(self.file) as file:
                file.write((json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode())
        except OSError as error:
            raise TrainingProblem(f"{self.file} cannot be written: {error.strerror}") from error


def read_result(file: Path) -> dict[str, Any] | None:
    """What an experiment wrote, of this version or an earlier one; None for any other file."""
    try:
        found: dict[str, Any] = json.loads(file.read_text("utf-8"))
        about = (found["corpus"]["hash"], found["variants"].items(), found["environment"].items())
        if found["schema"] in SCHEMAS and about and len(runs_in(found)) == len(found["runs"]):
            return found
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    return None


def runs_in(result: dict[str, Any]) -> list[Run]:
    """The runs of a result, in its order."""
    return [Run.from_json(each) for each in result["runs"].values()]


def digest_of(*what: Any) -> str:
    """Eight hexadecimal digits that tell settings apart, for the name of a file."""
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:8]


def files_of(
    folder: Path, label: str, chosen: list[Variant], corpus: Corpus, device: torch.device
) -> tuple[Path, Path]:
    """Where an experiment's result lies, or is to lie, in a folder that may hold others.

    It is called by the label alone where no other experiment has that name. Returns this file, and
    the one with a digest of all that the experiment is of, which no other one can have.
    """
    each = [(variant.name, vars(variant.config), vars(variant.recipe)) for variant in chosen]
    plain = folder / f"{label}.json"
    own = folder / f"{label}-{digest_of(each, corpus.hash, device.type)}.json"
    if own.exists():
        return own, own
    found = read_result(plain) if plain.exists() else None
    # A file that cannot be read may be of this experiment: it is not passed over in silence.
    taken = found is not None and not _is_of(found, chosen, corpus, device)
    return (own if taken else plain), own


def _is_of(
    result: dict[str, Any], chosen: list[Variant], corpus: Corpus, device: torch.device
) -> bool:
    """Whether a result is of these variants, or of some of them, with this text and device."""
    mine = {
        each.name: {"config": vars(each.config), "recipe": vars(each.recipe)} for each in chosen
    }
    return (
        result["corpus"]["hash"] == corpus.hash
        and result["environment"].get("device") == device.type
        and all(mine.get(name) == about for name, about in result["variants"].items())
    )


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

"""Runs side by side on a CPU, each in a process of its own with one thread.

The models that a CPU trains in minutes are too small to keep several threads busy: two runs at a
time are done sooner than one after the other on both cores. A run's numbers are the same
either way, since its sums are taken by one thread in both cases.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import torch

from .._interrupts import held, taken
from ..corpus import Corpus
from ..model import Config
from .loop import load_all, train
from .record import Progress, Run
from .settings import Recipe, TrainingProblem

__all__ = ["Task", "one_thread", "side_by_side"]

LEAVE = 20.0  # seconds for a process that was told to end: it writes a checkpoint


@dataclass(frozen=True)
class Task:
    """A run to be made: its name, and what `loop.train` takes."""

    name: str
    config: Config
    recipe: Recipe
    seed: int
    keep: Path | None = None

    def run(
        self,
        corpus: Corpus,
        device: torch.device,
        seconds: float,
        told: Callable[[Progress], None],
    ) -> Run:
        """Make it, in this process."""
        return train(
            self.config,
            self.recipe,
            corpus,
            self.seed,
            device=device,
            seconds=seconds,
            keep=self.keep,
            told=told,
        )


@contextlib.contextmanager
def one_thread(device: torch.device) -> Iterator[None]:
    """On a CPU one thread takes the sums, so that they are the same on every machine's count."""
    before = torch.get_num_threads()
    if device.type == "cpu":
        torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def side_by_side(
    tasks: list[Task],
    corpus: Corpus,
    jobs: int,
    share: Callable[[int], float],
    told: Callable[[Task, Progress], None],
) -> Iterator[tuple[Task, Run]]:
    """Yields each run as it ends; `jobs` of them are made at a time.

    share: the seconds that a run may take, asked as it begins, of how many are then left
    (with it). Where it says that the time is over, no further run begins.
    told: called after each step. Raises TrainingProblem as soon as one run does; the
    others are stopped.
    """
    waiting, any_begun = list(tasks), False
    workers: list[_Worker] = []
    try:
        for _ in range(min(jobs, len(tasks))):
            with held():
                workers.append(_Worker(corpus))
        while waiting or any(worker.task for worker in workers):
            for worker in workers:
                if worker.ready and worker.task is None and waiting:
                    seconds = share(len(waiting))
                    if any_begun and seconds <= 0:
                        waiting.clear()
                        break
                    worker.begin(waiting.pop(0), max(0.0, seconds))
                    any_begun = True
            busy = [
                each for each in workers if each.task is not None or (waiting and not each.ready)
            ]
            for worker in busy:
                while worker.connection.poll():
                    task, news = worker.task, worker.news()
                    if task is not None and isinstance(news, Progress):
                        told(task, news)
                    elif task is not None and isinstance(news, Run):
                        yield task, news
                        break
                    else:
                        break
            wait([worker.connection for worker in busy if worker.task or not worker.ready], 1)
    finally:
        with held():
            for worker in workers:
                worker.process.terminate()
            for worker in workers:
                worker.process.join(LEAVE)
                worker.process.kill()  # where it hangs; else it has ended
                worker.process.join()


@dataclass
class _Worker:
    """A process that makes one run after another."""

    corpus: Corpus
    task: Task | None = None
    ready: bool = False  # its modules are loaded
    process: Any = field(init=False)
    connection: Connection = field(init=False)

    def __post_init__(self) -> None:
        # spawn, since a fork of a process whose torch has started threads may hang.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, self.corpus), daemon=True)
        with _nothing_beside(), _without_ctrl_c():
            self.process.start()
        theirs.close()  # so that the end of the process is the end of the pipe

    def begin(self, task: Task, seconds: float) -> None:
        """Have the process make a run of at most so many seconds from now on."""
        self.task = task
        with contextlib.suppress(OSError):  # it has ended: `news` says so
            self.connection.send((task, seconds))

    def news(self) -> Progress | Run | None:
        """What the process says: that it is ready (None), how far it is, at the end its run."""
        try:
            news = self.connection.recv()
        except (EOFError, OSError) as error:
            self.process.join()
            what = f"the run {self.task.name}" if self.task is not None else "a run"
            raise TrainingProblem(
                f"the process of {what} ended with status "
                f"{self.process.exitcode}, as where memory is short: take --jobs 1"
            ) from error
        if isinstance(news, TrainingProblem):
            raise news
        if isinstance(news, Run):
            self.task = None
        self.ready = True
        assert news is None or isinstance(news, Progress | Run)
        return news


@contextlib.contextmanager
def _nothing_beside() -> Iterator[None]:
    """What is started here takes no module from the folder that the command was typed in.

    The folder may hold a file named like a module of Python's, and is where ``python -c``, as
    multiprocessing starts its processes, looks first. Later they get the path of this process.
    """
    changed = {"PYTHONSAFEPATH": "1", "PYTHONNOUSERSITE": "1", "PYTHONPATH": None}
    before = {name: os.environ.get(name) for name in changed}
    try:
        _set(changed)
        yield
    finally:
        _set(before)


def _set(variables: Mapping[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@contextlib.contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """What is started here never hears Ctrl-C, from its first instruction on.

    A terminal sends it to all processes; the one that asked says what the others have to do.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    # multiprocessing's own helper process is started now, as it lifts the block when it is.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, corpus: Corpus) -> None:
    """The process: runs until it is told to end, or who asked is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be blocked
    cpu = torch.device("cpu")
    with (
        contextlib.suppress(EOFError, OSError, KeyboardInterrupt),
        one_thread(cpu),
        taken(signals=(signal.SIGTERM,)) as interrupts,
    ):
        load_all()
        interrupts.raises = True  # from here on a run is saved before the process ends
        connection.send(None)
        while True:
            task, seconds = connection.recv()
            try:
                connection.send(task.run(corpus, cpu, seconds, connection.send))
            except TrainingProblem as problem:
                connection.send(TrainingProblem(str(problem)))

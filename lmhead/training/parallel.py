"""Runs side by side on a CPU, each in a process of its own with one thread.

The models that a CPU trains in minutes are too small to keep several threads busy: two runs at a
time are done sooner than one after the other on both cores. A run's numbers are the same
either way, since its sums are taken by one thread in both cases.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import torch

from ..corpus import Corpus
from ..model import Config
from .loop import train
from .record import Progress, Run
from .settings import Recipe, TrainingProblem

__all__ = ["Task", "one_thread", "side_by_side"]


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
    (with it). told: called after each step. Raises TrainingProblem as soon as one run does; the
    others are stopped.
    """
    waiting, left = list(tasks), len(tasks)
    workers = [_Worker(corpus) for _ in range(min(jobs, left))]
    try:
        while left:
            for worker in workers:
                if worker.task is None and waiting:
                    seconds = share(len(waiting))
                    worker.begin(waiting.pop(0), seconds)
            for worker in workers:
                if worker.task is not None and worker.connection.poll():
                    task, news = worker.task, worker.news()
                    if isinstance(news, Progress):
                        told(task, news)
                    else:
                        left -= 1
                        yield task, news
            wait([worker.connection for worker in workers if worker.task is not None], timeout=1)
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.join(10)
            worker.process.kill()  # where it hangs; else it has ended
            worker.process.join()


@dataclass
class _Worker:
    """A process that makes one run after another."""

    corpus: Corpus
    task: Task | None = None
    process: Any = field(init=False)
    connection: Connection = field(init=False)

    def __post_init__(self) -> None:
        # spawn, since a fork of a process whose torch has started threads may hang.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, self.corpus), daemon=True)
        self.process.start()
        theirs.close()  # so that the end of the process is the end of the pipe

    def begin(self, task: Task, seconds: float) -> None:
        self.task = task
        with contextlib.suppress(OSError):  # it has ended: `news` says so
            self.connection.send((task, seconds))

    def news(self) -> Progress | Run:
        """What the process says next: how far it is, or its run at the end."""
        assert self.task is not None
        try:
            news = self.connection.recv()
        except (EOFError, OSError) as error:
            self.process.join()
            raise TrainingProblem(
                f"the process of the run {self.task.name} ended with status "
                f"{self.process.exitcode}, as where memory is short: take --jobs 1"
            ) from error
        if isinstance(news, TrainingProblem):
            raise news
        if isinstance(news, Run):
            self.task = None
        assert isinstance(news, Progress | Run)
        return news


def _serve(connection: Connection, corpus: Corpus) -> None:
    """The process: runs until it is told to end, or who asked is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who asked
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # tidied up: no half a file stays
    cpu = torch.device("cpu")
    with contextlib.suppress(EOFError, OSError), one_thread(cpu):
        while True:
            task, seconds = connection.recv()
            try:
                connection.send(task.run(corpus, cpu, seconds, connection.send))
            except TrainingProblem as problem:
                connection.send(TrainingProblem(str(problem)))

"""Jobs in processes of their own, each of which is ended when a job takes too long.

A wrong answer may compute without end in a way that no signal interrupts, or ask for all of the
memory. It costs its own job and a new process.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

#: Of address space: torch alone maps more than three of them.
MEMORY = 6 << 30


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    job: int | None = None
    since: float = 0.0


def run_all(
    function: Callable[..., Any], jobs: Iterable[tuple[Any, ...]], processes: int, seconds: float
) -> Iterator[tuple[int, Any]]:
    """`function(*job)` of each job, as (its number, what was returned), in any order.

    None stands for a job that was stopped after so many seconds, or that ended its process.
    """
    waiting = iter(enumerate(jobs))
    workers = [_start(function) for _ in range(processes)]
    try:
        while True:
            for place, worker in enumerate(workers):
                if worker.job is None and (item := next(waiting, None)) is not None:
                    number, job = item
                    worker.pipe.send(job)
                    workers[place] = _Worker(worker.process, worker.pipe, number, time.monotonic())
            busy = {
                worker.pipe: place for place, worker in enumerate(workers) if worker.job is not None
            }
            if not busy:
                return
            ready = wait(list(busy), timeout=1.0)
            for pipe, place in busy.items():
                worker = workers[place]
                if pipe not in ready and time.monotonic() - worker.since < seconds:
                    continue
                number, answer = worker.job, None
                try:
                    if pipe not in ready:
                        raise EOFError
                    answer = worker.pipe.recv()
                    worker.job = None
                except (EOFError, OSError):
                    _end(worker)
                    workers[place] = _start(function)
                assert number is not None
                yield number, answer
    finally:
        for worker in workers:
            _end(worker)


def _start(function: Callable[..., Any]) -> _Worker:
    context = multiprocessing.get_context("fork")
    mine, theirs = context.Pipe()
    process = context.Process(target=_work, args=(function, theirs, mine), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, mine)


def _end(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()


def _work(function: Callable[..., Any], pipe: Connection, other: Connection) -> None:
    other.close()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        pipe.send(function(*job))

"""Where jobs are done: the interface that the driver uses."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Protocol


class Workers(Protocol):
    """Does jobs, in any order. `submit` never waits; hold back where `room` is 0."""

    def start(self) -> str:
        """Wait until they are ready; returns the sandbox's level. Raises `SandboxError`."""

    @property
    def room(self) -> int:
        """How many more jobs would keep it busy; each holds its bytes in memory."""

    def submit(self, job: bytes, key: str) -> None:
        """Take a job (`Job.to_json`). key: names it in the results; each key once."""

    def results(self) -> Iterator[tuple[str, bytes]]:
        """(key, `Report.to_json`) of what was submitted, as it is done, until nothing is left.

        More may be submitted in between. Raises `SandboxError` where no job can be done.
        """

    def close(self) -> None:
        """End the workers and everything that they have started."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def shares(count: int) -> list[list[int]]:
    """The cores of each of so many workers, so that however many processes a submission has,
    those beside it keep theirs. Empty lists, for all cores, where there are too few of them, or
    where a system does not say which it has."""
    mine = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if count > len(mine):
        return [[] for _ in range(count)]
    return [mine[first::count] for first in range(count)]

"""A process and all its descendants, as Linux's /proc shows them."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_TABLES = re.compile(rb"^VmPTE:\s+(\d{1,12}) kB", re.MULTILINE)
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Member:
    """One process. cpu: seconds of its own; reaped: of the children it has waited for.

    resident: bytes, with those that it shares. tables: bytes of its page tables, which the
    kernel holds for it: pages that lie far apart need one each.
    """

    pid: int
    started: int  # with the pid, its name for good: pids come round
    cpu: float
    reaped: float
    threads: int
    resident: int
    tables: int = 0


def descendants(root: int) -> Iterator[int]:
    """The pids of `root` and of everything below it, parents first."""
    waiting = [root]
    seen = {root}
    while waiting:
        pid = waiting.pop()
        yield pid
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                    for child in map(int, file.read().split()):
                        if child not in seen:
                            seen.add(child)
                            waiting.append(child)


def member(pid: int) -> Member | None:
    """What a process has used up to now, or None where it is gone."""
    numbers = _numbers(f"/proc/{pid}/stat")
    if numbers is None:
        return None
    user, system, reaped_user, reaped_system = numbers[10:14]
    threads, resident = numbers[16], numbers[20]
    if resident == 0 and threads > 1:  # its first thread has ended; the others hold the memory
        each = (_numbers(f"{place}/stat") for place in _threads(pid))
        resident = max((found[20] for found in each if found is not None), default=0)
    return Member(
        pid,
        started=numbers[18],
        cpu=(user + system) / _TICKS,
        reaped=(reaped_user + reaped_system) / _TICKS,
        threads=threads,
        resident=resident * _PAGE,
        tables=_page_tables(pid),
    )


def _page_tables(pid: int) -> int:
    for place in (f"/proc/{pid}", *_threads(pid)):
        with contextlib.suppress(OSError), open(f"{place}/status", "rb") as file:
            found = _TABLES.search(file.read())
            if found is not None:
                return int(found[1]) * 1024
    return 0


def _numbers(stat: str) -> list[int] | None:
    """What a file `stat` says from the parent's number on, or None where it is gone."""
    try:
        with open(stat, "rb") as file:
            # The name stands in parentheses and may hold anything.
            values = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    numbers = [int(value) for value in values[1:22]]
    return numbers if len(numbers) == 21 else None


def _threads(pid: int) -> list[str]:
    """The folders of a process's threads."""
    try:
        return [f"/proc/{pid}/task/{thread}" for thread in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def shared_out(pid: int) -> int | None:
    """Bytes of a process's memory, each shared page divided by who shares it; None where the
    kernel does not tell."""
    for place in (f"/proc/{pid}", *_threads(pid)):
        with contextlib.suppress(OSError), open(f"{place}/smaps_rollup", "rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    return None

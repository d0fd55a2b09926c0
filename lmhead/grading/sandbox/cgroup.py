"""A control group (cgroup v2) for each submission, where this process may make one.

The kernel then counts a submission's memory itself, with what the watchdog cannot see (buffers of
sockets, page tables), and kills it at the limit. Only what a submission adds is charged to it: a
process that moves brings none of its earlier memory along.

A group can be made as root on a machine whose own hierarchy is writable, and by a user whose
part of it is delegated with the memory and pids controllers. Elsewhere, as in most containers,
the watchdog alone adds up.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import subprocess
from functools import cache
from pathlib import Path

from .limits import ProcessLimits

MOUNT = Path("/sys/fs/cgroup")
PREFIX = "lmhead-"
_NEEDED = {"memory", "pids"}


class Group:
    """One group with a submission's limits. Raises OSError where it cannot be made."""

    def __init__(self, parent: Path, limits: ProcessLimits) -> None:
        self._path = parent / f"{PREFIX}{os.getpid()}-{secrets.token_hex(4)}"
        self._path.mkdir()
        try:
            self._write("memory.max", limits.memory)
            # Threads count too, and the supervisor; the watchdog counts processes.
            self._write("pids.max", 4 * limits.processes)
            self._write("memory.oom.group", 1)  # kill the whole group, not one process of it
            if (self._path / "memory.swap.max").exists():
                self._write("memory.swap.max", 0)
        except OSError:
            self.remove()
            raise

    def add(self, pid: int) -> None:
        """Move a process in; processes that it starts later belong to the group too."""
        self._write("cgroup.procs", pid)

    def out_of_memory(self) -> bool:
        """Whether the kernel has killed in it for memory."""
        with contextlib.suppress(OSError):
            for line in (self._path / "memory.events").read_text("ascii").splitlines():
                name, _, count = line.partition(" ")
                if name == "oom_kill" and count != "0":
                    return True
        return False

    def remove(self) -> None:
        """Remove the group once its processes have ended."""
        with contextlib.suppress(OSError):
            self._path.rmdir()

    def _write(self, name: str, value: int) -> None:
        (self._path / name).write_text(str(value), "ascii")


def own(mount: Path = MOUNT, listing: Path = Path("/proc/self/cgroup")) -> Path | None:
    """The group that this process is in, or None where cgroup v2 is not in use."""
    if not (mount / "cgroup.controllers").is_file():
        return None
    for line in listing.read_text("utf-8").splitlines():
        if line.startswith("0::"):
            return mount / line[3:].lstrip("/")
    return None


def candidate(mount: Path = MOUNT, listing: Path = Path("/proc/self/cgroup")) -> Path | None:
    """The nearest group above this process below which limits hold and where we may write."""
    here = own(mount, listing)
    while here is not None and here.is_relative_to(mount):
        try:
            enabled = set((here / "cgroup.subtree_control").read_text("ascii").split())
        except OSError:
            return None
        if enabled >= _NEEDED and os.access(here, os.W_OK):
            return here
        here = here.parent
    return None


@cache
def parent() -> Path | None:
    """Where groups are made on this machine, tried once with a real process; None for nowhere."""
    place = candidate()
    if place is None:
        return None
    try:
        for left in place.glob(f"{PREFIX}*"):  # by a grader that was killed
            with contextlib.suppress(OSError):
                left.rmdir()
        group = Group(place, ProcessLimits())
        try:
            with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as trial:
                group.add(trial.pid)
        finally:
            group.remove()
    except OSError:
        return None
    return place


def make(limits: ProcessLimits) -> Group | None:
    """A group for one submission, or None where none can be made."""
    place = parent()
    if place is None:
        return None
    try:
        return Group(place, limits)
    except OSError:
        return None

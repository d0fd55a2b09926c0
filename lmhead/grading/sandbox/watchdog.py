"""Keeps the limits of a submission as a whole: its processes' memory, CPU time and number.

The kernel limits single processes; here a thread of the grader adds them up, at short intervals,
outside of the submission's reach, and kills all of it when the sum is over. What counts as
memory: each process's resident pages, the shared ones once, and its page tables; the files in
its scratch folders, which are memory too; and for each socket all that its buffer could hold.
The other ways to hold memory that belongs to no process are closed inside (see
`inside/seccomp.py`), but for pipes, of which the kernel gives a user 64 MiB and then two pages
each. Where there is a control group to be had (`cgroup.py`), the kernel counts memory too, and
the watchdog the rest.

CPU time of a process that is born and gone between two looks, with a parent that never waits
for it, is not seen; the limit by the clock is what ends that.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable

from . import cgroup
from .inside.namespaces import SCRATCH
from .inside.process_tree import Member, descendants, member, shared_out
from .limits import ProcessLimits

#: Why a submission may be ended here; each has its sentence, lost/REASON.
REASONS = ("memory", "cpu", "processes")
INTERVAL = 0.05  # seconds between two looks
A_FILE = 1024  # bytes that the kernel takes for one file, however empty


def send_buffer(file: str = "/proc/sys/net/core/wmem_default") -> int:
    """Bytes of a socket's buffer by default."""
    try:
        with open(file, encoding="ascii") as found:
            return int(found.read())
    except (OSError, ValueError):
        return 212_992


#: Bytes that a socket within the machine can hold for others to read: one more packet of its
#: buffer's size may go in before that is full, and each takes a little more than its contents.
#: Nobody inside can make a buffer larger. Without this count the 256 descriptors of 64 processes
#: could hold 9 GB at the usual size.
SOCKET = 5 * send_buffer() // 2


class Watchdog:
    """Watches the process tree below one process until it is stopped.

    reason: None, or why it has ended the submission, one of `REASONS`. cpu: seconds of CPU that
    the tree has used, with those that the submission used before in others.
    """

    def __init__(
        self,
        root: int,
        limits: ProcessLimits,
        kill: Callable[[], None],
        *,
        walls: bool = True,
        spent: float = 0.0,
    ) -> None:
        """kill: ends the whole tree; it is called once and must not wait. walls: whether it has
        scratch folders of its own. spent: seconds of CPU that earlier processes of the same
        submission have used. Without Linux's /proc nothing is looked at."""
        self.reason: str | None = None
        self.cpu = self._spent = spent
        self._root = root
        self._first = member(root)
        self._limits = limits
        self._folders = SCRATCH if walls else ()
        self._kill = kill
        self._used: dict[tuple[int, int], float] = {}
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        killed_first(root)
        self._group = cgroup.make(limits)
        if self._group is not None:
            try:
                for pid in descendants(root):  # it has run nothing of the submission's yet
                    self._group.add(pid)
            except OSError:
                self._group.remove()
                self._group = None
        if sys.platform == "linux":
            self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop watching, after a last look; nothing is measured after this has returned."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
            if self.reason is None:
                self.look()  # for `cpu`: what is over now ends of itself

    def after(self) -> None:
        """After the tree has ended: note whether the kernel killed it for memory, and clean up."""
        if self._group is not None:
            if self.reason is None and self._group.out_of_memory():
                self.reason = "memory"
            self._group.remove()

    def _run(self) -> None:
        while not self._stop.wait(INTERVAL):
            self.reason = self.look()
            if self.reason is not None:
                self._kill()
                return

    def look(self) -> str | None:
        """Measure the tree once. Returns the limit that is exceeded, or None."""
        found = [each for each in map(member, descendants(self._root)) if each is not None]
        if not found or self._first is None or found[0].started != self._first.started:
            return None  # it has ended, and its pid may belong to another process by now
        for each in found:
            self._used[each.pid, each.started] = each.cpu
        # Two sums, each of which may miss something and neither counts anything twice: of all
        # that was ever seen, and of what is there with what it has waited for.
        ever = sum(self._used.values())
        now = max(ever, sum(each.cpu + each.reaped for each in found))
        self.cpu = max(self.cpu, self._spent + now)
        if self.cpu > self._limits.total_cpu:
            return "cpu"
        if len(found) > self._limits.processes + 1:
            return "processes"
        beside = self.files() + self.sockets() + sum(each.tables for each in found)
        if sum(each.resident for each in found) + beside <= self._limits.memory:
            return None
        # Forks share most of their memory: count shared pages once before the limit is enforced.
        return "memory" if _memory(found) + beside > self._limits.memory else None

    def sockets(self) -> int:
        """Bytes that its sockets could hold: open ones, those on their way to another process,
        and those that were closed before what they sent was read."""
        if not self._folders:  # without walls the numbers are the whole machine's
            return 0
        try:
            with open(f"/proc/{self._root}/net/sockstat", encoding="ascii") as file:
                return int(file.readline().split()[2]) * SOCKET
        except (OSError, ValueError, LookupError):
            return 0

    def files(self) -> int:
        """Bytes that the scratch folders take, names included; where they cannot be looked at,
        all that they could hold."""
        size = 0
        for folder in self._folders:
            try:
                found = os.statvfs(f"/proc/{self._root}/root{folder}")
            except PermissionError:
                size += self._limits.scratch
            except OSError:
                continue
            else:
                size += (found.f_blocks - found.f_bfree) * found.f_frsize
                size += (found.f_files - found.f_ffree) * A_FILE
        return size


def killed_first(pid: int) -> None:
    """Have the kernel, where memory runs out, kill this process and what it starts before others.

    Written from this side by root, the value cannot be lowered by who has it.
    """
    with contextlib.suppress(OSError), open(f"/proc/{pid}/oom_score_adj", "w") as file:
        file.write("1000")


def _memory(found: list[Member]) -> int:
    parts = ((shared_out(each.pid), each.resident) for each in found)
    return sum(resident if shared is None else shared for shared, resident in parts)

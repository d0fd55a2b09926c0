"""What one submission may use, stated once.

The defaults here hold for stock ``nbgrader autograde``, for ``lmhead grade`` and for work sent
to another machine; a course changes them in its ``nbgrader_config.py``, under the same names,
as ``c.SandboxExecute.NAME``.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...wire.subject import Limits


@dataclass(frozen=True)
class ProcessLimits:
    """What the processes of one submission may use, all of them together where not said otherwise.

    memory: bytes, of the whole tree: its processes and the files it keeps in memory. A single
    process meets the same number as a limit on what it maps to write to, and gets a MemoryError.
    total_cpu: seconds of CPU. processes: at one time. scratch: bytes of each of its three
    writable folders. file_size: bytes of one file. open_files: of one process. message: bytes
    of one message to the grader. messages, traffic: how many, and how many bytes, in all.
    start: seconds until the sandbox answers.
    """

    memory: int = 2 * 2**30
    total_cpu: int = 180
    file_size: int = 64 * 2**20
    scratch: int = 128 * 2**20
    processes: int = 64
    open_files: int = 256
    message: int = 24 * 2**20  # 16 MiB of arrays in base64, and room
    messages: int = 500_000
    traffic: int = 2**30
    start: float = 60.0


@dataclass
class Spent:
    """What one submission has used up, over all the processes that it was given.

    cpu: seconds. messages, traffic: to the grader, in number and in bytes. A process that is lost
    is replaced, and what it has used is not given again.
    """

    cpu: float = 0.0
    messages: int = 0
    traffic: int = 0


@dataclass(frozen=True)
class TimeLimits:
    """Seconds of CPU and of clock for a learner's cell and for a call by a check; for all of it.

    output: bytes of what the cells of one notebook show; the rest is cut.
    """

    cell_cpu: float = 30.0
    cell_wall: float = 90.0
    call_cpu: float = 10.0
    call_wall: float = 30.0
    submission_wall: float = 300.0
    output: int = 2**20

    def call(self) -> Limits:
        """The limits of one call."""
        return Limits(self.call_cpu, self.call_wall)

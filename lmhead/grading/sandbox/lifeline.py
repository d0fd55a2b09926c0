"""The grader's end of a supervisor's life line (see `inside/supervisor.py`)."""

from __future__ import annotations

import socket
import struct

#: Seconds to wait for a killed submission to end.
ENDING = 30.0


def cut(life: socket.socket) -> bool:
    """Shut down a supervisor's life line. Returns whether the supervisor closed its end, which
    says that every process of the submission has ended."""
    with life:
        try:
            life.shutdown(socket.SHUT_WR)
            life.settimeout(ENDING)
            while life.recv(16):
                pass
        except OSError:
            return False
    return True


def sender(life: socket.socket, seconds: float) -> int | None:
    """The pid of the process that writes first, from the kernel's credentials; None after
    `seconds` without one."""
    life.settimeout(seconds)
    size = struct.calcsize("3i")
    try:
        _, extra, _, _ = life.recvmsg(1, socket.CMSG_SPACE(size))
    except OSError:
        return None
    for level, kind, data in extra:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
            return int(struct.unpack("3i", data[:size])[0]) or None
    return None

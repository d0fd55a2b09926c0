"""Starts sessions and ends them, with everything that they have started.

A *supervisor* is the parent of a submission's process. It runs nothing of the submission's, and
lives as long as its *life line*, a socket whose other end the grader holds: when the grader
closes it, or is gone, the supervisor kills all; when all is gone, it closes its own end.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
from typing import Any

from . import namespaces, preload
from .frames import send
from .process_tree import descendants
from .session import serve
from .shell import make_shell, rehearse


def supervise(life: socket.socket, child: int) -> None:
    """Wait until the child has ended or the life line is closed; kill what is left; exit."""
    ended: Any = os.pidfd_open(child) if hasattr(os, "pidfd_open") else None
    if ended is None:
        life.recv(1)
    else:
        select.select([life.fileno(), ended], [], [])
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)  # what is left where nothing else finds it (no /proc)
    os.waitpid(child, 0)
    end_below()
    os._exit(0)  # and the life line is closed


def end_below() -> None:
    """Kill the remaining descendants; where the child had a PID namespace there are none."""
    while True:
        for pid in descendants(os.getpid()):
            if pid != os.getpid():
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def plain(sock: socket.socket, life: socket.socket) -> None:
    """Without walls: orphans come back to the supervisor, which ends them too (Linux)."""
    if sys.platform == "linux":
        namespaces.control(namespaces.PR_SET_CHILD_SUBREAPER, 1)
    child = os.fork()
    if child == 0:
        life.close()
        try:
            os.setsid()  # a learner's kill(0) stays here
            serve(sock)
        finally:
            os._exit(0)
    sock.close()
    supervise(life, child)


def nested(sock: socket.socket, life: socket.socket, scratch: int, shell: Any) -> None:
    """Run a session as process 1 of new namespaces, so that its end ends all that it started."""
    namespaces.enter_namespaces()
    child = os.fork()
    if child == 0:
        try:
            namespaces.control(namespaces.PR_SET_PDEATHSIG, signal.SIGKILL)
            life.send(b"!")  # the kernel tells the grader who sent it
            life.close()
            os.setsid()  # kill(0) would reach the group's members in other namespaces too
            namespaces.private_mounts(scratch)
            namespaces.drop_privileges()
            serve(sock, shell)
        finally:
            os._exit(0)
    sock.close()
    supervise(life, child)


def warm(control: socket.socket, scratch: int) -> None:
    """Load the heavy libraries once, then fork a supervisor for each pair of sockets.

    A message without sockets is the name of one more library to load; it is answered.
    """
    import random  # noqa: F401
    import resource  # noqa: F401

    import numpy.random  # noqa: F401  numpy alone does not load it

    import lmhead.checks
    import lmhead.four_words
    import lmhead.wire.peer  # noqa: F401

    shell = make_shell()
    rehearse(*shell)
    send(control, {"warm": True})
    gc.collect()
    gc.freeze()
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 4096, 2)
        if not message:
            os._exit(0)
        if not descriptors:  # the name of a library
            preload.load([message.decode()])
            gc.collect()
            gc.freeze()
            send(control, {"loaded": True})
            continue
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        sock, life = (socket.socket(fileno=each) for each in descriptors)
        if os.fork() == 0:
            control.close()
            try:
                nested(sock, life, scratch, shell)
            finally:
                os._exit(1)
        sock.close()
        life.close()

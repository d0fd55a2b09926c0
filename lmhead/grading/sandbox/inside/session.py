"""Serves one submission: runs its cells and answers the wire's requests on its objects."""

from __future__ import annotations

import base64
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Iterator
from typing import Any

from . import preload, seccomp
from .frames import receive, send
from .shell import MAX_OUTPUTS, MAX_TEXT, describe, make_shell, no_input

#: Bytes of address space beyond the limit on memory, for libraries that are read from files.
LIBRARIES = 32 * 2**30


def limit(settings: dict[str, Any]) -> None:
    """Kernel limits on this process and what it starts."""
    try:
        import resource
    except ImportError:  # not a Unix: the clock is the only limit
        return
    # Where memory runs out, the kernel should kill this process and not the grader.
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")
    memory = settings.get("memory")
    wanted = {
        # What a process may write to. Address space as such costs nothing: the libraries of torch
        # alone map gigabytes, and touch few. What is touched the grader adds up for all processes.
        "RLIMIT_DATA": memory,
        "RLIMIT_AS": memory and memory + LIBRARIES,
        "RLIMIT_CPU": settings.get("total_cpu"),
        "RLIMIT_FSIZE": settings.get("file_size"),
        "RLIMIT_NPROC": settings.get("processes"),
        "RLIMIT_NOFILE": settings.get("open_files"),
        "RLIMIT_CORE": 1,  # 0 does not stop a core handler that the kernel pipes to; 1 does
    }
    for name, value in wanted.items():
        if value is not None and hasattr(resource, name):
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(getattr(resource, name), (value, value))


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Block the signals of a time limit: one that arrived between a request and its reply would
    leave the reply to be read as the next request."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGPROF, signal.SIGALRM))
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class SessionServer:
    """Answers the grader's requests about one submission until the socket closes."""

    def __init__(self, sock: socket.socket, shell: tuple[Any, list[dict[str, Any]]]) -> None:
        from lmhead.wire.peer import Peer

        self.sock = sock
        self.shell, self.outputs = shell
        self.peer = Peer(self.shell.user_ns, self.ask)
        import builtins

        builtins.input = no_input

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a callback to the grader; before it answers, the grader may request a call here."""
        message = request
        while True:
            with _uninterrupted():
                send(self.sock, message)
                answer = receive(self.sock)
            if not isinstance(answer, dict):
                os._exit(0)
            if "op" not in answer:
                return answer
            message = self.peer.handle(answer)

    def serve(self) -> None:
        while True:
            request = receive(self.sock)
            if request is None:
                return
            try:
                reply = self.answer(request)
            except BaseException as error:
                reply = {"broken": type(error).__name__}
            send(self.sock, reply)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["op"] == "run":
            return self.run(request)
        return self.peer.handle(request)

    def run(self, request: dict[str, Any]) -> dict[str, Any]:
        from lmhead.wire.peer import CappedText, SignalRaised, TimeUp, time_limit

        outputs = self.outputs
        outputs.clear()
        printed, warned = CappedText(MAX_TEXT), CappedText(MAX_TEXT)
        error: BaseException | None
        try:
            with (
                contextlib.redirect_stdout(printed),
                contextlib.redirect_stderr(warned),
                time_limit(request["cpu"], request["wall"]),
            ):
                done = self.shell.run_cell(request["source"], store_history=True)
                error = done.error_before_exec or done.error_in_exec
        except TimeUp as late:
            error = late
        except SignalRaised as signalled:  # between two lines of the learner's
            error = signalled
            outputs.append(describe(error))
        streams = [
            {
                "output_type": "stream",
                "name": name,
                "text": text.getvalue(),
                "dropped": text.dropped,
            }
            for name, text in (("stdout", printed), ("stderr", warned))
            if text.getvalue()
        ]
        return {
            "ok": error is None,
            "timed_out": isinstance(error, TimeUp),
            "by_clock": isinstance(error, TimeUp) and error.by_clock,
            "outputs": streams + outputs[:MAX_OUTPUTS],
        }


def serve(sock: socket.socket, shell: tuple[Any, list[dict[str, Any]]] | None = None) -> None:
    """Take the grader's limits and files, then serve one submission until the socket closes."""
    hello = receive(sock)
    if not isinstance(hello, dict):
        return
    libraries = hello.get("libraries", ())
    preload.load(libraries)
    # What was loaded before is not the submission's.
    mapped = preload.data() if libraries else 0
    memory = hello["limits"].get("memory")
    limit(hello["limits"] | {"memory": memory and memory + mapped})
    if hello["walls"]:
        seccomp.refuse()
    if hello.get("cwd"):
        os.chdir(hello["cwd"])
    # Modules beside the notebook are found, as at home; last, so that they stand for no other.
    sys.path.append(os.getcwd())
    quiet = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(quiet, number)
    sys.stdin = open(os.devnull)  # noqa: SIM115  (it stays open)
    import random

    import numpy as np

    np.random.seed()  # noqa: NPY002  forks of one process would all draw the same numbers
    random.seed()
    server = SessionServer(sock, shell or make_shell())
    lay_out(hello["files"])  # last: a file may have a name that the shell looks for
    send(sock, {"ready": True})
    server.serve()


def lay_out(files: dict[str, str]) -> None:
    """Write the files that lie beside the notebook into the working folder."""
    for name, data in files.items():
        with contextlib.suppress(OSError):  # one that does not fit here is not here
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
            with open(name, "wb") as file:
                file.write(base64.b64decode(data))

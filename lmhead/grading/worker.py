"""The process that learners' cells run in. It lives in the sandbox and is not believed.

Started by `sandbox.py` as a plain script, by a path of its own, never imported by the
grader. It answers framed JSON requests on a socket: ``run`` a cell, lay out ``files``, and
the wire's ``get``, ``call`` and ``next``.

Two ways to start:

``worker.py session FD SITE…``  serve one submission on the socket FD, then exit;
``worker.py warm FD SITE…``     load the heavy libraries once, then fork a session for each
                                socket received on FD, in namespaces of its own.

SITE… are folders put on ``sys.path``: the stand-in package first, then the libraries.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import gc
import json
import os
import signal
import socket
import struct
import sys
from typing import Any

MAX_FRAME = 24 * 2**20
#: What one cell may print, and how many outputs it may show; the grader caps again.
MAX_TEXT = 200_000
MAX_OUTPUTS = 50


# -- frames ----------------------------------------------------------------------------


def send(sock: socket.socket, message: Any) -> None:
    """Write one message: its length in four bytes, then JSON."""
    data = json.dumps(message).encode("utf-8")
    sock.sendall(struct.pack(">I", len(data)) + data)


def receive(sock: socket.socket) -> Any:
    """The next message, or None where the grader has closed the socket."""
    head = _exactly(sock, 4)
    if head is None:
        return None
    (size,) = struct.unpack(">I", head)
    if size > MAX_FRAME:
        return None
    body = _exactly(sock, size)
    return None if body is None else json.loads(body)


def _exactly(sock: socket.socket, size: int) -> bytes | None:
    parts = []
    while size:
        data = sock.recv(min(size, 1 << 20))
        if not data:
            return None
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


# -- one submission --------------------------------------------------------------------


def limit(settings: dict[str, Any]) -> None:
    """Kernel limits on this process and what it starts."""
    try:
        import resource
    except ImportError:  # not a Unix: the clock is the only limit
        return
    # Where memory runs out, this process is the one to go, and not the grader.
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")
    wanted = {
        "RLIMIT_AS": settings.get("memory"),
        "RLIMIT_CPU": settings.get("total_cpu"),
        "RLIMIT_FSIZE": settings.get("file_size"),
        "RLIMIT_NPROC": settings.get("processes"),
        "RLIMIT_NOFILE": settings.get("open_files"),
        "RLIMIT_CORE": 0,
    }
    for name, value in wanted.items():
        if value is not None and hasattr(resource, name):
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(getattr(resource, name), (value, value))


def make_shell() -> tuple[Any, list[dict[str, Any]]]:
    """An IPython shell that keeps its outputs as data. Made after the fork: it has state."""
    from IPython.core.displayhook import DisplayHook
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    outputs: list[dict[str, Any]] = []

    class Hook(DisplayHook):
        def write_output_prompt(self) -> None:
            pass

        def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
            outputs.append({"output_type": "execute_result", "data": _mime(format_dict)})

        def finish_displayhook(self) -> None:
            pass

    class Publisher(DisplayPublisher):
        def publish(
            self, data: Any, metadata: Any = None, source: Any = None, **kwargs: Any
        ) -> None:
            outputs.append({"output_type": "display_data", "data": _mime(data)})

        def clear_output(self, wait: bool = False) -> None:
            outputs.clear()

    class Shell(InteractiveShell):
        def _showtraceback(self, etype: Any, evalue: Any, stb: Any) -> None:
            outputs.append(
                {
                    "output_type": "error",
                    "ename": getattr(etype, "__name__", "Error"),
                    "evalue": str(evalue)[:1000],
                    "traceback": [str(line)[:4000] for line in stb][:60],
                }
            )

    config = Config()
    config.HistoryManager.enabled = False  # its writer is a thread and a database
    config.InteractiveShell.colors = "NoColor"
    config.InteractiveShell.xmode = "Plain"
    config.InteractiveShell.autoindent = False
    make: Any = Shell  # IPython has no types
    # The instance: display() prints where there is none.
    shell = make.instance(config=config, displayhook_class=Hook, display_pub_class=Publisher)
    return shell, outputs


def _mime(data: Any) -> dict[str, str]:
    """The kinds of output that a feedback page shows; all others are dropped here already."""
    kept: dict[str, str] = {}
    for kind in ("text/plain", "image/png"):
        value = data.get(kind)
        if isinstance(value, bytes):
            value = base64.b64encode(value).decode("ascii")
        if isinstance(value, str):
            kept[kind] = value[: MAX_TEXT if kind == "text/plain" else 4 * 2**20]
    return kept


def no_input(prompt: object = "") -> str:
    """Stands for `input`."""
    raise RuntimeError(
        "input() has nobody to ask while a notebook is graded: give the value in the code"
    )


class SessionServer:
    """Answers the grader's requests about one submission until the socket closes."""

    def __init__(self, sock: socket.socket) -> None:
        from lmhead.wire.peer import Peer

        self.sock = sock
        self.shell, self.outputs = make_shell()
        self.peer = Peer(self.shell.user_ns, self.ask)
        import builtins

        builtins.input = no_input

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Ask the grader back; while it answers, it may itself ask for a call here."""
        send(self.sock, request)
        while True:
            answer = receive(self.sock)
            if not isinstance(answer, dict):
                os._exit(0)
            if "op" not in answer:
                return answer
            send(self.sock, self.peer.handle(answer))

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
        match request["op"]:
            case "run":
                return self.run(request)
            case "files":
                return self.lay_out(request["files"])
        return self.peer.handle(request)

    def lay_out(self, files: dict[str, str]) -> dict[str, Any]:
        for name, data in files.items():
            folder = os.path.dirname(name)
            if folder:
                os.makedirs(folder, exist_ok=True)
            with open(name, "wb") as file:
                file.write(base64.b64decode(data))
        return {"done": True}

    def run(self, request: dict[str, Any]) -> dict[str, Any]:
        from lmhead.wire.peer import CappedText, TimeUp, time_limit

        outputs = self.outputs
        outputs.clear()
        printed, warned = CappedText(MAX_TEXT), CappedText(MAX_TEXT)
        timed_out = False
        try:
            with (
                contextlib.redirect_stdout(printed),
                contextlib.redirect_stderr(warned),
                time_limit(request["cpu"], request["wall"]),
            ):
                done = self.shell.run_cell(request["source"], store_history=True)
                error = done.error_before_exec or done.error_in_exec
                timed_out = isinstance(error, TimeUp)
        except TimeUp:
            timed_out, error = True, TimeUp()
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
            "timed_out": timed_out,
            "outputs": streams + outputs[:MAX_OUTPUTS],
        }


def serve_session(sock: socket.socket) -> None:
    """Take the grader's limits, then serve one submission until the socket closes."""
    hello = receive(sock)
    if not isinstance(hello, dict):
        return
    limit(hello["limits"])
    if hello.get("cwd"):
        os.chdir(hello["cwd"])
    quiet = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(quiet, number)
    sys.stdin = open(os.devnull)  # noqa: SIM115  (it stays open)
    import random

    import numpy as np

    np.random.seed()  # noqa: NPY002  forks of one process would all draw the same numbers
    random.seed()
    server = SessionServer(sock)
    send(sock, {"ready": True})
    server.serve()


# -- many submissions, one fork each ---------------------------------------------------

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWIPC, CLONE_NEWNET = (
    0x00020000,
    0x10000000,
    0x20000000,
    0x08000000,
    0x40000000,
)
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 0x4000, 1 << 18
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 24, 38


def libc() -> Any:
    """The C library, for calls that Python 3.11 does not have."""
    return ctypes.CDLL(None, use_errno=True)


def _call(done: int, what: str) -> None:
    if done != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def mount(kind: str, where: str, flags: int, data: str = "") -> None:
    """Mount a fresh file system of a kind without a device."""
    source = target = kind.encode()
    _call(
        libc().mount(source, where.encode(), target, flags, data.encode() or None), f"mount {where}"
    )


def enter_namespaces() -> None:
    """Leave the warm process's view: own users, mounts, processes, IPC and network."""
    user, group = os.getuid(), os.getgid()
    flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWNET
    _call(libc().unshare(flags), "unshare")
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def private_mounts(scratch: int) -> None:
    """Fresh scratch folders and a /proc that shows this submission's processes alone."""
    _call(libc().mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "private mounts")
    for where in ("/tmp", "/home/learner", "/dev/shm"):
        mount("tmpfs", where, MS_NOSUID | MS_NODEV, f"size={scratch},mode=700")
    mount("proc", "/proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    with contextlib.suppress(OSError), open("/proc/sys/user/max_user_namespaces", "w") as file:
        file.write("0")  # no further namespaces from in here


def drop_privileges() -> None:
    """Give up every capability that the new user namespace gave, for good."""
    for capability in range(64):
        libc().prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    _call(libc().prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")
    header = struct.pack("Ii", 0x20080522, 0)
    _call(libc().capset(header, struct.pack("6I", *[0] * 6)), "capset")


def nested_session(sock: socket.socket, scratch: int) -> None:
    """In the fork: enter namespaces, fork once more to be process 1 in them, serve, vanish."""
    # An order to close may come at once: keep it waiting until there is somebody to kill.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    enter_namespaces()
    child = os.fork()
    if child == 0:
        try:
            _call(libc().prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0), "parent's death")
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
            private_mounts(scratch)
            drop_privileges()
            serve_session(sock)
        finally:
            os._exit(0)
    sock.close()
    # Killing process 1 of a PID namespace kills everything in it.
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGKILL))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    os.waitpid(child, 0)
    os._exit(0)


def warm(control: socket.socket, scratch: int) -> None:
    """Fork a session for each socket that arrives; kill one when told; report when it is gone."""

    import lmhead.checks
    import lmhead.four_words
    import lmhead.wire.peer  # noqa: F401

    children: dict[int, int] = {}
    send(control, {"warm": True})
    gc.collect()
    gc.freeze()
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 4096, 1)
        if not message:
            os._exit(0)
        request = json.loads(message)
        if request["op"] == "open":
            sock = socket.socket(fileno=descriptors[0])
            child = os.fork()
            if child == 0:
                control.close()
                try:
                    nested_session(sock, scratch)
                finally:
                    os._exit(1)
            sock.close()
            children[request["id"]] = child
        elif request["op"] == "close":
            child = children.pop(request["id"])
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM)
            os.waitpid(child, 0)
            send(control, {"closed": request["id"]})


def main() -> None:
    """See the module's docstring."""
    mode, descriptor, scratch, *site = sys.argv[1:]
    sys.path[:0] = site
    if mode == "connect":  # where sockets cannot be inherited
        host, port, token = descriptor.split("/")
        sock = socket.create_connection((host, int(port)))
        sock.sendall(token.encode())
        serve_session(sock)
        return
    sock = socket.socket(fileno=int(descriptor))
    if mode == "session":
        serve_session(sock)
    else:
        warm(sock, int(scratch))


if __name__ == "__main__":
    main()

"""Where learners' cells run: processes that see nothing of the grader's machine.

Levels, strongest and fastest first:

``nested``  one bubblewrap sandbox holds a warm process; each submission is a fork of it in
            user, mount, PID, IPC and network namespaces of its own.
``single``  one bubblewrap sandbox a submission, for systems that refuse nested namespaces.
``none``    a plain process. Protects against accidents, not against intent; used only when
            it is asked for by name.

`bubblewrap.py` says what a sandboxed process can see, `process.py` how the grader speaks
with one.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ..wire.subject import PeerLost, no_callbacks
from . import bubblewrap
from .bubblewrap import Boxed, SandboxError
from .process import Process, ProcessLimits, receive

Level = Literal["nested", "single", "none"]
_HERE = Path(__file__).resolve().parent
_SYSTEM_VARIABLES = ("PATH", "SYSTEMROOT", "TEMP", "TMP")


def build_site(folder: Path) -> Path:
    """Lay out the stand-in package, the small model and the wire below `folder`.

    Returns what goes on sys.path.
    """
    site = folder / "site"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(_HERE / "standin", site, ignore=ignore)
    shutil.copytree(bubblewrap.PACKAGE / "wire", site / "lmhead" / "wire", ignore=ignore)
    # The small model is there whole: it has no softmax, and needs nothing else of the package.
    shutil.copyfile(bubblewrap.PACKAGE / "tiny_lm.py", site / "lmhead" / "tiny_lm.py")
    shutil.copytree(bubblewrap.PACKAGE / "data", site / "lmhead" / "data", ignore=ignore)
    shutil.copyfile(_HERE / "worker.py", folder / "worker.py")
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    return site


@dataclass
class Sandbox:
    """Opens processes at one level. Use as a context manager; leaving it ends them all."""

    level: Level
    limits: ProcessLimits = field(default_factory=ProcessLimits)

    def __post_init__(self) -> None:
        self._stack = contextlib.ExitStack()
        self._warm: tuple[Boxed, socket.socket] | None = None
        self._next = 0
        self._folder = Path(
            self._stack.enter_context(tempfile.TemporaryDirectory(prefix="lmhead-"))
        )
        self._folder.chmod(0o755)  # the unprivileged user reads what lies below
        self._site = build_site(self._folder / "inside")

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        if self._warm is not None:
            boxed, control = self._warm
            self._warm = None
            control.close()
            boxed.end()
        self._stack.close()

    def ready(self) -> None:
        """Have what can be prepared stand ready, so that a fork of this process finds it."""
        if self._warm is not None and self._warm[0].process.poll() is not None:
            self._drop_warm()
        if self.level == "nested" and self._warm is None:
            self._start_warm()

    def reset(self) -> None:
        """End every process that was opened, for one that was lost track of (in a fork)."""
        self._drop_warm()

    # -- opening ------------------------------------------------------------------------

    def open(self, files: dict[str, bytes] | None = None) -> Process:
        """A fresh process whose working folder holds a private copy of `files`."""
        match self.level:
            case "nested":
                process = self._open_nested()
            case "single":
                process = self._open_single()
            case "none":
                process = self._open_plain()
        cwd = None if self.level == "none" else "/home/learner"
        limits = {
            "memory": self.limits.memory,
            "total_cpu": self.limits.total_cpu,
            "file_size": self.limits.file_size,
            "processes": self.limits.processes if self.level != "none" else None,
            "open_files": self.limits.open_files,
        }
        process.request({"limits": limits, "cwd": cwd}, no_callbacks, self.limits.start)
        if files:
            from base64 import b64encode

            data = {name: b64encode(content).decode("ascii") for name, content in files.items()}
            process.request({"op": "files", "files": data}, no_callbacks, self.limits.start)
        return process

    def _open_nested(self) -> Process:
        boxed, control = self._warm or self._start_warm()
        ours, theirs = socket.socketpair()
        number, self._next = self._next, self._next + 1
        request = json.dumps({"op": "open", "id": number}).encode("ascii")
        try:
            socket.send_fds(control, [request], [theirs.fileno()])
        except OSError:  # the warm process is gone (out of memory?): start another one
            self._drop_warm()
            boxed, control = self._start_warm()
            socket.send_fds(control, [request], [theirs.fileno()])
        theirs.close()

        def close() -> None:
            if self._warm is None or self._warm[0] is not boxed:
                return
            try:
                control.settimeout(30)
                control.sendall(json.dumps({"op": "close", "id": number}).encode("ascii"))
                receive(control, time.monotonic() + 30, self.limits.message)
            except (OSError, PeerLost):
                self._drop_warm()

        return Process(ours, self.limits, close)

    def _start_warm(self) -> tuple[Boxed, socket.socket]:
        # Packets keep their borders, so that orders cannot run into one another.
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        boxed = bubblewrap.start(self._folder, "warm", theirs, self.limits.scratch)
        theirs.close()
        try:
            receive(ours, time.monotonic() + self.limits.start, self.limits.message)
        except (OSError, PeerLost) as error:
            raise SandboxError(boxed.why()) from error
        self._warm = (boxed, ours)
        return self._warm

    def _drop_warm(self) -> None:
        if self._warm is not None:
            self._warm[1].close()
            self._warm[0].end()
            self._warm = None

    def _open_single(self) -> Process:
        ours, theirs = socket.socketpair()
        boxed = bubblewrap.start(self._folder, "session", theirs, self.limits.scratch)
        theirs.close()
        return Process(ours, self.limits, boxed.end)

    def _open_plain(self) -> Process:
        cwd = tempfile.mkdtemp(prefix="work-", dir=self._folder)
        script = str(self._folder / "inside" / "worker.py")
        site = [str(self._site), *bubblewrap.libraries()]
        own = {"HOME": cwd, "IPYTHONDIR": f"{cwd}/.ipython", "MPLCONFIGDIR": f"{cwd}/.matplotlib"}
        kept = {name: os.environ[name] for name in _SYSTEM_VARIABLES if name in os.environ}
        environment = {**bubblewrap.environment(), **own, **kept}
        if os.name == "posix":
            ours, theirs = socket.socketpair()
            process = subprocess.Popen(
                [sys.executable, "-I", script, "session", str(theirs.fileno()), "0", *site],
                pass_fds=[theirs.fileno()],
                cwd=cwd,
                env=environment,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
            theirs.close()
        else:
            ours, process = _connect_plain(script, site, cwd, environment, self.limits.start)

        def close() -> None:
            bubblewrap.end(process)
            shutil.rmtree(cwd, ignore_errors=True)

        return Process(ours, self.limits, close)


def _connect_plain(
    script: str, site: list[str], cwd: str, environment: dict[str, str], seconds: float
) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Without inherited sockets (Windows): the process connects back and shows a token."""
    token = secrets.token_hex(16)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(seconds)
        host, port = server.getsockname()
        process = subprocess.Popen(
            [sys.executable, "-I", script, "connect", f"{host}/{port}/{token}", "0", *site],
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
        )
        while True:
            sock, _ = server.accept()
            sock.settimeout(seconds)
            if secrets.compare_digest(sock.recv(len(token)), token.encode()):
                return sock, process
            sock.close()


def try_level(level: Level) -> str | None:
    """None where a level works on this machine, else the sentence that says why not."""
    try:
        with Sandbox(level) as sandbox:
            process = sandbox.open()
            try:
                reply = process.request(
                    {"op": "run", "source": "6 * 7", "cpu": 10, "wall": 20}, no_callbacks, 30
                )
            finally:
                process.close()
    except SandboxError as error:
        return str(error)
    except PeerLost as lost:
        return f"the sandbox started but did not answer ({lost.reason})"
    return None if reply.get("ok") is True else "the sandbox started but could not run a cell"


def best_level() -> Level:
    """The strongest level that works here; `SandboxError` where there is none."""
    reasons = []
    for level in ("nested", "single"):
        why = try_level(level)
        if why is None:
            return level
        reasons.append(f"{level}: {why}")
    raise SandboxError(
        "no sandbox works on this machine, so submissions are not run. "
        + " ".join(f"({reason})" for reason in reasons)
        + " To grade people you trust without one, ask for it by name: --sandbox none"
    )

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
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from ...course import SOLVED
from ...wire.subject import PeerLost, no_callbacks
from . import bubblewrap, cgroup, lifeline, scratch
from .bubblewrap import Boxed, SandboxError
from .limits import ProcessLimits, Spent
from .process import Process, receive
from .watchdog import Watchdog

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
    shutil.copytree(_HERE / "inside", site / "lmhead" / "inside", ignore=ignore)
    shutil.copyfile(_HERE / "bootstrap.py", folder / "bootstrap.py")
    # Solved modules, but for those of which the stand-in has the data.
    absent = [name for name in SOLVED if not (site / "lmhead" / f"{name}.py").exists()]
    (site / "lmhead" / "solved.txt").write_text("\n".join(absent), "utf-8")
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    return site


@dataclass
class Sandbox:
    """Opens processes at one level. Use as a context manager; leaving it ends them all."""

    level: Level
    limits: ProcessLimits = field(default_factory=ProcessLimits)

    def __post_init__(self) -> None:
        self._wanted: tuple[str, ...] = ()
        self._loaded: set[str] = set()  # in the warm process
        self._stack = contextlib.ExitStack()
        self._warm: tuple[Boxed, socket.socket] | None = None
        self._folder = self._stack.enter_context(scratch.held_folder())
        self._folder.chmod(0o755)  # the unprivileged user reads what lies below
        self._site = build_site(self._folder / "inside")
        cgroup.parent()  # tried once, for this process and its forks

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

    def ready(self) -> bool:
        """Start what can be started beforehand, so that a fork of this process inherits it.

        Returns whether it had to be started: an earlier fork knows nothing of it.
        """
        if self._warm is not None and self._warm[0].process.poll() is not None:
            self._drop_warm()
        if self.level != "nested" or self._warm is not None:
            return False
        self._start_warm()
        return True

    def preload(self, libraries: Iterable[str]) -> None:
        """Load these libraries, of `preload.KNOWN`, in every process that is opened from now on.

        They are large: loaded once, in the warm process where there is one, they cost no
        submission its time or memory. One that is not installed is not loaded.
        """
        self._wanted = tuple(dict.fromkeys(libraries))
        if self._warm is not None:
            self._load_warm(self._warm)

    def _load_warm(self, warm: tuple[Boxed, socket.socket]) -> None:
        """Make the warm process load the libraries; it answers when each is loaded."""
        boxed, control = warm
        for name in self._wanted:
            if name in self._loaded:
                continue
            try:
                control.sendall(name.encode())
                receive(control, time.monotonic() + self.limits.start, self.limits.message)
            except (OSError, PeerLost) as error:
                raise SandboxError(boxed.why()) from error
            self._loaded.add(name)

    # -- opening ------------------------------------------------------------------------

    def open(self, files: dict[str, bytes] | None = None, spent: Spent | None = None) -> Process:
        """A fresh process whose working folder holds a private copy of `files`.

        spent: the account of its submission, which it goes on with; a new one by default.
        Raises `SandboxError` where it does not come up, which nothing in `files` can cause.
        """
        spent = Spent() if spent is None else spent
        match self.level:
            case "nested":
                process = self._open_nested(spent)
            case "single":
                process = self._open_single(spent)
            case "none":
                process = self._open_plain(spent)
        walls = self.level != "none"
        limits = {
            "memory": self.limits.memory,
            "total_cpu": self.limits.total_cpu + 5,  # so that the watchdog is first, and tells why
            "file_size": self.limits.file_size,
            "processes": self.limits.processes if walls else None,
            "open_files": self.limits.open_files,
        }
        hello = {
            "limits": limits,
            "libraries": self._wanted,
            "walls": walls,
            "cwd": "/home/learner" if walls else None,
            "files": {name: b64encode(data).decode() for name, data in (files or {}).items()},
        }
        try:
            process.request(hello, no_callbacks, self.limits.start)
        except PeerLost as lost:
            why = process.why() if process.why is not None else f"no answer ({lost.reason})"
            raise SandboxError(why) from lost
        return process

    def _open_nested(self, spent: Spent) -> Process:
        ours, theirs = socket.socketpair()
        life, their_life = socket.socketpair()
        life.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        descriptors = [theirs.fileno(), their_life.fileno()]
        try:
            socket.send_fds((self._warm or self._start_warm())[1], [b"!"], descriptors)
        except OSError:  # the warm process is gone (out of memory?): start another one
            self._drop_warm()
            socket.send_fds(self._start_warm()[1], [b"!"], descriptors)
        theirs.close()
        their_life.close()
        boxed = self._warm

        def close() -> None:
            if not lifeline.cut(life) and self._warm is boxed:
                self._drop_warm()

        root = lifeline.sender(life, self.limits.start)
        watchdog = root and Watchdog(
            root, self.limits, lambda: life.shutdown(socket.SHUT_WR), spent=spent.cpu
        )
        return Process(ours, self.limits, close, watchdog or None, spent=spent)

    def _start_warm(self) -> tuple[Boxed, socket.socket]:
        # Orders cannot run into one another: a library's name is answered before the next one,
        # and a read ends where sockets come with it.
        ours, theirs = socket.socketpair()
        boxed = bubblewrap.start(self._folder, "warm", theirs, self.limits.scratch)
        theirs.close()
        try:
            receive(ours, time.monotonic() + self.limits.start, self.limits.message)
        except (OSError, PeerLost) as error:
            raise SandboxError(boxed.why()) from error
        self._loaded.clear()
        self._load_warm((boxed, ours))
        self._warm = (boxed, ours)
        return self._warm

    def _drop_warm(self) -> None:
        if self._warm is not None:
            self._warm[1].close()
            self._warm[0].end()
            self._warm = None

    def _open_single(self, spent: Spent) -> Process:
        ours, theirs = socket.socketpair()
        boxed = bubblewrap.start(self._folder, "session", theirs, self.limits.scratch)
        theirs.close()
        watchdog = boxed.pid and Watchdog(boxed.pid, self.limits, boxed.kill, spent=spent.cpu)
        return Process(ours, self.limits, boxed.end, watchdog or None, boxed.why, spent=spent)

    def _open_plain(self, spent: Spent) -> Process:
        cwd = tempfile.mkdtemp(prefix="work-", dir=self._folder)
        script = str(self._folder / "inside" / "bootstrap.py")
        site = [str(self._site), *bubblewrap.libraries()]
        own = {"HOME": cwd, "IPYTHONDIR": f"{cwd}/.ipython", "MPLCONFIGDIR": f"{cwd}/.matplotlib"}
        kept = {name: os.environ[name] for name in _SYSTEM_VARIABLES if name in os.environ}
        environment = {**bubblewrap.environment(), **own, **kept}
        if os.name != "posix":
            sock, process = _connect_plain(script, site, cwd, environment, self.limits.start)

            def end() -> None:
                bubblewrap.end(process)
                shutil.rmtree(cwd, ignore_errors=True)

            return Process(sock, self.limits, end, spent=spent)

        ours, theirs = socket.socketpair()
        life, their_life = socket.socketpair()
        numbers = [str(theirs.fileno()), str(their_life.fileno())]
        process = subprocess.Popen(
            [sys.executable, "-I", script, "plain", *numbers, "0", *site],
            pass_fds=[theirs.fileno(), their_life.fileno()],
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        theirs.close()
        their_life.close()

        def close() -> None:
            lifeline.cut(life)
            bubblewrap.end(process)
            shutil.rmtree(cwd, ignore_errors=True)

        watchdog = Watchdog(
            process.pid,
            self.limits,
            lambda: life.shutdown(socket.SHUT_WR),
            walls=False,
            spent=spent.cpu,
        )
        return Process(ours, self.limits, close, watchdog, spent=spent)


def _connect_plain(
    script: str, site: list[str], cwd: str, environment: dict[str, str], seconds: float
) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Where sockets cannot be inherited (Windows): the process connects back with a token."""
    token = secrets.token_hex(16)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(seconds)
        host, port = server.getsockname()
        process = subprocess.Popen(
            [sys.executable, "-I", script, "connect", f"{host}/{port}/{token}", "-", "0", *site],
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
        open_sandbox(level).close()
    except SandboxError as error:
        return str(error)
    return None


def open_sandbox(wanted: str, limits: ProcessLimits | None = None) -> Sandbox:
    """A sandbox that has run a cell: at a level, or at the strongest that works here (`auto`).

    Raises `SandboxError`, with the reason of each level that was tried.
    """
    levels: tuple[Any, ...] = ("nested", "single") if wanted == "auto" else (wanted,)
    reasons = []
    for level in levels:
        sandbox = Sandbox(level, limits or ProcessLimits())
        try:
            why = first_cell(sandbox)
        except BaseException:
            sandbox.close()
            raise
        if why is None:
            return sandbox
        sandbox.close()
        reasons.append(why if wanted != "auto" else f"({level}: {why})")
    if wanted != "auto":
        raise SandboxError(reasons[0])
    raise SandboxError(
        f"no sandbox works on this machine, so submissions are not run. {' '.join(reasons)} "
        "To grade people you trust without one, ask for it by name: --sandbox none"
    )


def first_cell(sandbox: Sandbox) -> str | None:
    """Run a cell without any files; None where that works, else the sentence that says why not."""
    try:
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
    with open_sandbox("auto") as sandbox:
        return sandbox.level

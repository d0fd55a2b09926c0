"""Where learners' cells run: processes that see nothing of the grader's machine.

Levels, strongest and fastest first:

``nested``  one bubblewrap sandbox holds a warm process; each submission is a fork of it in
            user, mount, PID, IPC and network namespaces of its own.
``single``  one bubblewrap sandbox a submission, for systems that refuse nested namespaces.
``none``    a plain process. Protects against accidents, not against intent; used only when
            it is asked for by name.

The mounts are an allow-list (system libraries, Python, its packages without this one, the
stand-in package), read-only; there is no network; scratch space is memory.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import lmhead

from ..wire.subject import Answer, PeerLost

Level = Literal["nested", "single", "none"]
LEVELS: tuple[Level, ...] = ("nested", "single", "none")
_HERE = Path(__file__).resolve().parent
_PACKAGE = Path(lmhead.__file__).resolve().parent
#: An unprivileged user without a login, used only when the grader itself is root.
UNPRIVILEGED = 61987
INSIDE = 1000
_SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin")
_SYSTEM_VARIABLES = ("PATH", "SYSTEMROOT", "TEMP", "TMP")
_ETC = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "fonts", "localtime")


class SandboxError(RuntimeError):
    """The sandbox that was asked for does not work here. The text says why and what to do."""


@dataclass(frozen=True)
class ProcessLimits:
    """What one submission may use.

    memory, file_size, scratch, message: bytes. total_cpu: seconds of CPU for the whole
    submission (the kernel then kills it). start: seconds to come up.
    """

    memory: int = 4 * 2**30
    total_cpu: int = 600
    file_size: int = 64 * 2**20
    scratch: int = 128 * 2**20
    processes: int = 128
    open_files: int = 256
    message: int = 128 * 2**20
    start: float = 60.0


@dataclass
class Process:
    """One submission's process, spoken to in framed JSON over a socket."""

    sock: socket.socket
    limits: ProcessLimits
    _close: Any
    alive: bool = True

    def request(self, message: dict[str, Any], answer: Answer, seconds: float) -> dict[str, Any]:
        """Send a request and wait for its reply, answering callbacks on the way.

        Raises `PeerLost` where the process ends, is silent for longer than `seconds`, or
        writes something else than the protocol; it is killed then.
        """
        if not self.alive:
            raise PeerLost("died")
        deadline = time.monotonic() + seconds
        try:
            self._send(message, deadline)
            while True:
                reply = self._receive(deadline)
                if reply.get("op") == "callback":
                    self._send(answer(reply), deadline)
                elif "broken" in reply:
                    raise PeerLost("garbled")
                else:
                    return reply
        except PeerLost:
            self.close()
            raise
        except TimeoutError as error:
            self.close()
            raise PeerLost("time") from error
        except OSError as error:
            self.close()
            raise PeerLost("died") from error

    def _send(self, message: dict[str, Any], deadline: float) -> None:
        data = json.dumps(message).encode("utf-8")
        self._await(deadline)
        self.sock.sendall(struct.pack(">I", len(data)) + data)

    def _await(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.sock.settimeout(left)

    def _receive(self, deadline: float) -> dict[str, Any]:
        (size,) = struct.unpack(">I", self._exactly(4, deadline))
        if size > self.limits.message:
            raise PeerLost("flood")
        try:
            message = json.loads(self._exactly(size, deadline))
        except (ValueError, RecursionError) as error:
            raise PeerLost("garbled") from error
        if not isinstance(message, dict):
            raise PeerLost("garbled")
        return message

    def _exactly(self, size: int, deadline: float) -> bytes:
        parts = bytearray()
        while len(parts) < size:
            self._await(deadline)
            data = self.sock.recv(min(size - len(parts), 1 << 20))
            if not data:
                raise PeerLost("died")
            parts += data
        return bytes(parts)

    def close(self) -> None:
        """End the process and everything it started."""
        if self.alive:
            self.alive = False
            self.sock.close()
            self._close()


def _environment() -> dict[str, str]:
    """All that a submission finds in its environment."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": "/home/learner",
        "LANG": "C.UTF-8",
        "USER": "learner",
        "MPLBACKEND": "agg",
        "MPLCONFIGDIR": "/tmp/matplotlib",
        "IPYTHONDIR": "/tmp/ipython",
        "PYTHONDONTWRITEBYTECODE": "1",
        # One thread: fork and thread pools do not mix, and one submission is one core.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }


def _libraries() -> list[str]:
    """The folders that hold installed packages."""
    paths = sysconfig.get_paths()
    return list(dict.fromkeys(os.path.realpath(paths[key]) for key in ("purelib", "platlib")))


def build_site(folder: Path) -> Path:
    """Lay out the stand-in package and the wire below `folder`; returns what goes on sys.path."""
    site = folder / "site"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(_HERE / "standin", site, ignore=ignore)
    shutil.copytree(_PACKAGE / "wire", site / "lmhead" / "wire", ignore=ignore)
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
        self._warm: tuple[subprocess.Popen[bytes], socket.socket] | None = None
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
            process, control = self._warm
            self._warm = None
            control.close()
            _end(process)
        self._stack.close()

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
        process.request({"limits": limits, "cwd": cwd}, _no_answer, self.limits.start)
        if files:
            from base64 import b64encode

            data = {name: b64encode(content).decode("ascii") for name, content in files.items()}
            process.request({"op": "files", "files": data}, _no_answer, self.limits.start)
        return process

    def _open_nested(self) -> Process:
        process, control = self._warm or self._start_warm()
        ours, theirs = socket.socketpair()
        number, self._next = self._next, self._next + 1
        request = json.dumps({"op": "open", "id": number}).encode("ascii")
        try:
            socket.send_fds(control, [request], [theirs.fileno()])
        except OSError:  # the warm process is gone (out of memory?): start another one
            self._drop_warm()
            process, control = self._start_warm()
            socket.send_fds(control, [request], [theirs.fileno()])
        theirs.close()

        def close() -> None:
            if self._warm is None or self._warm[0] is not process:
                return
            try:
                control.settimeout(30)
                control.sendall(json.dumps({"op": "close", "id": number}).encode("ascii"))
                _read_frame(control)
            except (OSError, SandboxError):
                self._drop_warm()

        return Process(ours, self.limits, close)

    def _start_warm(self) -> tuple[subprocess.Popen[bytes], socket.socket]:
        # Packets keep their borders, so that orders cannot run into one another.
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        process = self._bubblewrap("warm", theirs)
        theirs.close()
        ours.settimeout(self.limits.start)
        try:
            _read_frame(ours)
        except (OSError, SandboxError) as error:
            raise SandboxError(_why(process)) from error
        self._warm = (process, ours)
        return self._warm

    def _drop_warm(self) -> None:
        if self._warm is not None:
            self._warm[1].close()
            _end(self._warm[0])
            self._warm = None

    def _open_single(self) -> Process:
        ours, theirs = socket.socketpair()
        process = self._bubblewrap("session", theirs)
        theirs.close()
        return Process(ours, self.limits, lambda: _end(process))

    def _open_plain(self) -> Process:
        cwd = tempfile.mkdtemp(prefix="work-", dir=self._folder)
        script = str(self._folder / "inside" / "worker.py")
        site = [str(self._site), *_libraries()]
        own = {"HOME": cwd, "IPYTHONDIR": f"{cwd}/.ipython", "MPLCONFIGDIR": f"{cwd}/.matplotlib"}
        kept = {name: os.environ[name] for name in _SYSTEM_VARIABLES if name in os.environ}
        environment = {**_environment(), **own, **kept}
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
            _end(process)
            shutil.rmtree(cwd, ignore_errors=True)

        return Process(ours, self.limits, close)

    # -- bubblewrap ---------------------------------------------------------------------

    def _bubblewrap(self, mode: str, sock: socket.socket) -> subprocess.Popen[bytes]:
        program = shutil.which("bwrap")
        if program is None:
            raise SandboxError(
                "bubblewrap is not installed: install it "
                "(Debian, Ubuntu: apt-get install bubblewrap)"
            )
        python = os.path.realpath(sys.executable)
        binds = self._binds(python)
        worker = ["/opt/lmhead/worker.py", mode, str(sock.fileno()), str(self.limits.scratch)]
        site = ["/opt/lmhead/site", *_libraries()]
        launch: list[str] = []
        root = ""
        if os.geteuid() == 0:
            root = tempfile.mkdtemp(prefix="root-", dir=self._folder)
            spec = json.dumps({"uid": UNPRIVILEGED, "root": root, "binds": binds})
            launch = [sys.executable, "-I", str(_HERE / "launcher.py"), spec]
        command = [
            *launch, program, *self._options(binds, root, mode),
            "--", python, "-I", "-B", *worker, *site,
        ]  # fmt: skip
        return subprocess.Popen(
            command,
            pass_fds=[sock.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={"PATH": "/usr/bin:/bin"},
            start_new_session=True,
        )

    def _binds(self, python: str) -> list[tuple[str, str]]:
        """The allow-list: (path outside, path inside), existing ones alone."""
        prefix = os.path.realpath(sys.base_prefix)
        wanted = [path for path in _SYSTEM if os.path.isdir(path) and not os.path.islink(path)]
        wanted += [f"/etc/{name}" for name in _ETC]
        wanted += [prefix, python, *_libraries()]
        paths: list[str] = []
        for path in wanted:
            if os.path.exists(path) and not any(_below(path, other) for other in paths):
                paths.append(path)
        pairs = [(os.path.realpath(path), path) for path in paths]
        return [*pairs, (str(self._folder / "inside"), "/opt/lmhead")]

    def _options(self, binds: list[tuple[str, str]], root: str, mode: str) -> list[str]:
        options = [
            "--unshare-all", "--die-with-parent", "--as-pid-1", "--new-session", "--clearenv",
            "--uid", str(INSIDE), "--gid", str(INSIDE), "--hostname", "grading",
        ]  # fmt: skip
        for name, value in _environment().items():
            options += ["--setenv", name, value]
        for source, place in binds:
            options += ["--ro-bind", (root + place) if root else source, place]
        for path in _SYSTEM:
            if os.path.islink(path):
                options += ["--symlink", os.readlink(path), path]
        for hidden in self._hidden(binds):
            options += ["--tmpfs", hidden]
        options += ["--proc", "/proc", "--dev", "/dev"]
        for scratch in ("/tmp", "/home/learner"):
            options += ["--size", str(self.limits.scratch), "--tmpfs", scratch]
        return [*options, "--chdir", "/home/learner"]

    def _hidden(self, binds: list[tuple[str, str]]) -> list[str]:
        """Places under a mount that must not be seen: this package, wherever it is installed."""
        return [str(_PACKAGE)] if any(_below(str(_PACKAGE), place) for _, place in binds) else []


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _no_answer(request: dict[str, Any]) -> dict[str, Any]:
    raise PeerLost("garbled")


def _read_frame(sock: socket.socket) -> None:
    """Wait for one frame from the warm process, whatever it holds."""
    size = 4
    for _ in range(2):
        data = b""
        while len(data) < size:
            more = sock.recv(size - len(data))
            if not more:
                raise SandboxError("the sandbox ended")
            data += more
        (size,) = struct.unpack(">I", data) if size == 4 else (0,)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its group, and wait until it is gone."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        process.kill()
    process.wait()
    if process.stderr is not None:
        process.stderr.close()


def _why(process: subprocess.Popen[bytes]) -> str:
    """What a sandbox that did not start said, in a sentence."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    said = process.stderr.read().decode("utf-8", "replace").strip() if process.stderr else ""
    process.wait()
    return f"the sandbox did not start: {said.splitlines()[-1] if said else 'no reason was given'}"


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
                    {"op": "run", "source": "6 * 7", "cpu": 10, "wall": 20}, _no_answer, 30
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


@contextlib.contextmanager
def opened(
    level: Level | Literal["auto"], limits: ProcessLimits | None = None
) -> Iterator[Sandbox]:
    """A sandbox at the level asked for; ``"auto"`` takes the best that works."""
    chosen = best_level() if level == "auto" else level
    with Sandbox(chosen, limits or ProcessLimits()) as sandbox:
        yield sandbox

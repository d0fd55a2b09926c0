"""The walls of a sandbox: what is mounted, what is in the environment, who it runs as.

The mounts are an allow-list (system libraries, Python, its packages without this one, the
stand-in package), read-only; there is no network; scratch space is memory.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

import lmhead

from .inside.namespaces import SCRATCH
from .user_namespaces import remedy

_HERE = Path(__file__).resolve().parent
PACKAGE = Path(lmhead.__file__).resolve().parent
#: An unprivileged user without a login, used only when the grader itself is root.
UNPRIVILEGED = 61987
INSIDE = 1000
#: The system's libraries and programs. Not /usr as a whole: /usr/src and /usr/local/src hold
#: what somebody has put there, this course with its solutions for one.
_SYSTEM = (
    *("/lib", "/lib32", "/lib64", "/bin", "/sbin"),
    *(f"/usr/{name}" for name in ("bin", "sbin", "lib", "lib32", "lib64", "libexec", "share")),
    *(f"/usr/local/{name}" for name in ("bin", "lib", "lib64", "share")),
)
#: What belongs to an interpreter below its prefix.
_PYTHON = ("bin", "lib", "lib32", "lib64", "share", "etc")
_ETC = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "fonts", "localtime")


class SandboxError(RuntimeError):
    """The sandbox that was asked for does not work here. The text says why and what to do."""


def environment() -> dict[str, str]:
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


def libraries() -> list[str]:
    """The folders that hold installed packages: the environment's own, and the user's and other
    environments' where Python or a .pth file has put them on the path."""
    paths = sysconfig.get_paths()
    others = [path for path in sys.path if os.path.basename(path) == "site-packages"]
    folders = [paths["purelib"], paths["platlib"], *filter(os.path.isdir, others)]
    return list(dict.fromkeys(map(os.path.realpath, folders)))


def place(library: str) -> str:
    """Where a sandbox has an installed library's folder: at its own path, wherever it can."""
    return f"/opt/packages/{libraries().index(library)}" if _covered(library) else library


def start(folder: Path, mode: str, sock: socket.socket, scratch: int) -> Boxed:
    """Start ``folder/inside/bootstrap.py`` in a sandbox, with one end of a socket.

    mode: ``"warm"`` or ``"session"``. scratch: bytes of each writable folder. Raises
    `SandboxError` where there is no bubblewrap; whether the sandbox came up shows on the socket.
    """
    program = shutil.which("bwrap")
    if program is None:
        raise SandboxError(
            "bubblewrap is not installed: install it (Debian, Ubuntu: apt-get install bubblewrap)"
        )
    python = os.path.realpath(sys.executable)
    for path in (os.path.realpath(sys.base_prefix), python):
        if _covered(path):
            raise SandboxError(
                f"Python is installed at {path}, where a submission has a folder of its own: "
                "use one that is installed elsewhere, for example below /usr or /opt"
            )
    binds = _binds(folder, python)
    script = ["/opt/lmhead/bootstrap.py", mode, str(sock.fileno()), "-", str(scratch)]
    site = ["/opt/lmhead/site", *map(place, libraries())]
    launch: list[str] = []
    root = ""
    if os.geteuid() == 0:
        root = os.path.realpath(tempfile.mkdtemp(prefix="root-", dir=folder))
        spec = json.dumps({"uid": UNPRIVILEGED, "root": root, "binds": binds})
        launch = [sys.executable, "-I", str(_HERE / "drop_privileges.py"), spec]
    ours, theirs = os.pipe()
    options = _options(binds, root, scratch, nested=mode == "warm")
    command = [
        *launch, program, "--info-fd", str(theirs), *options,
        "--", python, "-I", "-B", *script, *site,
    ]  # fmt: skip
    process = subprocess.Popen(
        command,
        pass_fds=[sock.fileno(), theirs],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={"PATH": "/usr/bin:/bin"},
        start_new_session=True,
    )
    os.close(theirs)
    with os.fdopen(ours, "rb") as info:
        return Boxed(process, *_first_process(info.read()))


def _binds(folder: Path, python: str) -> list[tuple[str, str]]:
    """The allow-list as (path outside, path inside) pairs, of paths that exist."""
    wanted = [path for path in _SYSTEM if os.path.isdir(path) and not os.path.islink(path)]
    wanted += [f"/etc/{name}" for name in _ETC]
    wanted += [*_of_python(), python, *libraries()]
    paths: list[str] = []
    for path in wanted:
        if os.path.exists(path) and not any(_below(path, other) for other in paths):
            paths.append(path)
    moved = {path: place(path) for path in libraries()}
    pairs = [(os.path.realpath(path), moved.get(path, path)) for path in paths]
    return [*pairs, (str(folder / "inside"), "/opt/lmhead")]


def _of_python() -> list[str]:
    """The interpreter's own folders."""
    prefix = os.path.realpath(sys.base_prefix)
    folders = [f"{prefix}/{name}" for name in _PYTHON]
    folders += [sysconfig.get_path(name) for name in ("stdlib", "platstdlib")]
    return [os.path.realpath(path) for path in folders if os.path.isdir(path)]


def _options(binds: list[tuple[str, str]], root: str, scratch: int, *, nested: bool) -> list[str]:
    options = [
        "--unshare-all", "--die-with-parent", "--as-pid-1", "--new-session", "--clearenv",
        "--uid", str(INSIDE), "--gid", str(INSIDE), "--hostname", "grading",
    ]  # fmt: skip
    if not nested:  # nothing inside has to make namespaces
        options += ["--unshare-user", "--disable-userns"]
    for name, value in environment().items():
        options += ["--setenv", name, value]
    for source, there in binds:
        options += ["--ro-bind", (root + there) if root else source, there]
    for path in _SYSTEM:
        if os.path.islink(path):
            options += ["--symlink", os.readlink(path), path]
    for path in hidden(binds):
        options += ["--tmpfs", path]
    # A shared mapping of /dev/zero would be memory that is charged to no process: leave it out.
    options += ["--proc", "/proc", "--dev", "/dev", "--dev-bind", "/dev/null", "/dev/zero"]
    for folder in SCRATCH:
        options += ["--size", str(scratch), "--tmpfs", folder]
    # The root and /dev are memory too: writable, they would be shared by the forks of a
    # warm process, and without a limit.
    options += ["--remount-ro", "/dev", "--remount-ro", "/"]
    if not nested:  # what it says of itself, such as who is killed first, it cannot take back
        options += ["--remount-ro", "/proc"]
    return [*options, "--chdir", "/home/learner"]


def hidden(binds: list[tuple[str, str]]) -> list[str]:
    """Places under a mount that must not be seen: this package, wherever it is installed, and the
    folders of the clone that it is in, with its solutions and its history."""
    copies = [str(PACKAGE), *(os.path.realpath(f"{folder}/lmhead") for folder in libraries())]
    needed = [source for source, _ in binds]
    copies += [path for path in clone_folders() if not any(_below(one, path) for one in needed)]
    return [
        there + path.removeprefix(source)
        for path in dict.fromkeys(copies)
        if os.path.isdir(path)
        for source, there in binds
        if _below(path, source)
    ]


def clone_folders() -> list[str]:
    """The folders at the top of the clone that this package runs from; none where it is installed
    among others."""
    root = PACKAGE.parent
    if not (root / "pyproject.toml").is_file():
        return []
    return sorted(str(path) for path in root.iterdir() if path.is_dir() and not path.is_symlink())


def clone_within_mount() -> str | None:
    """The mounted folder that the clone lies in, where it does."""
    if not clone_folders():
        return None
    return _mount_of(str(PACKAGE.parent))


def refuse_visible_course(course: Path) -> None:
    """Raise `SandboxError` where a submission would see a course folder: below the system's
    folders, Python's or a package's, which every sandbox shows."""
    real = os.path.realpath(course)
    if (source := _mount_of(real)) is not None:
        raise SandboxError(
            f"the course folder {real} lies below {source}, which submissions can read: "
            "move it elsewhere, for example below /home or /srv"
        )


def _mount_of(path: str) -> str | None:
    """The mounted folder that a path lies in."""
    for source, _ in _binds(Path("/"), os.path.realpath(sys.executable))[:-1]:
        if _below(path, source):
            return source
    return None


def _covered(path: str) -> bool:
    """Whether a submission has a folder of its own there."""
    return any(_below(path, own) for own in SCRATCH)


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


@dataclass
class Boxed:
    """A bubblewrap process and process 1 of its PID namespace, whose end ends the namespace."""

    process: subprocess.Popen[bytes]
    pid: int | None  # of process 1, as this side of the walls counts
    first: int | None  # a pidfd of it
    said: str = ""  # on stderr

    def kill(self) -> None:
        """Kill all of it, without waiting."""
        if self.first is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.first, signal.SIGKILL)

    def end(self) -> None:
        """Kill all of it and wait until it is gone."""
        self.kill()
        if self.first is not None:
            select.select([self.first], [], [], 30)  # readable once it has ended
            os.close(self.first)
            self.first = None
        self.said += end(self.process)

    def why(self) -> str:
        """The last line that a sandbox wrote before it failed to start, and what to do about it
        where that is known."""
        self.end()
        lines = self.said.strip().splitlines()
        said = lines[-1] if lines else "no reason was given"
        what_to_do = remedy(said, shutil.which("bwrap") or "/usr/bin/bwrap")
        more = "" if what_to_do is None else f". {what_to_do}"
        return f"the sandbox did not start: {said}{more}"


def _first_process(info: bytes) -> tuple[int | None, int | None]:
    """Pid and pidfd of the process that bubblewrap says it started; None where it failed."""
    try:
        pid = int(json.loads(info)["child-pid"])
        return pid, os.pidfd_open(pid)
    except (ValueError, KeyError, OSError):
        return None, None


def end(process: subprocess.Popen[bytes]) -> str:
    """Kill a process and its group, and wait until it is gone; what it said on stderr."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        process.kill()
    process.wait()
    if process.stderr is None or process.stderr.closed:
        return ""
    with process.stderr as stream:
        return stream.read(10_000).decode("utf-8", "replace")

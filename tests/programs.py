"""Programs of Python (`python -m MODULE ...`), each a fork of one process that has the libraries.

To load nbgrader, nbconvert and nbformat takes seconds, again for each command that a test gives.
Here one process loads them; a command runs in a fork of it, with arguments, folder, environment,
files and exit status of its own. The package under test is not among what is loaded before.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.plugins.work import count, kinds_of

ROOT = Path(__file__).resolve().parents[1]
#: Large, and of others: for the course's commands and nbgrader's, and for the site. None starts a
#: thread, which a fork would not have.
GRADING = ("nbgrader.apps", "nbconvert", "nbformat", "jsonschema", "sqlalchemy", "numpy", "rich")
SITE = ("jupyter_book.config", "jupyter_book.sphinx", "myst_nb", "sphinx_book_theme", "nbclient")


class Programs:
    """Runs modules as programs. Where a system has no fork (Windows), each starts by itself."""

    def __init__(self, loaded: tuple[str, ...]) -> None:
        self._loaded = loaded
        self._process: subprocess.Popen[bytes] | None = None
        self._orders: socket.socket | None = None

    def run(
        self, *arguments: str | Path, cwd: Path, env: Mapping[str, str], timeout: float = 300
    ) -> subprocess.CompletedProcess[str]:
        """See `run` below."""
        words = [str(argument) for argument in arguments]
        for kind in ("processes", *kinds_of(words)):
            count(kind)
        if not hasattr(os, "fork"):
            return subprocess.run(
                [sys.executable, "-m", *words],
                cwd=cwd,
                env=dict(env),
                capture_output=True,
                text=True,
                encoding="utf-8",
                check=False,
                timeout=timeout,
            )
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as error:
            order = {"arguments": words, "cwd": str(cwd), "env": dict(env)}
            status = self._ask(order, [out.fileno(), error.fileno()], timeout)
            said = [_all_of(file.fileno()) for file in (out, error)]
        return subprocess.CompletedProcess(["python", "-m", *words], status, *said)

    def _ask(self, order: dict[str, Any], files: list[int], timeout: float) -> int:
        if self._orders is None:
            self._start()
        assert self._orders is not None
        self._orders.settimeout(timeout)
        socket.send_fds(self._orders, [json.dumps(order).encode() + b"\n"], files)
        return int(self._orders.recv(16))

    def _start(self) -> None:
        self._orders, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.programs", str(theirs.fileno()), *self._loaded],
                pass_fds=[theirs.fileno()],
                cwd=ROOT,
                env={**os.environ, "PYTHONUTF8": "1"},
                stdin=subprocess.DEVNULL,
            )


#: For all tests of this process. They end when their socket does, that is, with this process.
_GRADING, _SITE = Programs(GRADING), Programs(SITE)


def run(
    *arguments: str | Path, cwd: Path, env: Mapping[str, str], timeout: float = 300
) -> subprocess.CompletedProcess[str]:
    """What `python -m ARGUMENTS` prints and returns, in a folder and with all of `env`."""
    programs = _SITE if str(arguments[0]).startswith("web.") else _GRADING
    return programs.run(*arguments, cwd=cwd, env=env, timeout=timeout)


def _all_of(descriptor: int) -> str:
    os.lseek(descriptor, 0, os.SEEK_SET)
    with open(descriptor, encoding="utf-8", closefd=False) as file:
        return file.read()


def _orders(connection: socket.socket) -> Iterator[tuple[dict[str, Any], list[int]]]:
    while True:
        text, files, _, _ = socket.recv_fds(connection, 1 << 20, 2)
        if not text:
            return
        while not text.endswith(b"\n"):
            text += connection.recv(1 << 20)
        yield json.loads(text), files


def serve(connection: socket.socket, loaded: list[str]) -> None:
    """Fork for each order; the fork becomes the program and does not come back."""
    for name in loaded:
        importlib.import_module(name)
    for order, files in _orders(connection):
        child = os.fork()
        if child == 0:
            connection.close()
            _become(order, files)
        for file in files:
            os.close(file)
        _, status = os.waitpid(child, 0)
        connection.sendall(str(os.waitstatus_to_exitcode(status)).encode())


def _become(order: dict[str, Any], files: list[int]) -> None:
    for number, file in enumerate(files, start=1):
        os.dup2(file, number)
        os.close(file)
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    module, *rest = order["arguments"]
    sys.argv = [module, *rest]
    # As with `-m`: the folder that it runs in comes first, then what PYTHONPATH names.
    named = filter(None, order["env"].get("PYTHONPATH", "").split(os.pathsep))
    sys.path[:] = [order["cwd"], *named, *sys.path[1:]]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit:
        raise
    except BaseException:
        sys.excepthook(*sys.exc_info())
        sys.exit(1)
    sys.exit(0)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])), sys.argv[2:])

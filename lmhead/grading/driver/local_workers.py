"""Processes of this machine that do jobs; `worker_process` is their own side."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from multiprocessing.connection import Pipe
from typing import Any

from ..sandbox.bubblewrap import SandboxError
from ..sandbox.limits import ProcessLimits
from .isolated_python import isolated
from .jobs import Report
from .workers import shares

#: How often a job is given to a worker that then ends without having done it.
TRIES = 2


class WorkerGone(Exception):
    """A worker process ended without an answer."""


class Worker:
    """One worker process. Raises `SandboxError` where the sandbox does not work.

    sandbox: a level, or ``auto``. on: the cores that it and its submissions have, all if none.
    Use `do` from one thread at a time.
    """

    def __init__(self, sandbox: str, limits: ProcessLimits, on: Sequence[int] = ()) -> None:
        self.level = ""
        wanted = {"sandbox": sandbox, "limits": asdict(limits), "cores": list(on)}
        self._wanted = json.dumps(wanted).encode()
        self._start()

    def _start(self) -> None:
        self._ours, theirs = Pipe()
        code = "from lmhead.grading.driver.worker_process import serve; serve()"
        self._process = subprocess.Popen(
            isolated(code, str(theirs.fileno()), str(os.getpid())),
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is the driver's to handle
        )
        theirs.close()
        self._ours.send_bytes(self._wanted)

    def wait_until_ready(self) -> None:
        """Returns once jobs can be done. Raises `SandboxError`."""
        said: Any = {}
        with contextlib.suppress(OSError, EOFError):
            said = json.loads(self._ours.recv_bytes())
        if "level" not in said:
            self.close()
            raise SandboxError(said.get("error", "a worker process ended when it was started"))
        self.level = said["level"]

    def do(self, job: bytes) -> bytes:
        """Do a job. Raises `WorkerGone` where the process ended meanwhile, and `SandboxError`."""
        try:
            self._ours.send_bytes(job)
            report = self._ours.recv_bytes()
        except (OSError, EOFError) as error:
            raise WorkerGone from error
        if report.startswith(b'{"no-sandbox":'):
            raise SandboxError(json.loads(report)["no-sandbox"])
        return report

    def restart(self) -> None:
        """A new process in place of one that is gone."""
        self.close()
        self._start()
        self.wait_until_ready()

    def close(self) -> None:
        """End the process, its sandbox, and the job that it is at."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._ours.close()


class LocalWorkers:
    """Processes on this machine, each with a sandbox of its own. See `Workers`."""

    def __init__(self, count: int, sandbox: str, limits: ProcessLimits) -> None:
        self._workers = [Worker(sandbox, limits, on) for on in shares(count)]
        self._jobs: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[str, bytes] | Exception] = queue.SimpleQueue()
        self._outstanding = 0
        self._closing = False
        self._threads: list[threading.Thread] = []

    def start(self) -> str:
        """Wait until the workers are ready; returns the sandbox's level. `SandboxError`."""
        for worker in self._workers:
            worker.wait_until_ready()
        for worker in self._workers:
            # A thread only waits for its worker; there is one, so that none waits for another.
            thread = threading.Thread(target=self._feed, args=(worker,), daemon=True)
            thread.start()
            self._threads.append(thread)
        return self._workers[0].level

    @property
    def room(self) -> int:
        return 2 * len(self._workers) - self._outstanding

    def submit(self, job: bytes, key: str) -> None:
        self._outstanding += 1
        self._jobs.put((key, job))

    def results(self) -> Iterator[tuple[str, bytes]]:
        while self._outstanding:
            done = self._done.get()
            self._outstanding -= 1
            if isinstance(done, Exception):
                raise done
            yield done

    def _feed(self, worker: Worker) -> None:
        while (item := self._jobs.get()) is not None:
            key, job = item
            try:
                self._done.put((key, self._try(worker, job)))
            except Exception as error:
                self._done.put(error)

    def _try(self, worker: Worker, job: bytes) -> bytes:
        for _ in range(TRIES):
            try:
                return worker.do(job)
            except WorkerGone:
                if self._closing:
                    break
                worker.restart()
        return Report.broken("grade/no-end").to_json()

    def close(self) -> None:
        self._closing = True
        for _ in self._workers:
            self._jobs.put(None)
        for worker in self._workers:
            worker.close()
        for thread in self._threads:
            thread.join(30)

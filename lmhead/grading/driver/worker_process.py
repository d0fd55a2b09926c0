"""A worker process: holds one sandbox, and does one job after another.

It is spoken to in frames over a socket: first the sandbox that is wanted, which it answers with
the level that it has or with the sentence that says why it has none; then jobs, each answered by
its report. It ends when the socket closes, and the kernel ends it when the process that started
it is gone.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys

from ..sandbox.bubblewrap import SandboxError
from ..sandbox.levels import Sandbox, first_cell, open_sandbox
from ..sandbox.limits import ProcessLimits
from .children import Children, end_with
from .jobs import Job, Report
from .local_workers import receive, send
from .one_submission import warm_up


def serve() -> None:
    """A worker process: ``… FD PARENT``. See the module's docstring."""
    descriptor, parent = map(int, sys.argv[1:])
    sock = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    end_with(parent, signal.SIGTERM)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    wanted = receive(sock)
    if wanted is None:
        return
    settings = json.loads(wanted)
    if settings["cores"]:
        with contextlib.suppress(OSError):  # one that has gone since
            os.sched_setaffinity(0, settings["cores"])
    try:
        sandbox = open_sandbox(settings["sandbox"], ProcessLimits(**settings["limits"]))
    except SandboxError as error:
        send(sock, json.dumps({"error": str(error)}).encode())
        return
    with sandbox:
        try:
            send(sock, json.dumps({"level": sandbox.level}).encode())
            _do_jobs(sock, sandbox)
        finally:
            # The order to end may come while this ends already, after the socket has closed:
            # the sandbox is cleaned up in peace.
            signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _do_jobs(sock: socket.socket, sandbox: Sandbox) -> None:
    known: set[str] = set()
    with Children(sandbox) as children:
        while (text := receive(sock)) is not None:
            job = Job.from_json(text)
            if job.assignment not in known:
                known.add(job.assignment)
                children.renew()  # so that the next one finds all warm
                warm_up(job, sandbox)
            send(sock, _report(job, children))


def _report(job: Job, children: Children) -> bytes:
    """What a worker answers. A sandbox that does not come up is tried twice, and then without
    the submission: where it does now, no other submission is held up."""
    for last in (False, True):
        try:
            return children.do(job).to_json()
        except SandboxError as error:
            if last and first_cell(children.sandbox) is None:
                return Report.broken("grade/no-start").to_json()
            if last:
                return json.dumps({"no-sandbox": str(error)}).encode()
    raise AssertionError

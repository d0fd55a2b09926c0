"""A worker process: holds one sandbox, and does one job after another.

It is spoken to in messages of bytes, which are never unpickled: first the sandbox that is wanted,
which it answers with the level that it has or with the sentence that says why it has none; then
jobs, each answered by its report. It ends when the connection closes, and the kernel ends it when
the process that started it is gone.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from multiprocessing.connection import Connection

from ..sandbox.bubblewrap import SandboxError
from ..sandbox.levels import Sandbox, first_cell, open_sandbox
from ..sandbox.limits import ProcessLimits
from .children import Children, end_with
from .jobs import Job, Report
from .one_submission import warm_up


def serve() -> None:
    """A worker process: ``… FD PARENT``. See the module's docstring."""
    descriptor, parent = map(int, sys.argv[1:])
    driver = Connection(descriptor)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    end_with(parent, signal.SIGTERM)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        settings = json.loads(driver.recv_bytes())
    except EOFError:
        return
    if settings["cores"]:
        with contextlib.suppress(OSError):  # one that has gone since
            os.sched_setaffinity(0, settings["cores"])
    try:
        sandbox = open_sandbox(settings["sandbox"], ProcessLimits(**settings["limits"]))
    except SandboxError as error:
        driver.send_bytes(json.dumps({"error": str(error)}).encode())
        return
    with sandbox:
        try:
            driver.send_bytes(json.dumps({"level": sandbox.level}).encode())
            with contextlib.suppress(EOFError):  # the driver has closed its end
                _do_jobs(driver, sandbox)
        finally:
            # SIGTERM may arrive while this process already ends, after the connection has closed:
            # the sandbox is still removed.
            signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _do_jobs(driver: Connection, sandbox: Sandbox) -> None:
    known: set[str] = set()
    with Children(sandbox) as children:
        while True:
            job = driver.recv_bytes()
            head = Job.head(job)
            if head.assignment not in known:
                known.add(head.assignment)
                children.renew()  # the next child is forked after the warm-up
                warm_up(head, sandbox)
            driver.send_bytes(_report(job, head, children))


def _report(job: bytes, head: Job, children: Children) -> bytes:
    """What a worker answers. A sandbox that does not come up is tried twice, and then without
    the submission: where it does now, no other submission is held up."""
    for last in (False, True):
        try:
            return children.do(job, head)
        except SandboxError as error:
            if last and first_cell(children.sandbox) is None:
                return Report.broken("grade/no-start").to_json()
            if last:
                return json.dumps({"no-sandbox": str(error)}).encode()
    raise AssertionError

"""What a Dask worker does for `cluster.py`. Importing this loads nothing of a grader.

The scheduler imports this module too, since Dask hands it the functions to pass on.
"""

from __future__ import annotations

import json
import threading
from dataclasses import asdict
from typing import Any

REPORT, PROBLEM = "report", "problem"

_lock = threading.Lock()
_idle: dict[str, list[Any]] = {}  # setting -> grading processes that have nothing to do


def setting_of(sandbox: str, limits: dict[str, Any]) -> str:
    """What a grading process is started with, as JSON that is the same for the same setting."""
    return json.dumps({"sandbox": sandbox, "limits": limits}, sort_keys=True)


def probe(setting: str) -> str:
    """Start a grading process; its sandbox's level, or the reason why there is none, as JSON.

    setting: see `setting_of`.
    """
    from ..sandbox.bubblewrap import SandboxError

    try:
        worker = _worker(setting)
    except SandboxError as error:
        return json.dumps({"error": str(error)})
    _give_back(setting, worker)
    return json.dumps({"level": worker.level})


def do_job(job: bytes, version: str) -> tuple[str, bytes | str]:
    """Do a job (`Job.to_json`). Returns ``("report", …)``, or ``("problem", sentence)`` where
    this machine cannot: no sandbox, or another version of lmhead than the one that asks.

    Raises nothing: Dask would pickle an exception, with whatever it holds, and send it.
    """
    import lmhead

    from ..sandbox.bubblewrap import SandboxError
    from .jobs import Job, Report
    from .local_workers import TRIES, WorkerGone

    if lmhead.__version__ != version:
        return PROBLEM, (
            f"a worker has lmhead {lmhead.__version__}, and the machine that grades has "
            f"{version}: install lmhead[cluster]=={version} there"
        )
    try:
        head = Job.head(job)
        setting = setting_of(head.sandbox, asdict(head.limits))
        worker = _worker(setting)
        for _ in range(TRIES):
            try:
                report = worker.do(job)
            except WorkerGone:
                worker.restart()
                continue
            _give_back(setting, worker)
            return REPORT, report
        _give_back(setting, worker)
    except SandboxError as error:
        return PROBLEM, str(error)
    except Exception as error:
        return PROBLEM, f"a worker could not do a job: {type(error).__name__}"
    return REPORT, Report.broken("grade/no-end").to_json()


def _worker(setting: str) -> Any:
    """A grading process of this machine, ready: an idle one or a new one. `SandboxError`."""
    from ..sandbox.limits import ProcessLimits
    from .local_workers import Worker

    with _lock:
        if _idle.get(setting):
            return _idle[setting].pop()
    wanted = json.loads(setting)
    worker = Worker(wanted["sandbox"], ProcessLimits(**wanted["limits"]))
    worker.wait_until_ready()
    return worker


def _give_back(setting: str, worker: Any) -> None:
    with _lock:
        _idle.setdefault(setting, []).append(worker)

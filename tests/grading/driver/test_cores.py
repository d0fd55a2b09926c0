"""Each worker has cores of its own, and its submissions have no others."""

import json
import os

import nbformat
import pytest

from lmhead.grading.driver.jobs import Job, Report
from lmhead.grading.driver.local_workers import LocalWorkers
from lmhead.grading.driver.workers import shares
from lmhead.grading.notebook.master import Master
from lmhead.grading.sandbox.limits import ProcessLimits, TimeLimits
from tests.conftest import require

from ..conftest import MINI, RIGHT, submission

LOOK = """
import os
print(sorted(os.sched_getaffinity(0)))
try:
    os.sched_setaffinity(0, range(os.cpu_count()))
except PermissionError:
    print("refused")
name = "logits"
"""


@pytest.mark.parametrize(
    ("mine", "count", "each"),
    [
        ({0, 1}, 2, [[0], [1]]),
        ({1, 3, 4, 6, 7}, 2, [[1, 4, 7], [3, 6]]),
        ({5}, 1, [[5]]),
        ({0, 1}, 3, [[], [], []]),
    ],
)
def test_cores_are_shared_out(
    monkeypatch: pytest.MonkeyPatch, mine: set[int], count: int, each: list[list[int]]
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: mine)
    assert shares(count) == each


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_submission_sees_its_workers_cores_and_gets_no_others() -> None:
    require("bwrap")
    text = nbformat.writes(submission(**RIGHT | {"name": LOOK}))
    master = Master.from_notebook("mini", MINI)
    job = Job(
        *("mini", "ann", {"mini.ipynb": text.encode()}, {}, master, b"k" * 32),
        *(TimeLimits(), ProcessLimits(), "auto"),
    )
    workers = LocalWorkers(2, "auto", ProcessLimits())
    try:
        workers.start()
        reports = [Report.from_json(each.do(job.to_json())) for each in workers._workers]
    finally:
        workers.close()
    for report, on in zip(reports, shares(2), strict=True):
        (cell,) = [cell for cell in json.loads(report.notebook)["cells"] if cell["source"] == LOOK]
        seen = str(on or sorted(os.sched_getaffinity(0)))
        assert cell["outputs"][0]["text"].splitlines() == [seen, "refused"]

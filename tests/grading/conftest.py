"""Small notebooks with a master, and sandboxes at each level that this machine has."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
import sqlalchemy
from nbformat import NotebookNode
from nbgrader.api import Base, Gradebook

from lmhead.grading.driver.local_workers import LocalWorkers
from lmhead.grading.notebook.execute import NotebookOutcome, run_notebook
from lmhead.grading.notebook.master import Master
from lmhead.grading.sandbox.levels import Sandbox
from lmhead.grading.sandbox.limits import ProcessLimits, TimeLimits
from lmhead.grading.sandbox.process import Process

#: Short, so that a test of an endless loop ends; long enough for a busy machine.
QUICK = TimeLimits(cell_cpu=1.0, cell_wall=4.0, call_cpu=1.0, call_wall=4.0)


def cell(kind: str, source: str, grade_id: str = "", points: float | None = None) -> NotebookNode:
    """kind: plain, locked, answer, grade, written, markdown."""
    if kind in ("markdown", "written"):
        node = nbformat.v4.new_markdown_cell(source)
    else:
        node = nbformat.v4.new_code_cell(source)
    node.id = grade_id or f"c{abs(hash(source)) % 10**8}"
    if kind in ("plain", "markdown"):
        return node
    marks: dict[str, Any] = {
        "grade_id": grade_id,
        "grade": kind in ("grade", "written"),
        "solution": kind in ("answer", "written"),
        "locked": kind in ("grade", "locked"),
        "task": False,
        "schema_version": 3,
        "checksum": "0" * 32,
        "cell_type": node.cell_type,
    }
    if points is not None:
        marks["points"] = points
    node.metadata["nbgrader"] = NotebookNode(marks)
    return node


def notebook(*cells: NotebookNode, lang: str = "en") -> NotebookNode:
    node = nbformat.v4.new_notebook(cells=list(cells))
    node.metadata["lmhead"] = NotebookNode(lang=lang, assignment="mini")
    return node


#: An instructor's notebook with plain assert cells: what any nbgrader course looks like.
MINI = notebook(
    cell("locked", "import numpy as np\nLIMIT = 10", "imports"),
    cell("answer", "def double(x):\n    raise NotImplementedError()", "double-answer"),
    cell("grade", "assert double(2) == 4\nassert np.allclose(double(np.ones(3)), 2)", "double", 2),
    cell("answer", "name = ...", "name-answer"),
    cell("grade", "3 if name == 'logits' else 0", "name", 3),
    cell("written", "Why?", "why", 4),
)


def submission(**answers: str) -> NotebookNode:
    """The mini notebook with some answers filled in (double, name, why)."""
    filled = nbformat.from_dict(MINI)
    for each in filled.cells:
        key = each.metadata.get("nbgrader", {}).get("grade_id", "").removesuffix("-answer")
        if key in answers and each.metadata.nbgrader.solution:
            each.source = answers[key]
    return filled


RIGHT = {"double": "def double(x):\n    return 2 * x", "name": "name = 'logits'", "why": "Because."}
Run = Callable[..., NotebookOutcome]


@pytest.fixture(scope="session")
def plain_sandbox() -> Iterator[Sandbox]:
    with Sandbox("none", ProcessLimits(memory=2 * 2**30)) as sandbox:
        yield sandbox


@pytest.fixture(scope="session")
def master() -> Master:
    return Master.from_notebook("mini", MINI)


def runner(sandbox: Sandbox, master: Master) -> Run:
    def run(node: NotebookNode, **options: Any) -> NotebookOutcome:
        options = {"secret": b"s" * 32, "student": "ann", "times": QUICK} | options
        return run_notebook(node, master, sandbox, **options)

    return run


@pytest.fixture
def run(plain_sandbox: Sandbox, master: Master) -> Run:
    """Grade a mini notebook in a plain process."""
    return runner(plain_sandbox, master)


def points(outcome: NotebookOutcome) -> dict[str, float | None]:
    return {task.grade_id: task.points for task in outcome.tasks}


def no_answer(request: dict[str, Any]) -> dict[str, Any]:
    raise AssertionError(request)


def said(process: Process, source: str, seconds: float = 20) -> str:
    """What a cell printed; its error where it raised."""
    request = {"op": "run", "source": source, "cpu": seconds, "wall": seconds}
    reply = process.request(request, no_answer, seconds + 10)
    return "".join(
        str(output.get("text") or f"{output.get('ename')}: {output.get('evalue')}")
        for output in reply["outputs"]
    )


#: In the command line of processes that a test starts and looks for; its own for each run.
MARK = f"lmhead-mark-{os.getpid()}"


def marked() -> list[int]:
    """The marked processes that there are, by the pids that the grader sees."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if MARK.encode() in (entry / "cmdline").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


@pytest.fixture
def gradebook(tmp_path: Path) -> Iterator[Gradebook]:
    """An empty gradebook, in `gradebook.db`."""
    url = f"sqlite:///{tmp_path}/gradebook.db"
    engine = sqlalchemy.create_engine(url)
    # nbgrader starts another program, for seconds, where it finds no tables.
    Base.metadata.create_all(engine)
    engine.dispose()
    with Gradebook(url) as book:
        yield book


class Kept:
    """Workers that outlive a run, and count what they are given."""

    def __init__(self, workers: LocalWorkers) -> None:
        self.workers = workers
        self.submitted: list[str] = []
        self.started = False

    def start(self) -> str:
        level, self.started = "" if self.started else self.workers.start(), True
        return level

    @property
    def room(self) -> int:
        return self.workers.room

    def submit(self, job: bytes, key: str) -> None:
        self.submitted.append(key)
        self.workers.submit(job, key)

    def results(self) -> Iterator[tuple[str, bytes]]:
        return self.workers.results()

    def close(self) -> None:
        pass


@pytest.fixture(scope="session")
def kept_workers() -> Iterator[Kept]:
    """One worker for all runs of classes that are not about workers: it takes seconds to start."""
    kept = Kept(LocalWorkers(1, "auto", ProcessLimits()))
    yield kept
    kept.workers.close()

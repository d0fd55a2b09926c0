"""A submission as plain data, and what grading it in a child keeps from everybody else."""

import ctypes
import gc
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lmhead.grading.driver import children, one_submission
from lmhead.grading.driver.children import Children
from lmhead.grading.driver.jobs import Job, Report
from lmhead.grading.driver.worker_process import _report
from lmhead.grading.notebook.master import Master, MasterCell, released_master
from lmhead.grading.sandbox.bubblewrap import SandboxError
from lmhead.grading.sandbox.levels import Sandbox
from lmhead.grading.sandbox.limits import ProcessLimits, TimeLimits
from lmhead.messages import Message, listed, say

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
files = st.dictionaries(texts, st.binary(max_size=50), max_size=3)
cells = st.builds(
    MasterCell,
    grade_id=texts,
    cell_type=st.sampled_from(["code", "markdown"]),
    source=texts,
    grade=st.booleans(),
    solution=st.booleans(),
    locked=st.booleans(),
    task=st.booleans(),
    points=st.none() | st.floats(0, 100),
    checksum=texts,
)
jobs = st.builds(
    lambda student, notebooks, others, master, key, cpu, memory, variants: Job(
        "mini",
        student,
        notebooks,
        others,
        Master("mini", tuple(master)),
        key,
        TimeLimits(cell_cpu=cpu),
        ProcessLimits(memory=memory),
        "nested",
        variants,
    ),
    st.text(max_size=20),  # with the lone surrogates that a folder's name may have
    files,
    files,
    st.lists(cells, max_size=3),
    st.binary(min_size=32, max_size=32),
    st.floats(0.1, 100),
    st.integers(1, 2**40),
    st.none() | texts,
)
values = texts | st.integers() | st.floats(allow_nan=False)
params = st.dictionaries(st.just("n"), values | st.lists(texts, max_size=3).map(listed))
messages = st.builds(Message, texts, params)
messages |= st.builds(lambda inner: Message("outer", {"reason": inner}), messages)


@given(jobs)
def test_a_job_is_the_same_after_its_journey(job: Job) -> None:
    assert Job.from_json(job.to_json()) == job


@given(st.none() | messages, st.lists(messages, max_size=3), texts)
def test_a_report_is_the_same_after_its_journey(
    why: Message | None, notes: list[Message], text: str
) -> None:
    report = Report("graded", why=why, notes=notes, notebook=text, page={"cells": [text]})
    assert Report.from_json(report.to_json()) == report


JOB = Job(
    "mini",
    "ann",
    {},
    {},
    Master("mini", ()),
    b"k" * 32,
    times=TimeLimits(submission_wall=0.2),
    sandbox="none",
)


def grows() -> NoReturn:
    held = []
    while True:
        held.append(bytearray(64 * 2**20))


def overflows() -> NoReturn:
    overflows()


def crashes() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def hangs() -> None:
    signal.pause()


def ends() -> None:
    os._exit(0)


def fails() -> None:
    raise KeyError("no such thing")


@pytest.fixture
def sandbox() -> Sandbox:
    return Sandbox("none")


def our_children() -> set[str]:
    """This process's children; other tests may have left it some."""
    tasks = Path("/proc/self/task").glob("*/children")
    return {child for task in tasks for child in task.read_text("ascii").split()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("does", "says"),
    [
        (grows, "grade/too-much"),
        (overflows, "grade/too-much"),
        (crashes, "grade/too-much"),
        (ends, "grade/too-much"),
        (hangs, "grade/no-end"),
        (fails, "grade/failed"),
    ],
)
def test_what_brings_the_child_down_is_one_broken_report(
    monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox, does: Callable[[], None], says: str
) -> None:
    monkeypatch.setattr(children, "OVERHEAD", 0.5 if does is hangs else 60.0)
    monkeypatch.setattr(children, "GRADER_MEMORY", 256 * 2**20)
    monkeypatch.setattr(one_submission, "_attempt", lambda job, sandbox: does())
    before = our_children()
    report = children.do(JOB, sandbox)
    assert (report.status, report.why and report.why.id) == ("broken", says)
    assert our_children() <= before


def test_a_sandbox_that_does_not_come_up_is_no_broken_submission(
    monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox
) -> None:
    def refuse(job: Job, sandbox: Sandbox) -> NoReturn:
        raise SandboxError("no namespaces for you")

    monkeypatch.setattr(one_submission, "_attempt", refuse)
    with pytest.raises(SandboxError, match="no namespaces for you"):
        children.do(JOB, sandbox)


@pytest.mark.slow
def test_a_submission_alone_that_does_not_start_is_broken_and_ends_no_run(
    monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox
) -> None:
    def refuse(job: Job, sandbox: Sandbox) -> NoReturn:
        raise SandboxError("no answer (died)")

    monkeypatch.setattr(one_submission, "_attempt", refuse)
    with Children(sandbox) as ours:
        report = Report.from_json(_report(JOB.to_json(), JOB, ours))
        assert (report.status, report.why and report.why.id) == ("broken", "grade/no-start")

        def nothing_starts(self: Sandbox, files: object = None) -> NoReturn:
            raise SandboxError("no namespaces for you")

        monkeypatch.setattr(Sandbox, "open", nothing_starts)
        assert _report(JOB.to_json(), JOB, ours) == b'{"no-sandbox": "no answer (died)"}'


def test_a_file_that_is_no_notebook_has_its_own_sentence(sandbox: Sandbox) -> None:
    job = Job("mini", "ann", {"mini.ipynb": b"\xff\xfe"}, {}, Master("mini", ()), b"k" * 32)
    report = children.do(job, sandbox)
    assert (report.status, report.why and report.why.id) == ("broken", "file/not-utf8")


OWN = MasterCell("t", "code", "check(1)", True, False, True, False, 1.0, "")
left_behind: list[bytearray] = []


def leaves(size: int) -> None:
    left_behind.append(bytearray(b"x") * size)


def stumbles() -> None:
    """Is brought down by what an earlier submission has left, and by nothing else."""
    if left_behind:
        raise MemoryError


DOES: dict[str, Callable[[], None]] = {
    "ann": lambda: None,
    "a-byte": lambda: leaves(1),
    # Above malloc's largest threshold: pages that are new, not ones freed by an earlier test.
    "much": lambda: leaves(192 * 2**20),
    "stumbles": stumbles,
    "grows": grows,
    "overflows": overflows,
    "crashes": crashes,
    "ends": ends,
    "hangs": hangs,
    "fails": fails,
}


@pytest.fixture
def pids(monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox) -> Callable[..., list[str]]:
    """Does jobs one after another; for each the pid of the child that did it, or what is broken."""

    def stand_in(job: Job, sandbox: Sandbox) -> Report:
        DOES[job.student]()
        message = say("cell/raised", error="E", text="").to_json("en")
        tasks = [{"message": message if job.times.output else None}]
        return Report("graded", file=str(os.getpid()), tasks=tasks, page={"cells": [job.student]})

    monkeypatch.setattr(one_submission, "_attempt", stand_in)
    monkeypatch.setattr(children, "GRADER_MEMORY", 256 * 2**20)

    def grade(*students: str, **changes: object) -> list[str]:
        quiet = replace(JOB, times=TimeLimits(submission_wall=0.2, output=0))
        found = []
        before = our_children()
        # What earlier tests left is not to be given back by a child that is measured.
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)
        with Children(sandbox) as ours:
            for student in students:
                monkeypatch.setattr(children, "OVERHEAD", 0.5 if student == "hangs" else 60.0)
                job = replace(quiet, student=student, **changes)
                report = Report.from_json(ours.do(job.to_json(), job))
                found.append(report.why.id if report.why else report.file)
        assert our_children() <= before
        return found

    return grade


@pytest.mark.slow
def test_a_child_does_many_jobs_but_not_endlessly_many(
    pids: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "MOST_JOBS", 3)
    assert pid_count(pids(*["ann"] * 7)) == [3, 3, 1]
    monkeypatch.setattr(children, "GROWTH", 24 * 2**20)
    assert pid_count(pids("ann", "much", "ann")) == [2, 1]


def pid_count(pids: list[str]) -> list[int]:
    return [pids.count(pid) for pid in dict.fromkeys(pids)]


@pytest.mark.slow
@pytest.mark.parametrize("student", ["grows", "overflows", "crashes", "ends", "hangs", "fails"])
def test_what_brings_a_child_down_costs_neither_the_next_nor_the_one_before(
    pids: Callable[..., list[str]], student: str
) -> None:
    before, broken, after, last = pids("ann", student, "ann", "ann")
    assert broken.startswith("grade/")
    assert before != after == last


@pytest.mark.slow
def test_nobody_is_brought_down_by_what_another_has_left(pids: Callable[..., list[str]]) -> None:
    first, second, third = pids("a-byte", "stumbles", "ann")
    assert first != second == third


@pytest.mark.slow
def test_an_exception_in_a_grade_cell_is_the_last_that_a_child_does(
    pids: Callable[..., list[str]],
) -> None:
    assert pid_count(pids("ann", "ann", times=TimeLimits(output=1))) == [1, 1]


@pytest.mark.slow
def test_where_an_instructors_code_runs_each_has_a_child_of_its_own(
    pids: Callable[..., list[str]],
) -> None:
    assert pid_count(pids("ann", "ann", master=Master("mini", (OWN,)))) == [1, 1]
    assert pid_count(pids("ann", "ann", variants="# nothing")) == [1, 1]
    ours = released_master("05-tying", "zh")
    assert pid_count(pids("ann", "ann", assignment="05-tying", master=ours)) == [2]
    theirs = replace(ours, cells=(*ours.cells, OWN))
    assert pid_count(pids("ann", "ann", assignment="05-tying", master=theirs)) == [1, 1]

"""A submission as plain data, and what grading it in a child keeps from everybody else."""

import os
import signal
from collections.abc import Callable
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lmhead.checks.messages import Message
from lmhead.grading import work
from lmhead.grading.bubblewrap import SandboxError
from lmhead.grading.limits import ProcessLimits, TimeLimits
from lmhead.grading.restore import Master, MasterCell
from lmhead.grading.sandbox import Sandbox
from lmhead.grading.work import Job, Report

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
params = st.dictionaries(st.just("n"), texts | st.integers() | st.floats(allow_nan=False))
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
    monkeypatch.setattr(work, "OVERHEAD", 0.5 if does is hangs else 60.0)
    monkeypatch.setattr(work, "GRADER_MEMORY", 256 * 2**20)
    monkeypatch.setattr(work, "_attempt", lambda job, sandbox: does())
    report = work.do(JOB, sandbox)
    assert (report.status, report.why and report.why.id) == ("broken", says)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_a_sandbox_that_does_not_come_up_is_no_broken_submission(
    monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox
) -> None:
    def refuse(job: Job, sandbox: Sandbox) -> NoReturn:
        raise SandboxError("no namespaces for you")

    monkeypatch.setattr(work, "_attempt", refuse)
    with pytest.raises(SandboxError, match="no namespaces for you"):
        work.do(JOB, sandbox)


def test_a_file_that_is_no_notebook_has_its_own_sentence(sandbox: Sandbox) -> None:
    job = Job("mini", "ann", {"mini.ipynb": b"\xff\xfe"}, {}, Master("mini", ()), b"k" * 32)
    report = work.do(job, sandbox)
    assert (report.status, report.why and report.why.id) == ("broken", "file/not-utf8")

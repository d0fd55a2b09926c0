"""A learner's cells behind the wire, with the names that the exercise's locked cell gives."""

import builtins
import importlib
import linecache
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lmhead.checks import check
from lmhead.checks.grading import Grading, grading
from lmhead.checks.registry import find
from lmhead.checks.result import Result
from lmhead.grading.sandbox.inside.preload import KNOWN
from lmhead.grading.sandbox.levels import Process, Sandbox
from lmhead.wire.subject import Limits, LocalSession, PeerLost, Session
from tests.plugins.work import count

IMPORTS = "import numpy as np\nfrom lmhead.four_words import W_OUT, WORDS\n"
#: For an endless loop to end soon; every other call takes a few milliseconds.
LIMITS = Limits(cpu=0.5, wall=20.0)

Get = Callable[[str], Any]
Open = Callable[[str], Get]
Grade = Callable[..., Result]


@pytest.fixture(params=["local", "remote"])
def subject_kind(request: pytest.FixtureRequest) -> str:
    """Where the learner's code runs: in this process, or in one of its own."""
    return str(request.param)


class Remote:
    """One process for many answers, emptied before each."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._process: Process | None = None
        self._torch = False

    def open(self, source: str) -> Get:
        if uses_torch(source) and not self._torch:  # a process that has it, from here on
            self._torch = True
            self._sandbox.preload(("torch",))
            self.close()
        if self._process is None or not self._process.alive:
            self._process = self._sandbox.open()
        process = self._process
        for cell in ("%reset -f", IMPORTS, source):
            request = {"op": "run", "source": cell, "cpu": 5.0, "wall": 20.0}
            assert process.request(request, no_callbacks, 30.0)["ok"], cell
        return Session(lambda request, answer: process.request(request, answer, 30.0)).get

    def close(self) -> None:
        if self._process is not None:
            self._process.close()


def no_callbacks(request: dict[str, Any]) -> dict[str, Any]:
    raise PeerLost("garbled")


@pytest.fixture(scope="session")
def remote() -> Iterator[Remote]:
    with Sandbox("none") as sandbox:
        process = Remote(sandbox)
        yield process
        process.close()


def uses_torch(source: str) -> bool:
    """Whether an answer is written with torch, which takes seconds to load."""
    return re.search(r"^import torch$", source, re.MULTILINE) is not None


def open_here(source: str) -> Get:
    if uses_torch(source):
        importlib.import_module(KNOWN["torch"])
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(IMPORTS, "<locked cell>", "exec"), names)
    # As IPython does, so that an error can show the learner's line.
    linecache.cache["<cell>"] = (len(source), None, source.splitlines(keepends=True), "<cell>")
    exec(compile(source, "<cell>", "exec"), names)
    return LocalSession(names).get


@pytest.fixture
def open_answer(
    subject_kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Open:
    """From the source of an answer cell to a function that gets its names as a check does."""
    if subject_kind == "remote":
        return request.getfixturevalue("remote").open  # type: ignore[no-any-return]
    monkeypatch.setattr(builtins, "input", no_input)
    return open_here


def no_input(prompt: object = "") -> str:
    raise EOFError("EOF when reading a line")


def grade(
    task_id: str, get: Get, seed: int = 0, lang: str = "en", limits: Limits = LIMITS
) -> Result:
    """The result of a check as the grader calls it."""
    count("checks")
    reported: list[Result] = []
    context = Grading(lang, lambda task: seed, reported.append, limits)
    with grading(context):
        result = check(task_id, *(get(name) for name in find(task_id).takes))
    assert reported == [result]
    return result

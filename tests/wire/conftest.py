"""A learner's code behind the wire: in this process, and in another one."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lmhead.grading.sandbox.levels import Sandbox
from lmhead.wire.subject import Limits, LocalSession, PeerLost, Session

Get = Callable[[str], Any]


@pytest.fixture(scope="session")
def plain_sandbox() -> Iterator[Sandbox]:
    with Sandbox("none") as sandbox:
        yield sandbox


@pytest.fixture(params=["local", "remote"])
def learner(
    request: pytest.FixtureRequest, plain_sandbox: Sandbox
) -> Iterator[Callable[[str], Get]]:
    """From the source of a learner's cell to a function that gets its names as a check does."""
    opened = []

    def run(source: str) -> Get:
        if request.param == "local":
            names: dict[str, Any] = {"__name__": "__main__"}
            exec(compile(source, "<cell>", "exec"), names)
            return LocalSession(names, Limits(5, 10)).get
        process = plain_sandbox.open()
        opened.append(process)
        reply = process.request({"op": "run", "source": source, "cpu": 5, "wall": 10}, lost, 20)
        assert reply["ok"], reply
        return Session(lambda message, answer: process.request(message, answer, 20)).get

    yield run
    for process in opened:
        process.close()


def lost(request: dict[str, Any]) -> dict[str, Any]:
    raise PeerLost("garbled")

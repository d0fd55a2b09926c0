"""The bank of answers: what a learner might write into the answer cell of a task.

``answers.py`` of a task holds them one below the other. A wrong one says the message that it
must get and the points that it is still worth; a message of the task's own goes by its last
part::

    # %% right: vectorised
    logits = W_OUT @ np.array([1, -1, 2])

    # %% wrong: lost_sign
    # expect: lost-sign
    # points: 3
    logits = W_OUT @ np.array([1, 1, 2])

Each is the source of a cell, and no more: the names of the cells above it are there when it is
graded. Every answer is graded by the tests, so notebooks put together from them have known marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from . import TaskProblem, assignments, shown

FILE = "answers.py"
_HEAD = re.compile(r"^# %% (right|wrong|class): (\w+)$")
_SAID = re.compile(r"^# (expect|points): (\S+)$")


@dataclass(frozen=True)
class Answer:
    """One answer of the bank. A right one has neither `expect` nor `points`."""

    assignment: str
    task: str
    name: str
    source: str
    right: bool
    expect: str | None = None
    points: float | None = None

    @property
    def id(self) -> str:
        return f"{self.task}/{'right' if self.right else 'wrong'}/{self.name}"


@dataclass(frozen=True)
class Block:
    """One block of a file of answers, as it stands there."""

    kind: str
    name: str
    line: int
    said: dict[str, str]
    source: str


def has_answers() -> bool:
    """Whether this installation came with a bank; what a browser installs did not."""
    return any(path.is_file() for each in assignments().values() for path in _paths(each.id))


def answers(assignment: str, task: str = "*", kind: str = "*") -> list[Answer]:
    """The bank's answers to an assignment, sorted by task, kind and name.

    task: a task's name, kind: ``right`` or ``wrong``; ``*`` for all. `LookupError` where the
    bank has none. Raises `TaskProblem` for a file that cannot be read.
    """
    found = [
        answer
        for name in sorted(assignments()[assignment].tasks)
        if task in (name, "*")
        for answer in _of(assignment, name)
        if kind in ("*", "right" if answer.right else "wrong")
    ]
    if not found:
        raise LookupError(f"the bank has no answers in {assignment}/{task}/{kind}")
    return found


def _paths(assignment: str) -> Iterator[Path]:
    found = assignments()[assignment]
    return (found.folder_of(task) / FILE for task in found.tasks)


@cache
def _of(assignment: str, task: str) -> tuple[Answer, ...]:
    path = assignments()[assignment].folder_of(task) / FILE
    made = [_answer(assignment, task, block, path) for block in blocks(path)]
    return tuple(sorted(made, key=lambda each: (not each.right, each.name)))


def _answer(assignment: str, task: str, block: Block, path: Path) -> Answer:
    place = f"{shown(path)}, line {block.line}"
    right = block.kind == "right"
    if right and block.said:
        raise TaskProblem(f"{place}: a right answer says no '# {next(iter(block.said))}: …'")
    if not right and set(block.said) != {"expect", "points"}:
        raise TaskProblem(
            f"{place}: a wrong answer says in the lines below its name '# expect: ID', the message "
            "that it must get, and '# points: NUMBER', what it is still worth"
        )
    expect, points = block.said.get("expect"), block.said.get("points")
    try:
        worth = None if points is None else float(points)
    except ValueError:
        raise TaskProblem(f"{place}: '# points: {points}' is no number") from None
    if expect is not None and "/" not in expect:
        expect = f"{assignment}/{task}/{expect}"
    return Answer(assignment, task, block.name, block.source, right, expect, worth)


def blocks(path: Path) -> list[Block]:
    """The answers of a file, as they stand there. A file that is not there has none."""
    try:
        lines = path.read_text("utf-8").split("\n")
    except FileNotFoundError:
        return []
    found: list[Block] = []
    source: list[str] = []
    for number, line in enumerate(lines, 1):
        head = _HEAD.match(line)
        said = _SAID.match(line) if found and not source else None
        if head is not None:
            _close(found, source)
            found.append(Block(head[1], head[2], number, {}, ""))
            source = []
        elif line.startswith("# %%"):
            raise TaskProblem(
                f"{shown(path)}, line {number}: {line!r} begins no answer; "
                "'# %% right: NAME' or '# %% wrong: NAME' does"
            )
        elif said is not None:
            found[-1].said[said[1]] = said[2]
        elif found:
            source.append(line)
    _close(found, source)
    names = [(each.kind, each.name) for each in found]
    for each in found:
        if names.count((each.kind, each.name)) > 1:
            raise TaskProblem(f"{shown(path)} has two answers '{each.kind}: {each.name}'")
    return found


def _close(found: list[Block], source: list[str]) -> None:
    if found:
        last = found[-1]
        text = "\n".join(source).strip("\n") + "\n"
        found[-1] = Block(last.kind, last.name, last.line, last.said, text)

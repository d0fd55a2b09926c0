"""Grades a task's bank, and says in sentences what is amiss and in which file.

``python -m tests.submissions.judge 03-by-hand/sgd-step`` (or an assignment): after a change to a
check, its sentences or its answers.
"""

from __future__ import annotations

import contextlib
import io
import sys
import unittest.mock
from collections.abc import Iterator
from functools import cache
from typing import Any

from lmhead.checks.hints import count_of
from lmhead.checks.registry import Task, find, tasks
from lmhead.checks.result import Result
from lmhead.checks.trial import Trial
from lmhead.tasks import TaskProblem, assignments, shown
from lmhead.tasks.texts import TASK, Text, read
from lmhead.wire.subject import Limits, LocalSession
from tests.checks.conftest import grade, no_input, open_here
from tests.submissions import Answer, answers

RIGHT, WRONG = 5, 5
#: A question with so few options has no more wrong letters.
FEWER_NAMED = {"03-by-hand/impossible": 4}


class _Drawn(Exception):
    """A number was drawn."""


class _Watched:
    """In the place of a generator: whoever uses it is noticed."""

    def __getattr__(self, name: str) -> Any:
        raise _Drawn


@cache
def draws_numbers(task_id: str) -> bool:
    """Whether a task's check has fresh numbers; without, every seed gives the same result."""
    task = find(task_id)
    work = [LocalSession().wrap(lambda *_, **__: None) for _ in task.takes]
    watched: Any = _Watched()
    try:
        list(task.function(Trial(watched, Limits()), *work))
    except _Drawn:
        return True
    return False


def with_fresh_numbers() -> list[str]:
    """The ids of all such tasks."""
    every = [task.id for name in assignments() for task in tasks(name)]
    return sorted(filter(draws_numbers, every))


def heard(result: Result) -> list[str]:
    """The ids of what a learner is told of parts that are not right, first things first."""
    found = [part.message.id for part in result.parts if part.status != "right" and part.message]
    return found + ([result.message.id] if result.message else [])


def amiss(task_id: str) -> Iterator[str]:
    """What is not as the task's folder says, as sentences that name the file to edit."""
    task = find(task_id)
    folder = assignments()[task.assignment].folder_of(task.name)
    here = shown(folder)
    text = read(folder / "text.en.md", TASK)
    try:
        bank = answers(task.assignment, task.name)
    except LookupError:
        yield f"{here}/answers.py has no answers"
        return
    yield from _too_few(task, bank, here)
    told: set[str] = set()
    for answer in bank:
        result = _result(task, answer)
        said = [part.message.id for part in result.parts if part.message]
        told |= {*said, *(f"{task_id}/part/{part.id}" for part in result.parts)}
        yield from _about(task, answer, result, here)
    yield from _sentences(task, text, told, here)


def _result(task: Task, answer: Answer) -> Result:
    quiet = contextlib.redirect_stdout(io.StringIO())
    with quiet, unittest.mock.patch("builtins.input", no_input):
        return grade(task.id, open_here(answer.source), seed=1)


def _too_few(task: Task, bank: list[Answer], here: str) -> Iterator[str]:
    right = [answer for answer in bank if answer.right]
    wrong = [answer for answer in bank if not answer.right]
    own = {answer.expect for answer in wrong if str(answer.expect).startswith(f"{task.id}/")}
    named = FEWER_NAMED.get(task.id, WRONG)
    if len(right) < RIGHT:
        yield f"{here}/answers.py has {len(right)} right answers; {RIGHT} of different style do"
    if len(wrong) < WRONG or len(own) < named:
        yield (
            f"{here}/answers.py has {len(wrong)} wrong answers, which hear {len(own)} messages of "
            f"the task's own; {WRONG} wrong ones and {named} such messages do"
        )


def _about(task: Task, answer: Answer, result: Result, here: str) -> Iterator[str]:
    kind = "right" if answer.right else "wrong"
    what = f"{here}/answers.py, '# %% {kind}: {answer.name}'"
    said = heard(result)
    first = said[0] if said else None
    if answer.right:
        if said or result.points != result.max_points:
            yield (
                f"{what} gets {result.points:g} of {result.max_points:g} points and hears "
                f"{first}: mend the answer, or {here}/check.py"
            )
        return
    if first is None:
        yield f"{what} gets all points: {here}/check.py lets it pass"
    elif first != answer.expect:
        yield f"{what} hears {first} and not {answer.expect}: {_why(task, answer, first, here)}"
    if result.points != answer.points:
        yield f"{what} is worth {result.points:g}: say '# points: {result.points:g}'"


def _why(task: Task, answer: Answer, first: str, here: str) -> str:
    own = f"{task.id}/"
    if first.startswith(own) and str(answer.expect).startswith(own):
        mine, other = str(answer.expect).removeprefix(own), first.removeprefix(own)
        return (
            f"of the mistakes in {here}/check.py the first that fits is named. If {mine!r} is "
            f"there, put it before {other!r}; if both fit in every case, keep one"
        )
    return f"{here}/check.py does not know the mistake, or the answer makes another one first"


def _sentences(task: Task, text: Text, told: set[str], here: str) -> Iterator[str]:
    """What is written and never heard."""
    own = f"{task.id}/"
    written = text.messages()
    for message in sorted(told):
        end = message.removeprefix(own)
        if message != end and end not in written:
            group, name = ("parts", end[5:]) if end.startswith("part/") else ("messages", end)
            yield (
                f"{here}/check.py says {message}: write it into both texts, "
                f"'### {name}' below '## {group}'"
            )
    for name in text.groups.get("messages", {}):
        if own + name not in told:
            yield (
                f"{here}/text.en.md has '### {name}', and no answer hears it: add a wrong one "
                f"to {here}/answers.py with '# expect: {name}', or take the sentence out of both "
                "texts"
            )
    for name in text.groups.get("parts", {}):
        if f"{own}part/{name}" not in told:
            yield f"{here}/text.en.md names a part '### {name}', and the check has none of that id"
    if count_of(task.id, "en") == 0:
        yield f"{here}/text.en.md has no hint: '### 1' below '## hints'"


def main(names: list[str]) -> int:
    """Judge the tasks named, or all of an assignment."""
    wanted = [
        task.id
        for name in names
        for task in (tasks(name) if name in assignments() else [find(name)])
    ]
    count = 0
    for task_id in wanted:
        for sentence in amiss(task_id):
            print(sentence)
            count += 1
    print(f"{len(wanted)} task(s) judged: {count or 'nothing'} amiss")
    return 1 if count else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (TaskProblem, LookupError) as problem:
        sys.exit(str(problem))

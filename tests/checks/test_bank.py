"""Every right answer of the bank gets full marks; every wrong one loses points, and hears why."""

from typing import Any

import pytest

from lmhead.checks.registry import tasks
from lmhead.checks.result import Result
from lmhead.course import ASSIGNMENTS
from tests.checks.conftest import Open, grade, uses_torch
from tests.submissions import Answer, answers
from tests.submissions.judge import draws_numbers, heard

# What numpy says of an answer's numbers is the answer's own affair.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::RuntimeWarning:__main__"),
    pytest.mark.filterwarnings("ignore::RuntimeWarning:numpy"),
]

#: Answers that use up their time in every call.
SLOW = {"never_ends", "not_stopped"}

BANK = [answer for assignment in ASSIGNMENTS for answer in answers(assignment)]


def marked(*values: Any) -> Any:
    """The values of a parameter, the last of which is an answer of the bank."""
    answer = values[-1]
    marks = [pytest.mark.torch] if uses_torch(answer.source) else []
    return pytest.param(*values, id=answer.id, marks=marks)


def seeds(answer: Answer, count: int) -> range:
    fresh = draws_numbers(f"{answer.assignment}/{answer.task}") and answer.name not in SLOW
    return range(count if fresh else 1)


def must_be_right(answer: Answer, result: Result) -> None:
    assert result.points == result.max_points, (answer.id, heard(result))
    assert result.status == "right"
    assert heard(result) == []


def must_be_wrong(answer: Answer, result: Result) -> None:
    assert result.points < result.max_points, answer.id
    assert heard(result)[0] == answer.expect, (answer.id, heard(result))
    assert result.points == answer.points, answer.id


def judge(answer: Answer, result: Result) -> None:
    (must_be_right if answer.right else must_be_wrong)(answer, result)


@pytest.mark.parametrize("answer", [marked(answer) for answer in BANK])
def test_each_answer_gets_what_it_deserves(answer: Answer, open_answer: Open) -> None:
    get = open_answer(answer.source)
    for seed in seeds(answer, 3):
        judge(answer, grade(f"{answer.assignment}/{answer.task}", get, seed))


FRESH = [item for item in BANK if len(seeds(item, 2)) > 1]


@pytest.mark.parametrize("subject_kind", ["local"], indirect=True)
@pytest.mark.parametrize(("place", "answer"), [marked(*item) for item in enumerate(FRESH)])
def test_fresh_numbers_never_change_a_verdict(
    place: int, answer: Answer, open_answer: Open
) -> None:
    """200 seeds of each task, which its answers take in turns: a thousand are the bench's."""
    get = open_answer(answer.source)
    # To refuse a right answer once in a while is the worse fault, so these get more.
    turns = 4 if answer.right else 12
    for seed in seeds(answer, 200)[place % turns :: turns]:
        judge(answer, grade(f"{answer.assignment}/{answer.task}", get, seed))


@pytest.mark.parametrize(
    "task", [task for name in ASSIGNMENTS for task in tasks(name)], ids=lambda task: task.id
)
def test_a_task_has_several_right_answers_and_at_least_five_wrong_ones(task: Any) -> None:
    assert len(answers(task.assignment, task.name, "right")) >= 5
    wrong = answers(task.assignment, task.name, "wrong")
    named = {answer.expect for answer in wrong if str(answer.expect).startswith(task.id)}
    assert len(wrong) >= 5
    assert len(named) >= (4 if task.name == "impossible" else 5)
    assert all(answer.expect and answer.points is not None for answer in wrong)

"""Every right answer of the bank gets full marks; every wrong one loses points, and hears why.

`make test` judges every answer in this process, and looks at what they heard from one record of
that; a sample is judged in a process of its own, in Chinese, and with many more numbers. `make
survey` does all of it with all of them.
"""

import builtins
import json
from functools import cache
from typing import Any

import jsonschema
import pytest

from lmhead.checks.registry import tasks
from lmhead.checks.result import Result, schema
from lmhead.course import ASSIGNMENTS
from tests.checks.conftest import Open, grade, no_input, open_here, uses_torch
from tests.checks.test_messages import sentences_heard, sentences_to_hear
from tests.plugins.tiers import SURVEY
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


def marked(*values: Any, survey: bool, name: str = "{}") -> Any:
    """The values of a parameter, the last of which is an answer of the bank; and its name."""
    answer = values[-1]
    marks = [pytest.mark.torch] if uses_torch(answer.source) else []
    marks += [SURVEY] if survey else []
    return pytest.param(*values, id=name.format(answer.id), marks=marks)


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


#: Of the answers that are judged in a process of their own, and in Chinese, in `make test`.
EVERY = 8
#: Of those that meet many more numbers.
EVERY_FRESH = 12


@cache
def results(answer: Answer) -> tuple[Result, ...]:
    """What this process says of an answer, with the first numbers and then fresh ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtins, "input", no_input)
        task, get = f"{answer.assignment}/{answer.task}", open_here(answer.source)
        return tuple(grade(task, get, seed) for seed in seeds(answer, 3))


def where(kind: str, number: int, answer: Answer) -> Any:
    survey = kind == "remote" and number % EVERY != 0
    return marked(kind, answer, survey=survey, name=f"{kind}-{{}}")


@pytest.mark.parametrize(
    ("subject_kind", "answer"),
    [where(kind, *item) for kind in ("local", "remote") for item in enumerate(BANK)],
    indirect=["subject_kind"],
)
def test_each_answer_gets_what_it_deserves(
    subject_kind: str, answer: Answer, open_answer: Open
) -> None:
    if subject_kind == "local":
        found = results(answer)
    else:
        task, get = f"{answer.assignment}/{answer.task}", open_answer(answer.source)
        found = tuple(grade(task, get, seed) for seed in seeds(answer, 3))
    for result in found:
        judge(answer, result)


@pytest.mark.torch
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_bank_hears_each_sentence_of_a_task(assignment: str) -> None:
    """Every misconception has a wrong answer that meets it; no sentence is there for nothing."""
    heard = [results(answer)[-1] for answer in answers(assignment)]
    assert sentences_heard(assignment, heard) == sentences_to_hear(assignment)


@pytest.mark.torch
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_what_the_bank_hears_follows_the_schema(assignment: str) -> None:
    validator = jsonschema.Draft202012Validator(schema())
    for number, answer in enumerate(answers(assignment)):
        found = [results(answer)[0]]
        if number % EVERY == 0 and answer.name not in SLOW:
            get = open_here(answer.source)
            found.append(grade(f"{answer.assignment}/{answer.task}", get, lang="zh"))
        for lang, result in zip(("en", "zh"), found, strict=False):
            data = json.loads(json.dumps(result.to_json(), allow_nan=False))
            validator.validate(data)
            assert data["lang"] == lang


FRESH = [item for item in BANK if len(seeds(item, 2)) > 1]


def sampled_fresh(number: int, answer: Answer) -> bool:
    """Of those that train with torch only a few: each takes seconds."""
    return number % (4 * EVERY_FRESH if uses_torch(answer.source) else EVERY_FRESH) == 0


@pytest.mark.parametrize(
    ("subject_kind", "place", "answer"),
    [
        marked("local", number, answer, survey=not sampled_fresh(number, answer), name="{}-local")
        for number, answer in enumerate(FRESH)
    ],
    indirect=["subject_kind"],
)
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

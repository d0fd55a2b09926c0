"""The bank as notebooks: what each answer is worth, and what it hears, when a notebook is run from
top to bottom.

A notebook carries one answer of each task, so as many notebooks as the largest task has answers
hold all of an assignment's. ``tests/checks/test_bank.py`` tries every answer by itself, here as in
a process of its own; of the notebooks, which add the way from the cell to the mark, every eighth
is run, and every second in the survey.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

import nbformat
import pytest

from lmhead.checks.registry import find, tasks
from lmhead.checks.result import Result
from lmhead.course import ASSIGNMENTS
from lmhead.grading.driver.children import do
from lmhead.grading.driver.jobs import Job
from lmhead.grading.notebook.execute import run_notebook
from lmhead.grading.notebook.master import released_master
from lmhead.grading.notebook.self_check import check_notebook
from lmhead.grading.sandbox import missing_modules
from lmhead.grading.sandbox.levels import Sandbox
from lmhead.grading.sandbox.limits import TimeLimits
from tests.plugins.tiers import sampled
from tests.submissions import Answer, answers, submission

Warm = Callable[[Iterable[str]], Sandbox]
#: Short enough for an endless loop, long enough for a busy machine.
QUICK = TimeLimits(cell_cpu=2.0, cell_wall=120.0, call_cpu=1.0, call_wall=120.0)
EVERY, EVERY_IN_SURVEY = 8, 2
#: Languages take turns, and so do the ways of grading: every eighteenth goes through each.
WAY = 18


def packed(assignment: str) -> list[dict[str, Answer]]:
    """Notebooks that hold all of the bank's answers: task -> answer; some tasks run out early."""
    columns = [answers(assignment, task.name) for task in tasks(assignment)]
    return [
        {answer.task: answer for answer in row if answer is not None}
        for row in zip_longest(*columns)
    ]


def amiss(row: dict[str, Answer], assignment: str, results: dict[str, Result]) -> Iterator[str]:
    """What is not as the bank's files say."""
    for task in tasks(assignment):
        answer, result = row.get(task.name), results[task.id]
        if answer is None:
            if result.points != 0 or result.status != "not-attempted":
                yield f"{task.id} without an answer: {result.status}"
            continue
        due = task.points if answer.right else answer.points
        said = [part.message.id for part in result.parts
                if part.status != "right" and part.message]  # fmt: skip
        said += [result.message.id] if result.message else []
        if result.points != due or said[:1] != ([] if answer.right else [answer.expect]):
            yield f"{answer.id}: {result.points:g} points, {said}"


def sources(row: dict[str, Answer]) -> dict[str, str]:
    return {task: answer.source for task, answer in row.items()}


def language_of(number: int) -> str:
    return ("en", "zh")[number % 2]


def amiss_in_notebooks(assignment: str, every: int, sandbox: Sandbox) -> list[str]:
    """What is not as it should be in every so-manieth notebook; languages take turns."""
    wrong = []
    for number, row in list(enumerate(packed(assignment)))[::every]:
        lang = language_of(number // every)
        outcome = run_notebook(
            submission(assignment, lang, sources(row)),
            released_master(assignment, lang),
            sandbox,
            secret=b"bank",
            student=str(number),
            times=QUICK,
        )
        results = {item.result.task: item.result for item in outcome.tasks if item.result}
        wrong += [f"{number} ({lang}): {text}" for text in amiss(row, assignment, results)]
    return wrong


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_notebooks_hold_every_answer_of_the_bank(assignment: str) -> None:
    assert sum(map(len, packed(assignment))) == len(answers(assignment))


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_answers_of_the_bank_in_notebooks(assignment: str, warm_sandbox: Warm) -> None:
    # Libraries are loaded in nobody's time, as `grade` does.
    sandbox = warm_sandbox(missing_modules.libraries_of(assignment))
    assert amiss_in_notebooks(assignment, EVERY, sandbox) == []


@pytest.mark.slow
@pytest.mark.survey
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_answer_of_the_bank_in_a_notebook(assignment: str) -> None:
    """In a plain process for each notebook."""
    with Sandbox("none") as sandbox:
        sandbox.preload(missing_modules.libraries_of(assignment))
        assert amiss_in_notebooks(assignment, EVERY_IN_SURVEY, sandbox) == []


SOME = sampled(
    [
        (assignment, number)
        for assignment in ASSIGNMENTS
        for number in range(3, len(packed(assignment)), WAY)
    ],
    every=2,
    names=2,
)


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize(("assignment", "number"), SOME)
def test_lmhead_check_and_the_grader_say_the_same(
    assignment: str, number: int, tmp_path: Path, warm_sandbox: Warm
) -> None:
    row, lang = packed(assignment)[number], language_of(number // WAY)
    notebook = submission(assignment, lang, sources(row))
    path = tmp_path / f"{assignment}.ipynb"
    nbformat.write(notebook, path)
    at_home = check_notebook(path, QUICK)
    results = {item.result.task: item.result for item in at_home.tasks if item.result}
    assert list(amiss(row, assignment, results)) == []

    master = released_master(assignment, lang)
    job = Job(assignment, "someone", {path.name: path.read_bytes()}, {}, master, b"k" * 32, QUICK)
    report = do(job, warm_sandbox(missing_modules.libraries_of(assignment)))
    assert report.status == "graded"
    graded = {item["grade_id"]: item["points"] for item in report.tasks}
    assert graded == {item.grade_id: item.points for item in at_home.tasks}
    assert sum(points or 0 for points in graded.values()) == sum(
        find(f"{assignment}/{answer.task}").points if answer.right else answer.points or 0
        for answer in row.values()
    )

"""The course's one rule of what counts as right, tried with every task that asks for a function.

A right answer of the bank is called through a wrapper that gives its result another form: each
form that the rule names (`lmhead.checks.coerce`) keeps all points, each other form loses them and
hears why.
"""

import importlib
from typing import Any

import numpy as np
import pytest

from lmhead.checks.coerce import accepted, finished
from lmhead.checks.registry import find, tasks
from lmhead.checks.result import Result
from lmhead.course import ASSIGNMENTS
from lmhead.grading.sandbox.inside.preload import KNOWN
from lmhead.wire.subject import LocalSession
from tests.checks.conftest import grade, open_here
from tests.submissions import Answer, answers

pytestmark = pytest.mark.slow

#: From what a function returned, `value`, to the same in another form.
ACCEPTED = {
    "lists": "value.tolist() if isinstance(value, np.ndarray) else value",
    "tuples": "deep(value)",
    "map": "map(lambda item: item, value) if np.ndim(value) else value",
    "one-element": "np.array([value]) if np.ndim(value) == 0 else value",
    "0-d": "np.array(value)",
    "objects": "np.array(value, dtype=object)",
    "masked": "np.ma.masked_array(value)",
    "subclass": "np.asarray(value).view(type('Own', (np.ndarray,), {}))",
    "fraction": "fractions.Fraction(float(value)) if np.ndim(value) == 0 else value",
    "fortran": "np.asfortranarray(value)",
    "read-only": "frozen(value)",
}
REFUSED = {
    "text": "str(value)",
    "set": "set(np.ravel(value).tolist())",
    "generator": "(item for item in np.ravel(value))",
    "complex": "np.asarray(value) + 0j",
    "dict": "dict(enumerate(np.ravel(value)))",
    "more-axes": "np.stack([value, value])[None]",
    "a-function": "lambda: value",
    "nothing": "None",
}
#: What is said of a form that the rule does not accept, whichever task it is.
SAID = {
    "wrong-type", "wrong-shape", "not-a-number", "returned-iterator", "returned-function",
    "returned-none", "returned-too-large", "not-ids", "not-numbers",
}  # fmt: skip

WRAPPER = """
import fractions
import sys
import numpy as np
def deep(value):
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return tuple(map(deep, value)) if isinstance(value, list) else value
def frozen(value):
    value = np.array(value)
    value.setflags(write=False)
    return value
def in_other_form(function):
    def called(*args, **kwargs):
        value = function(*args, **kwargs)
        return {form}
    return called
"""

#: Tasks whose function has a form of its own: a driver calls it, or it returns texts and pairs.
OWN_FORM = {"06-train/head", "06-train/experiment", "06-train/chunked-loss"}


def functions_asked_for() -> list[tuple[str, Answer]]:
    found = []
    for assignment in ASSIGNMENTS:
        for task in tasks(assignment):
            right = [
                answer
                for answer in answers(assignment, task.name, "right")
                if "import torch" not in answer.source
            ]
            if right and f"{assignment}/{task.name}" not in OWN_FORM:
                names = {name: f"def {name}(" for name in task.takes}
                plain = [a for a in right if any(text in a.source for text in names.values())]
                if plain:
                    found.append((task.id, plain[0]))
    return found


TASKS = functions_asked_for()


def graded(task_id: str, answer: Answer, form: str) -> Result:
    source = WRAPPER.format(form=form) + answer.source
    for name in find(task_id).takes:
        if f"def {name}(" in answer.source:
            source += f"\n{name} = in_other_form({name})\n"
    return grade(task_id, open_here(source))


@pytest.mark.parametrize("form", ACCEPTED)
@pytest.mark.parametrize(("task_id", "answer"), TASKS, ids=[task for task, _ in TASKS])
def test_each_form_that_the_rule_names_is_right(task_id: str, answer: Answer, form: str) -> None:
    result = graded(task_id, answer, ACCEPTED[form])
    heard = [part.message for part in result.parts if part.status != "right"]
    assert result.points == result.max_points, heard


@pytest.mark.parametrize("form", REFUSED)
@pytest.mark.parametrize(("task_id", "answer"), TASKS, ids=[task for task, _ in TASKS])
def test_each_other_form_is_refused_and_hears_why(task_id: str, answer: Answer, form: str) -> None:
    result = graded(task_id, answer, REFUSED[form])
    first = result.parts[0]
    assert first.points == 0
    assert first.message is not None
    assert first.message.id.rpartition("/")[2] in SAID, first.message


@pytest.mark.torch
@pytest.mark.parametrize(("task_id", "answer"), TASKS, ids=[task for task, _ in TASKS])
def test_a_tensor_is_its_numbers(task_id: str, answer: Answer) -> None:
    importlib.import_module(KNOWN["torch"])
    result = graded(task_id, answer, "sys.modules['torch'].tensor(np.array(value))")
    assert result.points == result.max_points, [part.message for part in result.parts]


@pytest.mark.parametrize("value", [True, np.True_, "1", 1j, [1, [2]], {1}, b"1", [True]])
def test_what_is_no_number_stays_as_it_is(value: Any) -> None:
    seen = LocalSession().wrap(value)
    for expected in (np.array([1.0]), 1, np.float64(1)):
        read = accepted(finished(seen), expected)
        assert type(read) is type(seen)


def test_a_whole_float_is_whole_and_no_other_is() -> None:
    assert accepted([3.0, -0.0], np.array([3, 0])).dtype == np.int64
    for other in ([3.5], [np.nan], [np.inf], [2.0**60]):
        assert accepted(other, np.array([3])).dtype == float

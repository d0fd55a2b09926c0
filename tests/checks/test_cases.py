"""The cases of every check: fresh numbers, and the same structure at home and at grading."""

from typing import Any

import numpy as np
import pytest

from lmhead.checks import check
from lmhead.checks.registry import find
from lmhead.wire.subject import LocalSession
from tests.checks.conftest import grade, open_here
from tests.submissions import answers
from tests.submissions.judge import with_fresh_numbers

pytestmark = pytest.mark.slow

SEEDS = range(12)


def right_names(task_id: str) -> dict[str, Any]:
    """What a right answer defines, by the names that the task takes."""
    task = find(task_id)
    answer = answers(task.assignment, task.name, "right")[0]
    get = open_here(answer.source)
    names = get.__self__._peer._names  # type: ignore[attr-defined]
    return {name: names[name] for name in task.takes}


def recorded(name: str, function: Any, calls: list[Any]) -> Any:
    def answer(*args: Any) -> Any:
        calls.append((name, [described(item) for item in args]))
        return function(*args)

    return answer


def described(item: Any) -> tuple[Any, ...]:
    """An argument without its numbers: its type, and what kinds of numbers an array holds."""
    if not isinstance(item, np.ndarray):
        return (type(item).__name__,)
    infinite = bool(np.isinf(item).any()) if item.dtype.kind == "f" else False
    large = bool(np.abs(np.where(np.isfinite(item), item, 0)).max(initial=0) > 50)
    return item.shape, str(item.dtype), item.flags.c_contiguous, infinite, large


@pytest.mark.parametrize("task_id", with_fresh_numbers())
def test_the_structure_of_the_cases_is_the_same_whatever_the_numbers(task_id: str) -> None:
    structures = []
    for seed in [*SEEDS, None]:
        calls: list[Any] = []
        work = {
            name: recorded(name, item, calls) if callable(item) else item
            for name, item in right_names(task_id).items()
        }
        if seed is None:
            result = check(task_id, *work.values())  # as at home
        else:
            session = LocalSession()
            result = grade(task_id, lambda name, w=work, s=session: s.wrap(w[name]), seed)
        assert result.points == result.max_points, seed
        structures.append(calls)
    assert structures[0]
    for other in structures[1:]:
        assert other == structures[0]

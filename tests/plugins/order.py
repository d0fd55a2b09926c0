"""Which files come first where several workers share them.

A file stays with one worker, so that what it sets up (a course, a graded class) is set up once,
and so that the counts of work are the same in every run. Files that take minutes start first:
one that came last would be waited for. A file whose tests share nothing may be divided.
"""

from __future__ import annotations

from typing import Any

import pytest

#: The dearest first.
FIRST: tuple[str, ...] = (
    "tests/attacks/test_attacks.py",
    "tests/checks/test_bank.py",
    "tests/site/test_budgets.py",
    "tests/site/test_pages_in_browser.py",
    "tests/submissions/test_submissions.py",
    "tests/grading/sandbox/test_limits.py",
    "tests/grading/classroom/test_release_again.py",
    "tests/site/test_tryit_in_browser.py",
    "tests/site/test_lite_in_browser.py",
    "tests/site/test_build.py",
    "tests/grading/driver/test_cluster.py",
    "tests/grading/driver/test_class.py",
    "tests/grading/driver/test_nbgrader.py",
    "tests/grading/driver/test_driver.py",
    "tests/grading/gradebook/test_postgres.py",
    "tests/bench/test_mutants.py",
    "tests/submissions/test_bank_notebooks.py",
    "tests/test_cli.py",
)
#: Each test function of these may go to another worker.
DIVIDED: tuple[str, ...] = ()


def scope_of(nodeid: str) -> str:
    """What stays together: a file, or a test function with all of its parameters."""
    file, _, rest = nodeid.partition("::")
    return f"{file}::{rest.partition('[')[0]}" if file in DIVIDED else file


def place_of(scope: str) -> int:
    """Where a scope stands in the queue; all that are not named come after those that are."""
    file = scope.partition("::")[0]
    return FIRST.index(file) if file in FIRST else len(FIRST)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    if config.option.dist != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class DearestFirst(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return scope_of(nodeid)

    # The queue is in the order of the tests; without this it would be by their number.
    config.option.loadscopereorder = False
    return DearestFirst(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: place_of(scope_of(item.nodeid)))

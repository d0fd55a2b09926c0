"""Two tiers: what `make test` runs on every change, and the rest of the sweeps.

A sweep tries one property on many things of a kind. In `make test` it runs a sample that is
always the same, and the others are marked `survey`: `make survey` runs them, every night.
A test marked so is left out unless `-m` speaks of the survey, or `--every-case` lists all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

SURVEY = pytest.mark.survey


def sampled(values: Iterable[Any], every: int, first: int = 0, *, names: int = 1) -> list[Any]:
    """The parameters of a sweep: each `every`-th from `first` on stays, the others are surveyed.

    values: what `parametrize` takes: values, tuples for so many names, or `pytest.param(...)`.
    """
    return [
        value if number % every == first else surveyed(value, names=names)
        for number, value in enumerate(values)
    ]


def surveyed(value: Any, *, names: int = 1) -> Any:
    """A parameter that is tried in the survey alone. names: how many a plain tuple is for."""
    if isinstance(value, type(pytest.param())):
        return pytest.param(*value.values, id=value.id, marks=[*value.marks, SURVEY])
    values = value if names > 1 else (value,)
    return pytest.param(*values, marks=SURVEY)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--every-case",
        action="store_true",
        help="leave nothing out: neither the survey nor what needs a card (to list all cases)",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.every_case or "survey" in config.option.markexpr:
        return
    left_out = [item for item in items if item.get_closest_marker("survey")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("survey")]

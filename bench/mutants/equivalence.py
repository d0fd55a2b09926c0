"""Whether a changed answer still does what the task asks for."""

from __future__ import annotations

import importlib
import linecache
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from typing import Any

import numpy as np

from bench.mutants.contracts import (
    Arguments,
    Contract,
    Outcome,
    ValueContract,
    contracts_of,
    outcome,
)
from lmhead.checks.formatting import format_call
from lmhead.grading.sandbox.inside.preload import KNOWN
from lmhead.wire.peer import time_limit
from tests.checks.conftest import IMPORTS, uses_torch

SEED = 20_260_101
#: A function, its contract, and what the answer does with a case: the arguments, the outcome.
_Item = tuple[str, Contract, tuple[Arguments, Outcome]]


def run_cell(source: str) -> dict[str, Any]:
    """The names that an answer's cell defines; up to where it failed, if it did."""
    if uses_torch(source):  # outside the limit below
        importlib.import_module(KNOWN["torch"])
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(IMPORTS, "<locked cell>", "exec"), names)
    # As IPython does, so that an error can show the learner's line.
    linecache.cache["<cell>"] = (len(source), None, source.splitlines(keepends=True), "<cell>")
    try:
        with time_limit(0.5, 20.0), np.errstate(all="ignore"):
            exec(compile(source, "<cell>", "exec"), names)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the cell of a mutant may raise anything
        names["<stopped by>"] = type(error).__name__
    return names


def counterexample(
    task: str, original: str, source: str, names: dict[str, Any] | None = None
) -> str | None:
    """How a mutant differs from what it was made from, as far as the task's text goes.

    names: what the mutant's cell defines, where it has been run. None is returned where it does
    the same on every one of the contract's cases (the same numbers, errors, callbacks, and
    arguments afterwards where the text asks for that).
    """
    after = run_cell(source) if names is None else names
    pending: list[list[_Item]] = []
    for name, contract in contracts_of(task).items():
        if isinstance(contract, ValueContract):
            values = {item: after.get(item) for item in contract.names}
            if not contract.right(values):
                return ", ".join(f"{item} = {_short(value)}" for item, value in values.items())
            continue
        if not callable(after.get(name)):
            return f"{name} is no function"
        pending.append([(name, contract, done) for done in _done(task, original, name)])
    # A case of each function in turn: what differs shows soon, whichever it is.
    for name, contract, (arguments, one) in _in_turn(pending):
        two = outcome(contract.of(after[name]), arguments)
        if not _same(contract, arguments, one, two):
            return f"{format_call(name, arguments)}: {_short(two)}, not {_short(one)}"
    return None


@lru_cache(maxsize=4)
def _done(task: str, original: str, name: str) -> list[tuple[Arguments, Outcome]]:
    """What the answer itself does on the cases. Kept: its mutants come one after another."""
    contract = contracts_of(task)[name]
    assert isinstance(contract, Contract)
    function = contract.of(run_cell(original)[name])
    cases = contract.cases(np.random.default_rng(SEED))
    return [(arguments, outcome(function, arguments)) for arguments in cases]


def _in_turn(rows: list[list[_Item]]) -> Iterator[_Item]:
    return (item for items in zip_longest(*rows) for item in items if item is not None)


def _same(contract: Contract, arguments: Arguments, one: Outcome, two: Outcome) -> bool:
    try:
        return contract.same(arguments, one, two)
    except (TypeError, ValueError, OverflowError, ArithmeticError):  # an odd value
        return False


def _short(value: object) -> str:
    try:
        return " ".join(str(value).split())[:160]
    except Exception:  # an object whose text fails
        return type(value).__name__

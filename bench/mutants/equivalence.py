"""Whether a changed answer still does what the task asks for."""

from __future__ import annotations

import linecache
from typing import Any

import numpy as np

from bench.mutants.contracts import Contract, ValueContract, contracts_of, outcome
from lmhead.checks.show import show_call
from lmhead.wire.peer import time_limit
from tests.checks.conftest import IMPORTS

SEED = 20_260_101


def run_cell(source: str) -> dict[str, Any]:
    """The names that an answer's cell defines; up to where it failed, if it did."""
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(IMPORTS, "<locked cell>", "exec"), names)
    # As IPython does, so that an error can show the learner's line.
    linecache.cache["<cell>"] = (len(source), None, source.splitlines(keepends=True), "<cell>")
    try:
        with time_limit(1.0, 30.0), np.errstate(all="ignore"):
            exec(compile(source, "<cell>", "exec"), names)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the cell of a mutant may raise anything
        names["<stopped by>"] = type(error).__name__
    return names


def counterexample(task: str, original: str, source: str) -> str | None:
    """How a mutant differs from what it was made from, as far as the task's text goes.

    None: it does the same on every one of the contract's cases (the same numbers, errors,
    callbacks, and arguments afterwards where the text asks for that).
    """
    before, after = run_cell(original), run_cell(source)
    for name, contract in contracts_of(task).items():
        if isinstance(contract, ValueContract):
            values = {item: after.get(item) for item in contract.names}
            if not contract.right(values):
                return ", ".join(f"{item} = {_short(value)}" for item, value in values.items())
            continue
        if not callable(after.get(name)):
            return f"{name} is no function"
        found = _first_difference(name, contract, before[name], after[name])
        if found:
            return found
    return None


def _first_difference(name: str, contract: Contract, one: Any, two: Any) -> str | None:
    for arguments in contract.cases(np.random.default_rng(SEED)):
        a, b = outcome(one, arguments), outcome(two, arguments)
        try:
            same = contract.same(arguments, a, b)
        except (TypeError, ValueError, OverflowError, ArithmeticError):  # an odd value
            same = False
        if not same:
            return f"{show_call(name, arguments)}: {_short(b)}, not {_short(a)}"
    return None


def _short(value: object) -> str:
    try:
        return " ".join(str(value).split())[:160]
    except Exception:  # an object whose text fails
        return type(value).__name__

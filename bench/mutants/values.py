"""Changes of typed values: each number moved, the sign, the order, the shape, the kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.mutants.contracts import ValueContract, contracts_of
from bench.mutants.equivalence import run_cell
from bench.mutants.generate import Mutant

#: By how much a number is moved: a little more than the third decimal allows, and farther.
STEPS = (0.0006, 0.001, 0.006, 0.02, 0.3, 1.0)


def value_mutants(task: str, answer: str, source: str) -> list[Mutant]:
    """The right answer with one of its values assigned once more, changed."""
    contract = contracts_of(task).get("values")
    if not isinstance(contract, ValueContract):
        return []
    names = run_cell(source)
    if len(contracts_of(task)) == 1:  # the values alone, and not what took long to find them
        source = "\n".join(f"{name} = {_literal(_plain(names[name]))}" for name in contract.names)
    found = []
    for name in contract.names:
        for change in dict.fromkeys(_changes(_plain(names[name]))):
            text = f"{source.rstrip()}\n{name} = {change}\n"
            line = len(text.splitlines())
            found.append(Mutant(task, answer, "value", line, source.rstrip(), text.rstrip()))
    return found


def _plain(value: Any) -> Any:
    """Numbers as Python has them."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def _changes(value: Any) -> Iterator[str]:
    """The changed values, as Python writes them."""
    for other in _others(value):
        text = _literal(other)
        if text != _literal(value):
            yield text
    yield from ("None", "'?'", "lambda *args: 0", "float('nan')", "float('inf')", "[]", "{}")


def _others(value: Any) -> Iterator[Any]:
    if isinstance(value, str):
        yield from [*"ABCDEF", value.lower(), f" {value} ", f"{value}.", value * 2, "", [value]]
        return
    array = np.asarray(value, dtype=float)
    for place in np.ndindex(array.shape):
        for step in STEPS:
            for sign in (1, -1):
                yield _with(array, place, array[place] + sign * step)
        for other in (-array[place], 2 * array[place], 0.0, np.nan, np.inf, 1e200):
            yield _with(array, place, other)
    for scaled in (-array, 100 * array, array / 10, array + 1, 0 * array, array**2):
        yield scaled.tolist()
    if array.ndim == 0:
        yield [float(array)]
        return
    for axis in range(array.ndim):
        yield np.flip(array, axis).tolist()
        yield np.roll(array, 1, axis).tolist()
        yield np.sort(array, axis).tolist()
        yield np.delete(array, -1, axis).tolist()
        yield np.repeat(array, 2, axis).tolist()
        yield np.repeat(array.mean(axis, keepdims=True), array.shape[axis], axis).tolist()
        for first in range(array.shape[axis] - 1):
            order = np.arange(array.shape[axis])
            order[first], order[first + 1] = first + 1, first
            yield np.take(array, order, axis).tolist()
    yield array.T.tolist()
    yield array.ravel().tolist()
    yield [array.tolist()]


def _with(array: np.ndarray[Any, Any], place: tuple[int, ...], value: float) -> Any:
    changed = array.copy()
    changed[place] = value
    return changed.tolist()


def _literal(value: Any) -> str:
    return repr(value).replace("nan", "float('nan')").replace("inf", "float('inf')")

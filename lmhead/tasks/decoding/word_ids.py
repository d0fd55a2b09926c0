"""Functions that return the id of a word, or several: what an id is, and what is wrong with one."""

from __future__ import annotations

from typing import Any

import numpy as np

from lmhead.checks.compare import no_value
from lmhead.checks.formatting import describe_type
from lmhead.checks.functions import Problem
from lmhead.messages import Message, say

PREFIX = "04-decoding/common"


def as_id(value: Any) -> int | None:
    """A whole number as an int: of any type, and also an array that holds one."""
    if type(value) is int or issubclass(type(value), np.integer):
        return int(value)
    if type(value) is np.ndarray and value.size == 1:
        return as_id(value.item())
    if issubclass(type(value), (float, np.floating)) and abs(value) < 2**53:
        return int(value) if value == int(value) else None
    return None


def as_ids(value: Any) -> list[int] | None:
    """A list, a tuple or a one-dimensional array of whole numbers, as a list."""
    if type(value) is np.ndarray:
        if value.ndim != 1 or (value.size and value.dtype.kind not in "iuf"):
            return None
        value = value.tolist()
    if type(value) not in (list, tuple):
        return None
    items = [as_id(item) for item in value]
    return (
        None
        if any(item is None for item in items)
        else [item for item in items if item is not None]
    )


def id_problem(name: str) -> Problem:
    """For functions that return the id of a word."""

    def problem(value: Any, expected: Any) -> Message | None:
        unreadable = no_value(value, name)
        if unreadable is not None:
            return unreadable
        got = as_id(value)
        if got is None:
            return say("function/wrong-type", name=name, kind=describe_type(value), expected="int")
        return None if got == expected else say(f"{PREFIX}/other-word", name=name)

    return problem


def ids_problem(name: str, message: str) -> Problem:
    """For functions that return several ids in a row; `message` is for wrong ones."""

    def problem(value: Any, expected: Any) -> Message | None:
        unreadable = no_value(value, name)
        if unreadable is not None:
            return unreadable
        got = as_ids(value)
        if got is None:
            return say(f"{PREFIX}/not-ids", name=name, kind=describe_type(value))
        return None if got == list(expected) else say(message, name=name)

    return problem

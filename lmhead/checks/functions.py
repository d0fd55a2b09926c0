"""Parts that call the learner's function on many cases and compare with the reference.

The structure of the cases is the same at home and at grading; only the numbers are fresh.
When every failing case equals what a known mistake would give, the message names it.

A check calls the function once a case (`call_all`) and then judges the replies, one part
after another: the values, the dtype, what became of the arguments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np

from ..messages import Message, say
from ..wire.subject import Fault, Limits, Reply, Subject, is_a
from .compare import difference, same_values
from .formatting import describe_type, format_call
from .parts import not_attempted, right, wrong
from .result import Part
from .tolerance import Tolerance, rounding_of
from .values import untouched

#: The line of an untouched stub.
_STUB = "raise NotImplementedError"

Function = Callable[..., Any]
#: A known mistake as a function of the same arguments, or several ways to make it.
Mistake = Function | tuple[Function, ...]
#: What is wrong with a returned value, given what the reference returned; None if nothing.
Problem = Callable[[Any, Any], Message | None]

_WRONG_VALUES = "function/wrong-values"

#: What `input()` raises where nobody can type: a closed stdin, and a kernel without one. The
#: grader's stand-in for it says its name.
_NO_INPUT = ("EOFError", "StdinNotImplementedError")


#: Where numpy says that two arrays cannot be multiplied, the numbers that do not agree.
_SIZES = re.compile(r"\(size (\d{1,9}) is different from (\d{1,9})\)")


@dataclass(frozen=True)
class Case:
    """The arguments of one call."""

    args: tuple[Any, ...]

    def copy(self) -> tuple[Any, ...]:
        """The arguments, with arrays that a caller may change; their memory layout is kept."""
        return tuple(
            item.copy(order="K") if isinstance(item, np.ndarray) else item for item in self.args
        )


@dataclass(frozen=True)
class CallOutcome:
    """What the learner's function did with a case, and what the reference gives."""

    case: Case
    reply: Reply
    expected: Any


#: Of the cases whose values are wrong, the first that shows which property they break, with what
#: is then said; None where none is told.
Why = Callable[[Sequence[CallOutcome]], tuple[CallOutcome, Message] | None]


def not_callable(
    part_id: str, points: float, subject: Any, name: str, *, classes: bool = False
) -> Part | None:
    """The part's verdict when there is no function to call, else None. classes: whether a class
    is one that can be called.
    """
    if untouched(subject):
        return not_attempted(part_id, points, say("function/not-attempted", name=name))
    if not is_a(subject, Subject):
        return wrong(
            part_id, points, say("function/not-a-function", name=name, kind=describe_type(subject))
        )
    if subject.is_class and not classes:
        return wrong(part_id, points, say("function/is-class", name=name))
    return None


def call_all(
    subject: Subject, cases: Iterable[Case], reference: Function, limits: Limits
) -> list[CallOutcome]:
    """Call the learner's function on each case, in order.

    One that runs out of time is not called again, and neither is an untouched stub.
    """
    outcomes: list[CallOutcome] = []
    for case in cases:
        reply = subject.call(case.copy(), limits=limits)
        outcomes.append(CallOutcome(case, reply, reference(*case.copy())))
        fault = reply.fault
        if fault is not None and (fault.out_of_time or is_stub(fault)):
            break
    return outcomes


def is_stub(fault: Fault) -> bool:
    """Whether this is the stub's own line, untouched: torch raises the same error, with a text."""
    named = fault.kind == "NotImplementedError" and not fault.message
    return named and _STUB in (fault.source or _STUB)


def fault_message(fault: Fault, name: str, limits: Limits, signature: str) -> Message:
    """What the learner's code raised, with its own line."""
    error = f"{fault.kind}: {fault.message}" if fault.message else fault.kind
    if fault.out_of_time and fault.by_clock:
        return say("function/out-of-clock", name=name, seconds=f"{limits.wall:g}")
    if fault.out_of_time:
        return say("function/out-of-time", name=name, seconds=f"{limits.cpu:g}")
    if fault.kind in _NO_INPUT or fault.message.startswith("input() "):
        return say("function/input", name=name)
    if fault.kind == "NameError" and fault.message == "name 'np' is not defined":
        return say("function/no-numpy", name=name)
    sizes = _SIZES.search(fault.message)
    if fault.kind == "ValueError" and sizes is not None:
        one, other = sizes.groups()
        where = {"line": fault.line or "?", "source": fault.source or "…"}
        return say("function/lengths-differ", name=name, one=one, other=other, **where)
    if "a leaf Variable that requires grad" in fault.message:
        return say("function/leaf", name=name, line=fault.line or "?")
    if fault.line is None and fault.base == "TypeError":  # none of the learner's lines was reached
        return say("function/signature", name=name, call=signature, text=fault.message)
    if fault.line is None or not fault.source:
        return say("function/raised", name=name, error=error)
    return say("function/raised-at", name=name, error=error, line=fault.line, source=fault.source)


def _equals_mistake(item: CallOutcome, mistake: Function, tolerance: Tolerance | None) -> bool:
    """Whether the mistake does the same with this case: the same values, or the same error."""
    fault = item.reply.fault
    try:
        with np.errstate(all="ignore"):
            outcome = mistake(*item.case.copy())
    except Exception as error:
        # numpy's text names the shapes, so an equal text is the same wrong operation.
        return fault is not None and (fault.kind, fault.message) == (
            type(error).__name__,
            str(error),
        )
    if fault is not None:
        return False
    # The learner may have computed in a wider float; the case's own dtype sets what is equal.
    close = tolerance or rounding_of(np.asarray(item.expected))
    return same_values(item.reply.value, outcome, close)


def _known(
    outcomes: Sequence[CallOutcome],
    failing: Sequence[CallOutcome],
    mistakes: Mapping[str, Mistake],
    tolerance: Tolerance | None,
) -> str | None:
    """The mistake that does the same everywhere; else the first that does where the answer fails.

    Two mistakes may agree on every failing case. The one that is made is right where the
    answer is right. A mistake ``name:way`` is one way to make the mistake ``name``.
    """
    for items in (outcomes, failing):
        for name, mistake in mistakes.items():
            for function in mistake if isinstance(mistake, tuple) else (mistake,):
                if all(_equals_mistake(item, function, tolerance) for item in items):
                    return name.partition(":")[0]
    return None


def _found(
    outcomes: Sequence[CallOutcome], problem: Problem, name: str, limits: Limits, signature: str
) -> Iterator[tuple[CallOutcome, Message]]:
    """The cases that fail, each with what is wrong."""
    for item in outcomes:
        fault = item.reply.fault
        message = (
            problem(item.reply.value, item.expected)
            if fault is None
            else fault_message(fault, name, limits, signature)
        )
        if message is not None:
            yield item, message


def function_values(
    part_id: str,
    points: float,
    outcomes: Sequence[CallOutcome],
    *,
    name: str,
    signature: str,
    limits: Limits,
    prefix: str,
    mistakes: Mapping[str, Mistake] | None = None,
    tolerance: Tolerance | None = None,
    dtype: bool = True,
    problem: Problem | None = None,
    why: Why | None = None,
    shown: Callable[[str, tuple[Any, ...]], str] = format_call,
) -> Part:
    """The returned values, all or nothing over the cases, the first failing one shown.

    signature: how the function is to be called, for a message. mistakes: misconception id ->
    a function of the same arguments; its sentence is ``<prefix>/<id>``. dtype: whether another
    floating dtype counts as different. problem: what is wrong with a value; `difference`, where
    nothing else is given. why: which property the values break, where they are wrong and no
    known mistake tells more. shown: how a call is written out.
    """
    if any(item.reply.fault and is_stub(item.reply.fault) for item in outcomes):
        return not_attempted(part_id, points, say("function/not-attempted", name=name))

    def differs(value: Any, expected: Any) -> Message | None:
        return difference(value, expected, name, tolerance, dtype=dtype)

    failing = list(_found(outcomes, problem or differs, name, limits, signature))
    if not failing:
        return right(part_id, points)
    first, message = failing[0]
    known = _known(outcomes, [item for item, _ in failing], mistakes or {}, tolerance)
    if known is not None:
        message = say(f"{prefix}/{known}", name=name)
    elif why is not None and message.id == _WRONG_VALUES:
        first, message = why([item for item, said in failing if said.id == _WRONG_VALUES]) or (
            first,
            message,
        )
    elif message.id == "function/returned-none" and first.reply.stdout:
        message = say("function/printed", name=name)
    return wrong(
        part_id,
        points,
        message,
        misconception=known,
        case=shown(name, first.case.args),
        expected=first.expected,
        got=None if first.reply.fault is not None else first.reply.value,
    )


def function_dtype(
    part_id: str, points: float, outcomes: Sequence[CallOutcome], *, name: str
) -> Part:
    """Whether the result has the reference's dtype, where the values are right already."""
    for item in outcomes:
        problem = difference(item.reply.value, item.expected, name)
        if problem is not None and problem.id == "function/wrong-dtype":
            wider = np.result_type(item.reply.value, item.expected) != item.expected.dtype
            message = say(f"function/{'widened' if wider else 'wrong-dtype'}", **problem.params)
            case = format_call(name, item.case.args)
            return wrong(part_id, points, message, misconception="dtype", case=case)
    return right(part_id, points)


def arguments_kept(
    part_id: str,
    points: float,
    outcomes: Sequence[CallOutcome],
    *,
    name: str,
    takes: tuple[str, ...],
) -> Part:
    """Whether every array that was passed in is afterwards what it was before."""
    for item in outcomes:
        # A peer that reports too few arguments back has not kept them.
        afterwards = zip_longest(item.case.args, item.reply.args_after)
        for argument, (before, after) in zip(takes, afterwards, strict=False):
            if type(before) is not np.ndarray:
                continue
            same = (
                type(after) is np.ndarray
                and after.dtype == before.dtype
                and np.array_equal(after, before, equal_nan=True)
            )
            if not same:
                message = say("function/changed-argument", name=name, argument=argument)
                case = format_call(name, item.case.args)
                return wrong(part_id, points, message, misconception="changed-argument", case=case)
    return right(part_id, points)

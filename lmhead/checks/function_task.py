"""A function that a learner writes: called on many cases, judged part by part.

A check declares once what is asked (`FunctionTask`) and what its parts look at: the returned
values (`Values`), their dtype (`Dtype`), the arguments afterwards (`Kept`), or something of the
task's own (`CustomPart`). Calls and comparisons themselves are those of `functions`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..messages import Message, say
from ..wire.subject import Reply
from .coerce import accepted, finished
from .formatting import format_call
from .functions import (
    CallOutcome,
    Case,
    Function,
    Mistake,
    Problem,
    Why,
    arguments_kept,
    call_all,
    function_dtype,
    function_values,
    not_callable,
)
from .parts import not_attempted, not_run, right, wrong
from .registry import task
from .result import Part
from .tolerance import Tolerance
from .trial import Trial

Draw = Callable[[np.random.Generator], Iterable[Case]]
#: A verdict looked at once more, with what the function did: it may say something else.
Review = Callable[[Part, Sequence[CallOutcome]], Part]


@dataclass
class Attempt:
    """A learner's function while it is judged: what it did so far, and the verdicts on that.

    outcomes, parts: by the id of the part. drives: where a driver works with the function, the
    cases and what it said.
    """

    trial: Trial
    subject: Any
    outcomes: dict[str, list[CallOutcome]] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)
    drives: list[tuple[Case, Reply]] = field(default_factory=list)


@dataclass(frozen=True)
class FunctionPart(ABC):
    """One thing that is judged about a function, with its own points."""

    id: str
    points: float

    @abstractmethod
    def judge(self, task: FunctionTask, attempt: Attempt) -> Part:
        """The verdict, where there is a function to call and earlier parts do not forbid it."""

    def right(self, message: Message | None = None) -> Part:
        """Full points."""
        return right(self.id, self.points, message)

    def wrong(self, message: Message, **details: Any) -> Part:
        """No points, and why; details as those of `values.wrong`."""
        return wrong(self.id, self.points, message, **details)

    def not_attempted(self, message: Message) -> Part:
        """Nothing is there to be judged."""
        return not_attempted(self.id, self.points, message)

    def not_run(self, message: Message) -> Part:
        """Not judged until another part is right."""
        return not_run(self.id, self.points, message)


@dataclass(frozen=True)
class Values(FunctionPart):
    """The returned values, all or nothing over the cases.

    cases: draws them. mistakes: misconception -> a function of the same arguments that makes it.
    why: which property wrong values break, where they are no known mistake's. problem: what is
    wrong with a value, where it is not what the task says. more: the id of an earlier part, and
    cases that are added where it is right. review: has the last word.
    """

    cases: Draw
    mistakes: Mapping[str, Mistake] = field(default_factory=dict)
    why: Why | None = None
    problem: Problem | None = None
    more: tuple[str, Draw] | None = None
    review: Review | None = None

    def judge(self, task: FunctionTask, attempt: Attempt) -> Part:
        drawn = list(self.cases(attempt.trial.rng))
        if self.more is not None:
            earlier, draw = self.more
            if attempt.parts[earlier].status == "right":
                drawn += draw(attempt.trial.rng)
        outcomes = task.call(self.id, drawn, attempt)
        part = task.compare(
            self, outcomes, attempt, self.mistakes, why=self.why, problem=self.problem
        )
        return part if self.review is None else self.review(part, outcomes)


@dataclass(frozen=True)
class Dtype(FunctionPart):
    """Whether what was returned in earlier parts, named in `of`, has the reference's dtype."""

    of: tuple[str, ...]

    def judge(self, task: FunctionTask, attempt: Attempt) -> Part:
        return function_dtype(self.id, self.points, _together(attempt, self.of), name=task.name)


@dataclass(frozen=True)
class Kept(FunctionPart):
    """Whether the arrays that were passed in earlier parts are afterwards what they were."""

    of: tuple[str, ...]

    def judge(self, task: FunctionTask, attempt: Attempt) -> Part:
        outcomes = _together(attempt, self.of)
        return arguments_kept(self.id, self.points, outcomes, name=task.name, takes=task.takes)


@dataclass(frozen=True)
class CustomPart(FunctionPart):
    """Something of a task's own, judged by a function of it."""

    verdict: Verdict

    def judge(self, task: FunctionTask, attempt: Attempt) -> Part:
        return self.verdict(self, task, attempt)


#: A verdict of a task's own.
Verdict = Callable[[FunctionPart, "FunctionTask", Attempt], Part]


def _together(attempt: Attempt, parts: tuple[str, ...]) -> list[CallOutcome]:
    return [item for part_id in parts for item in attempt.outcomes[part_id]]


@dataclass(frozen=True)
class FunctionTask:
    """A function that a task asks for, and how it is judged.

    name, takes: how it is called, for a message. prefix: of the task's messages. reference: gives
    what is expected, from the same arguments. parts: in the order in which they are judged;
    where the first is not right, the others are not, unless they are `independent`; `needs` is
    then the message. tolerance: how near numbers have to be; as near as rounding leaves them,
    where it is None. dtype: whether another one is a difference. coerce: what a returned value
    is read as, given what is expected: the course's one rule, stated in `coerce`. problem: what
    is wrong with a value; `difference`, where it is None. show: how a call is written out.
    classes: whether a class will do.
    """

    name: str
    takes: tuple[str, ...]
    prefix: str
    reference: Function
    parts: tuple[FunctionPart, ...]
    tolerance: Tolerance | None = None
    dtype: bool = False
    coerce: Callable[[Any, Any], Any] = accepted
    problem: Problem | None = None
    show: Callable[[str, tuple[Any, ...]], str] = format_call
    independent: bool = False
    needs: Message | None = None
    classes: bool = False

    @property
    def signature(self) -> str:
        return f"{self.name}({', '.join(self.takes)})"

    def references(self) -> dict[str, Function]:
        """Part -> what is expected, for parts that take a course's own cases."""
        return {part.id: self.reference for part in self.parts if isinstance(part, Values)}

    def check(self, trial: Trial, subject: Any) -> Generator[Part, None, Attempt]:
        """Yield the verdicts; return what led to them."""
        attempt = Attempt(trial, subject)
        for part in self.parts:
            verdict = self._without_judging(part, attempt) or part.judge(self, attempt)
            attempt.parts[part.id] = verdict
            yield verdict
        return attempt

    def not_callable(self, part: FunctionPart, subject: Any) -> Part | None:
        """The verdict where there is no function to call."""
        return not_callable(part.id, part.points, subject, self.name, classes=self.classes)

    @property
    def needs_first(self) -> Message:
        """What is said of a part that is not judged until the first one is right."""
        return self.needs or say("function/needs-values", name=self.name)

    def _without_judging(self, part: FunctionPart, attempt: Attempt) -> Part | None:
        """The verdict where there is no function, or where the first part is not right."""
        first = next(iter(attempt.parts.values()), None)
        if first is None or self.independent:
            return self.not_callable(part, attempt.subject)
        if first.status == "right":
            return None
        if first.status == "not-attempted" and first.message is not None:
            return part.not_attempted(first.message)
        return part.not_run(self.needs_first)

    def call(self, part_id: str, cases: Iterable[Case], attempt: Attempt) -> list[CallOutcome]:
        """What the function does with each case, and with those that a course adds to the part."""
        trial = attempt.trial
        cases = trial.cases(part_id, cases)
        outcomes = call_all(attempt.subject, cases, self.reference, trial.limits)
        attempt.outcomes[part_id] = outcomes = [self._coerced(item) for item in outcomes]
        return outcomes

    def _coerced(self, item: CallOutcome) -> CallOutcome:
        """The outcome with what was returned read by the course's one rule (`coerce`)."""
        value = self.coerce(finished(item.reply.value), item.expected)
        return replace(item, reply=replace(item.reply, value=value))

    def compare(
        self,
        part: FunctionPart,
        outcomes: Sequence[CallOutcome],
        attempt: Attempt,
        mistakes: Mapping[str, Mistake],
        *,
        why: Why | None = None,
        problem: Problem | None = None,
    ) -> Part:
        """The verdict on what was returned; mistakes, why, problem as those of `Values`.

        Of several mistakes that fit, the one is named that an earlier part was told.
        """
        told = {each.misconception for each in attempt.parts.values()}
        mistakes = dict(
            sorted(mistakes.items(), key=lambda item: item[0].partition(":")[0] not in told)
        )
        return function_values(
            part.id,
            part.points,
            outcomes,
            name=self.name,
            signature=self.signature,
            limits=attempt.trial.limits,
            prefix=self.prefix,
            mistakes=mistakes,
            tolerance=self.tolerance,
            dtype=self.dtype,
            problem=problem or self.problem,
            why=why,
            shown=self.show,
        )


def counted(*misconceptions: str) -> Review:
    """Has messages of these ids, which `why` or `problem` gave, counted as misconceptions."""

    def review(part: Part, outcomes: Sequence[CallOutcome]) -> Part:
        known = part.message.id.rpartition("/")[2] if part.message else ""
        return replace(part, misconception=known) if known in misconceptions else part

    return review


def register(*functions: FunctionTask, section: str, own_cases: bool = True) -> None:
    """Register the check of the task that asks for these functions, one after the other.

    own_cases: whether a course may add cases of its own, in its `variants.py`.
    """

    def check(trial: Trial, *subjects: Any) -> Iterator[Part]:
        for function, subject in zip(functions, subjects, strict=True):
            yield from function.check(trial, subject)

    def references() -> dict[str, Function]:
        return {key: each for item in functions for key, each in item.references().items()}

    points = sum(part.points for item in functions for part in item.parts)
    task(
        functions[0].prefix,
        points=int(points) if points == int(points) else points,
        takes=tuple(item.name for item in functions),
        section=section,
        cases=references if own_cases else dict,
    )(check)

"""A course's own points, numbers, cases and tasks, declared in its `variants.py`.

The file lies in the course folder, beside `nbgrader_config.py`, and calls what is below::

    from lmhead.checks.variants import cases, given, points, share, task

    points("03-by-hand/sgd-step", 8)
    given("03-by-hand/chain", h=[2, -1, 1])

    @cases("03-by-hand/sgd-step", part="values")
    def wide(rng):
        yield rng.integers(-8, 9, (3, 20)) / 4, rng.integers(-8, 9, 20) / 4, 2

It is the instructor's own program and runs on the grader's side; what is wrong in it is a
`VariantProblem`, a sentence with the line, before anything is graded. `load` reads it,
`variant_files` finds it.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

from ..course import ASSIGNMENTS, LANGUAGES
from .functions import Case
from .registry import CheckFunction, Task, find
from .trial import ExtraCases
from .usage_errors import UnknownTask
from .variant_set import NONE, Variants
from .variant_trials import VariantProblem, drawn_cases, try_cases, try_task

FILE = "variants.py"
_TASK_ID = re.compile(r"[0-9]{2}-[a-z-]+/[a-z-]+")  # as result.schema.json has it
#: A sentence in both of the course's languages, or one for each.
Text = str | Mapping[str, str]


# -- what the file calls --------------------------------------------------------------------


@dataclass
class _Draft:
    """What the file has declared so far."""

    points: dict[str, float] = field(default_factory=dict)
    given: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    extra: dict[str, dict[str, ExtraCases]] = field(default_factory=dict)
    tasks: dict[str, Task] = field(default_factory=dict)
    sentences: dict[str, Mapping[str, str]] = field(default_factory=dict)
    shared: bool = False

    def find(self, task_id: Any) -> Task:
        if isinstance(task_id, str) and task_id in self.tasks:
            return self.tasks[task_id]
        try:
            return find(task_id)
        except UnknownTask as unknown:
            raise VariantProblem(str(unknown)) from None


_draft: ContextVar[_Draft | None] = ContextVar("lmhead_variants_draft", default=None)


def _current() -> _Draft:
    return _draft.get() or _Draft()  # run by hand, a declaration is looked at and forgotten


def points(task_id: str, points: float) -> None:
    """Give a task so many points; each of its parts keeps its share of them."""
    draft = _current()
    task = draft.find(task_id)
    value = _positive(points, f"the points of {task.id}")
    if task.id in draft.points:
        raise VariantProblem(f"{task.id} is given points twice")
    draft.points[task.id] = value


def given(task_id: str, **numbers: Any) -> None:
    """Let a task start from other numbers. What is expected is computed from them.

    The exercise's text has to say the same numbers: change it in the master.
    """
    draft = _current()
    task = draft.find(task_id)
    if task.given is None:
        raise VariantProblem(f"{task.id} has no numbers that can be changed")
    if task.id in draft.given:
        raise VariantProblem(f"{task.id} is given numbers twice")
    if not numbers:
        raise VariantProblem(f"no numbers are given for {task.id}")
    try:
        task.given(**numbers)
    except (TypeError, ValueError) as error:
        text = str(error).removeprefix(f"{getattr(task.given, '__name__', '')}.__init__() ")
        raise VariantProblem(f"{task.id} cannot start from these numbers: {text}") from None
    draft.given[task.id] = {key: _plain(value) for key, value in numbers.items()}


def _plain(value: Any) -> Any:
    """Numbers as JSON has them."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


Draw = Callable[[np.random.Generator], Iterator[Any]]


def cases(
    task_id: str, *, part: str | None = None, replace: bool = False
) -> Callable[[Draw], Draw]:
    """Add cases to a part of a task; the decorated ``f(rng)`` yields the arguments of a call.

    Several arguments are a tuple; one may stand alone. `rng` is a numpy generator, seeded like
    the check's own numbers. What is expected comes from the course's reference. part: the
    task's first part that takes cases, if left out. replace: these instead of the usual ones.
    """
    draft = _current()
    task = draft.find(task_id)
    open_parts = task.cases()
    if not open_parts:
        raise VariantProblem(f"{task.id} takes no cases of yours: no part of it compares calls")
    chosen = next(iter(open_parts)) if part is None else part
    if chosen not in open_parts:
        raise VariantProblem(
            f"{task.id} takes no cases for a part {chosen!r}; it does for {', '.join(open_parts)}"
        )
    if chosen in draft.extra.get(task.id, {}):
        raise VariantProblem(f"the part {chosen!r} of {task.id} is given cases twice")

    def declare(draw: Draw) -> Draw:
        if not callable(draw):
            raise VariantProblem(f"@cases stands above a function, not {type(draw).__name__}")

        def cases_of(rng: np.random.Generator) -> list[Case]:
            return drawn_cases(draw, rng)

        extra = draft.extra.setdefault(task.id, {})
        extra[chosen] = ExtraCases(cases_of, replace)
        try_cases(task, chosen, draw)
        return draw

    return declare


def task(
    task_id: str,
    *,
    points: float,
    takes: tuple[str, ...],
    title: Text,
    section: str | None = None,
    parts: Mapping[str, Text] | None = None,
    messages: Mapping[str, Text] | None = None,
) -> Callable[[CheckFunction], CheckFunction]:
    """A task of the course's own: the decorated ``f(trial, *work)`` yields its parts.

    takes: the names that a learner defines for it, in the order in which `check` gets them.
    section: the label of the chapter's section that explains it. parts: part -> its title.
    messages: id -> sentence, said as ``say("<task>/<id>")`` and counted as a misconception
    of this id. Parts come from `values` and `functions`, as in the course's own checks.
    """
    draft = _current()
    if not isinstance(task_id, str) or _TASK_ID.fullmatch(task_id) is None:
        raise VariantProblem(
            f"{task_id!r} is no task's id: <assignment>/<task> in small letters, as 03-by-hand/loss"
        )
    if _exists(draft, task_id):
        raise VariantProblem(f"there is a task {task_id!r} already; give yours another name")
    worth = _positive(points, f"the points of {task_id}")
    if section is not None and task_id.split("/")[0] not in ASSIGNMENTS:
        raise VariantProblem(f"{task_id} belongs to no chapter, so it has no section {section!r}")
    names = takes if isinstance(takes, tuple) else ()
    if not names or not all(isinstance(name, str) and name.isidentifier() for name in names):
        raise VariantProblem(
            f"takes is {takes!r}; it holds the names that a learner defines, as takes=('loss',)"
        )
    sentences = {f"{task_id}/title": _both(title, "title")}
    for part, text in (parts or {}).items():
        sentences[f"{task_id}/part/{part}"] = _both(text, f"parts[{part!r}]")
    for name, text in (messages or {}).items():
        sentences[f"{task_id}/{name}"] = _both(text, f"messages[{name!r}]")

    def declare(function: CheckFunction) -> CheckFunction:
        own = Task(task_id, worth, names, section, function)
        try_task(own, sentences)
        draft.tasks[task_id] = own
        draft.sentences.update(sentences)
        return function

    return declare


def _exists(draft: _Draft, task_id: str) -> bool:
    try:
        draft.find(task_id)
    except VariantProblem:
        return False
    return True


def share() -> None:
    """Hand this file out with the notebooks, so that `check` at home asks the same.

    Without it learners are told the points and the numbers, which their notebook says too;
    own cases are tried, and own tasks checked, only when their work is graded.
    """
    _current().shared = True


def _both(text: Any, what: str) -> Mapping[str, str]:
    if isinstance(text, str):
        return dict.fromkeys(LANGUAGES, text)
    if isinstance(text, Mapping) and set(text) == set(LANGUAGES):
        return dict(text)
    raise VariantProblem(f"{what} is a sentence, or one for each of {' and '.join(LANGUAGES)}")


def _positive(value: Any, what: str) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 < value < 1e6:
        raise VariantProblem(f"{what} are {value!r}; a positive number was expected")
    return float(value)


# -- reading it -----------------------------------------------------------------------------


@lru_cache(maxsize=8)
def load(source: str, name: str = FILE) -> Variants:
    """What the text of a `variants.py` declares. An empty text declares nothing.

    Raises `VariantProblem`. The text is executed: it has to be the instructor's.
    """
    if not source.strip():
        return NONE
    draft = _Draft()
    token = _draft.set(draft)
    try:
        exec(compile(source, name, "exec"), {"__name__": "variants", "__file__": name})
    except Exception as error:
        raise VariantProblem(_told(error, name)) from None
    finally:
        _draft.reset(token)
    return Variants(
        points=MappingProxyType(draft.points),
        given=MappingProxyType(draft.given),
        extra=MappingProxyType({key: dict(value) for key, value in draft.extra.items()}),
        tasks=MappingProxyType(draft.tasks),
        sentences=MappingProxyType(draft.sentences),
        shared=draft.shared,
        source=source,
    )


def _told(error: Exception, name: str) -> str:
    """A sentence with the line of the file that the error comes from."""
    if isinstance(error, SyntaxError) and error.filename == name:
        return f"{name}, line {error.lineno or 0}: this is not Python: {error.msg}"
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == name and frame.lineno is not None
    ]
    place = f"{name}, line {lines[-1]}" if lines else name
    if isinstance(error, VariantProblem):
        return f"{place}: {error}"
    more = ""
    if isinstance(error, ImportError):
        more = (
            ". The file is read on its own, by every process that grades: "
            "it can import numpy, lmhead and Python's own library"
        )
    return f"{place}: {type(error).__name__}: {error}{more}"


__all__ = [
    "FILE",
    "NONE",
    "VariantProblem",
    "Variants",
    "cases",
    "given",
    "load",
    "points",
    "share",
    "task",
]

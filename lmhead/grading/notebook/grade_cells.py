"""Runs a grade cell here, on the grader's side, with the learner's names as Subjects.

Names resolve in this order: the cell's own, those of locked cells, Python's builtins, and
only then the learner's. Python itself looks names up in globals and then builtins; the
learner's come in as what a builtins dict answers when it lacks a name.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...checks.result import Result
from ...checks.usage_errors import CheckedLater
from ...messages import Message, say
from ...wire.peer import STDOUT_CHARACTERS, CappedText
from ...wire.subject import Handle, HandleError, Missing, PeerLost, Session, is_a
from .read import writable
from .unsupported_names import unsupported_name

#: Names that a notebook has and that are not the learner's to define.
_NOT_LEARNERS = frozenset(
    {"check", "__builtins__", "__file__", "__spec__", "__loader__", "__annotations__"}
)


class LearnersNames(dict[str, Any]):
    """Python's builtins; a name that is not among them is asked of the learner's process.

    stand_in: whether a name that the learner lacks is a `Missing`, for `check` to report, or
    a NameError. Only the first passes ``assert name is not None``.
    """

    def __init__(self, ask: Callable[[str], Any]) -> None:
        super().__init__(vars(builtins))
        self._ask = ask
        self.stand_in = False

    def __missing__(self, name: str) -> Any:
        if name in _NOT_LEARNERS or (name.startswith("__") and name.endswith("__")):
            raise KeyError(name)
        value = self._ask(name)
        if is_a(value, Missing) and not self.stand_in:
            raise KeyError(name)
        return value


@dataclass
class GradeCell:
    """What running a grade cell gave: outputs for the notebook, and points."""

    outputs: list[dict[str, Any]] = field(default_factory=list)
    points: float = 0.0
    needs_person: bool = False
    result: Result | None = None
    message: Message | None = None


class TrustedCells:
    """The namespace of an assignment's locked cells, and the grade cells run against it."""

    def __init__(self, ask: Callable[[str], Any], session: Session) -> None:
        self._session = session
        self._builtins = LearnersNames(ask)
        self._names: dict[str, Any] = {"__name__": "__main__", "__builtins__": self._builtins}

    def run_locked(self, source: str) -> None:
        """A locked cell without points: imports and data that grade cells use.

        Its names are ours for good; the learner's same names never stand in for them.
        """
        code = compile(source, "<locked cell>", "exec")
        with contextlib.redirect_stdout(CappedText(STDOUT_CHARACTERS)):
            exec(code, self._names)

    def run_grade(self, source: str, max_points: float) -> GradeCell:
        """A grade cell: its value is partial credit; no value and no exception is full credit."""
        done = GradeCell()
        printed = CappedText(STDOUT_CHARACTERS)
        names = dict(self._names)  # a grade cell's own names do not outlive it
        self._builtins.stand_in = ours = _calls_check(source)
        self._session.refusal()
        try:
            live = None if ours else unsupported_name(source, names)
            if live is not None:
                return for_a_person(done, say("person/elsewhere", name=live))
            with contextlib.redirect_stdout(printed), np.errstate(all="ignore"):
                value = _run(source, names)
            _judge(done, value, max_points)
        except HandleError as error:
            for_a_person(done, str(error))
        except CheckedLater as later:
            done.needs_person = True
            done.message = later.message
        except PeerLost as lost:
            done.message = say(f"lost/{lost.reason}")
        except SyntaxError as error:
            done.needs_person = True
            done.message = say("cell/not-plain-python", line=error.lineno or 0)
            done.outputs.append(_notice(done.message))
        except NameError as error:
            done.message = say("cell/name-missing", name=error.name or str(error))
        except TypeError as error:
            if "catching classes that do not inherit" in str(error):  # except THEIRS:
                for_a_person(done, say("person/live", kind="class"))
            else:
                done.message = say("cell/raised", error="TypeError", text=str(error)[:500])
        except AssertionError as error:
            done.message = say("cell/assertion", text=writable(str(error)) or _line(source, error))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            done.message = say(
                "cell/raised", error=type(error).__name__, text=writable(str(error))[:500]
            )
        # Whatever the cell made of it: it may have caught what the object refused.
        refused = self._session.refusal()
        if refused is not None and not ours:
            kind = "".join(filter(str.isprintable, refused))[:80]
            done.outputs.clear()
            for_a_person(done, say("person/live", kind=kind))
        if printed.getvalue():
            stream = {
                "output_type": "stream",
                "name": "stdout",
                "text": writable(printed.getvalue()),
            }
            done.outputs.insert(0, stream)
        if done.message is not None and not done.needs_person:
            done.points = 0.0
            done.outputs.append(_notice(done.message))
        return done


def for_a_person(done: GradeCell, reason: Message | str) -> GradeCell:
    """Leave a task to a person, with the reason under its cell in place of another one."""
    done.outputs = [output for output in done.outputs if output.get("ename") != "Grading"]
    done.needs_person, done.points = True, 0.0
    done.message = say("cell/needs-person", reason=reason)
    done.outputs.append(_notice(done.message))
    return done


def _calls_check(source: str) -> bool:
    """Whether the cell hands the learner's work to `check`, as the course's own cells do."""
    try:
        nodes = ast.walk(ast.parse(source))
    except SyntaxError:
        return False
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "check"
        for node in nodes
    )


def _run(source: str, names: dict[str, Any]) -> Any:
    """Execute a cell as a notebook does: the value of a last expression is its output."""
    tree = ast.parse(source, "<grade cell>")
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<grade cell>", "exec"), names)
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "<grade cell>", "eval"), names)


def _judge(done: GradeCell, value: Any, max_points: float) -> None:
    kind = type(value)
    if value is None:
        done.points = max_points
        return
    if kind is Result:
        done.result = value
        done.points = min(max(value.points, 0.0), max_points)
        bundle = dict(value._repr_mimebundle_())
        bundle["text/plain"] = f"{done.points:g}"
        done.outputs.append(_value(bundle))
        return
    if issubclass(kind, Handle):
        raise HandleError("the cell's value is the learner's own object")
    number = kind in (int, float) or issubclass(kind, (np.integer, np.floating))
    if not number or not math.isfinite(value):
        done.message = say("cell/not-points", kind=kind.__name__)
        return
    done.points = min(max(float(value), 0.0), max_points)
    done.outputs.append(_value({"text/plain": f"{done.points:g}"}))


def _value(data: dict[str, Any]) -> dict[str, Any]:
    return {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None}


def _notice(message: Message) -> dict[str, Any]:
    """An error output: nbgrader reads it as no points, a reader sees the sentence."""
    text = message.text()
    return {"output_type": "error", "ename": "Grading", "evalue": text, "traceback": [text]}


def _line(source: str, error: BaseException) -> str:
    """The assert's own line, for one that has no text."""
    trace, number = error.__traceback__, 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "<grade cell>":
            number = trace.tb_lineno
        trace = trace.tb_next
    lines = source.splitlines()
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""


__all__ = ["GradeCell", "LearnersNames", "TrustedCells", "for_a_person"]

"""At home: what is not a mistake in the learner's code is not shown as a traceback.

A name that `check` needs and that does not exist yet, a stub that was run as it is, torch where
it is not installed, a `check` that was called wrongly: each is one sentence. Where `check` was
given several names and one is missing, the others are judged, as they are while grading.
"""

from __future__ import annotations

import ast
import contextlib
import re
import sys
from types import TracebackType
from typing import Any

from ..messages import sentence
from ..wire.subject import Missing, is_a
from .usage_errors import UsageError

_STUB = "raise NotImplementedError()"


def explain(error: BaseException, source: str) -> str | None:
    """The sentence for an error that a cell itself raised, or None to show it as usual."""
    if isinstance(error, UsageError):
        return str(error)
    if isinstance(error, NotImplementedError) and not error.args and _STUB in source:
        return sentence("home/stub", line=_STUB)
    if isinstance(error, ModuleNotFoundError) and error.name == "torch":
        return sentence("home/no-torch")
    calls_check = re.search(r"^[^\S\n]*check\(", source, re.MULTILINE) is not None
    if isinstance(error, NameError) and error.name and calls_check:
        if error.name == "check":
            return sentence("home/no-check")
        return sentence("home/name-missing", name=error.name)
    return None


def call_of(source: str, name: str) -> tuple[str, tuple[str, ...]] | None:
    """The task and the names of the cell's call of `check` that a missing name stands in.

    None where there is none, where it holds more than names, or where this is its only one.
    """
    try:
        lines = ast.parse(source).body
    except SyntaxError:  # a magic or a shell command stands beside it
        return None
    for line in lines:
        match line:
            case ast.Expr(
                ast.Call(ast.Name("check"), [ast.Constant(str() as task), *work], keywords=[])
            ):
                names = tuple(item.id for item in work if isinstance(item, ast.Name))
                if name in names and 1 < len(names) == len(work):
                    return task, names
    return None


def _judge_the_rest(shell: Any, source: str, name: str) -> None:
    """Checks what is there, with the missing name as not attempted, as grading does."""
    found = call_of(source, name)
    if found is None:
        return
    from .entry_point import check

    task, names = found
    work = [shell.user_ns.get(item, Missing(item)) for item in names]
    if all(is_a(item, Missing) for item in work):
        return
    from IPython.display import display

    with contextlib.suppress(UsageError):
        display(check(task, *work))


def _in_cell(trace: TracebackType | None, error: BaseException) -> bool:
    """Whether the cell's own lines raised: inside a function the learner needs to see where."""
    if isinstance(error, UsageError):
        return True
    names = []
    while trace is not None:
        names.append(trace.tb_frame.f_code.co_name)
        trace = trace.tb_next
    return bool(names) and names[-1].startswith("<")  # <module>, or <cell line: 1>


def install() -> None:
    """Register with IPython, if this is one. Elsewhere errors stay what they are."""
    if "IPython" not in sys.modules:
        return
    from IPython import get_ipython

    shell: Any = get_ipython()
    if shell is None or getattr(shell, "_lmhead_hook", False):
        return

    def handler(shell: Any, kind: Any, error: Any, trace: Any, tb_offset: Any = None) -> Any:
        cells = shell.history_manager.input_hist_parsed
        text = explain(error, cells[-1] if cells else "") if _in_cell(trace, error) else None
        if text is None:
            return shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
        print(text)
        if isinstance(error, NameError) and error.name:
            _judge_the_rest(shell, cells[-1], error.name)
        return []

    noticed = (NameError, NotImplementedError, ModuleNotFoundError, UsageError)
    shell.set_custom_exc(noticed, handler)
    shell._lmhead_hook = True

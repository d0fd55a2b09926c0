"""An IPython shell whose outputs are data."""

from __future__ import annotations

import ast
import base64
import re
import sys
import traceback
from typing import Any

#: What one cell may print, and how many outputs it may show; the grader caps again.
MAX_TEXT = 200_000
MAX_OUTPUTS = 50
_PROMPT = re.compile(r"^[^\S\n]*(In ?\[|\.\.\.|>>>)", re.MULTILINE)


def make_shell() -> tuple[Any, list[dict[str, Any]]]:
    """An IPython shell that keeps its outputs as data. Made after the fork: it has state."""
    from IPython.core.displayhook import DisplayHook
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    outputs: list[dict[str, Any]] = []

    class Hook(DisplayHook):
        def write_output_prompt(self) -> None:
            pass

        def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
            outputs.append({"output_type": "execute_result", "data": _mime(format_dict)})

        def finish_displayhook(self) -> None:
            pass

    class Publisher(DisplayPublisher):
        def publish(
            self, data: Any, metadata: Any = None, source: Any = None, **kwargs: Any
        ) -> None:
            outputs.append({"output_type": "display_data", "data": _mime(data)})

        def clear_output(self, wait: bool = False) -> None:
            outputs.clear()

    class Shell(InteractiveShell):
        def showtraceback(
            self,
            exc_tuple: Any = None,
            filename: Any = None,
            tb_offset: Any = None,
            exception_only: bool = False,
            running_compiled_code: bool = False,
        ) -> None:
            given: Any = self._get_exc_info
            error = given(exc_tuple)[1]
            outputs.append(describe(error, with_lines=not exception_only))

        def enable_gui(self, gui: Any = None) -> None:
            """A kernel would start a toolkit's loop; here %matplotlib finds nothing to do."""

        def transform_cell(self, raw_cell: str) -> str:
            # IPython splits every cell into tokens to look for its own notation.
            if plain_python(raw_cell):
                return raw_cell if raw_cell.endswith("\n") else raw_cell + "\n"
            transform: Any = super().transform_cell
            return str(transform(raw_cell))

        def should_run_async(self, raw_cell: str, **kwargs: Any) -> bool:
            # It compiles the cell to see whether it awaits something at its top level.
            decide: Any = super().should_run_async
            return ("await" in raw_cell or "async" in raw_cell) and decide(raw_cell, **kwargs)

        def _format_exception_for_storage(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
            return {}  # for a history that is not used

        def showsyntaxerror(
            self, filename: Any = None, running_compiled_code: bool = False
        ) -> None:
            given: Any = self._get_exc_info
            outputs.append(describe(given()[1]))

    config = Config()
    config.HistoryManager.enabled = False  # its writer is a thread and a database
    config.InteractiveShell.colors = "NoColor"
    config.InteractiveShell.autoindent = False
    make: Any = Shell  # IPython has no types
    # The instance: display() prints where there is none.
    shell = make.instance(config=config, displayhook_class=Hook, display_pub_class=Publisher)
    return shell, outputs


def rehearse(shell: Any, outputs: list[dict[str, Any]]) -> None:
    """Run a cell, an error and a value once, so that IPython has loaded what it loads lazily."""
    for source in ("pass", "raise ValueError"):
        shell.run_cell(source, store_history=False)
    shell.transform_cell("%pwd")  # the pattern of a token is long
    shell.display_formatter.format(0.5)
    outputs.clear()
    for name in ("last_type", "last_value", "last_traceback"):
        if hasattr(sys, name):
            delattr(sys, name)


def plain_python(source: str) -> bool:
    """Whether a cell is Python as it stands: IPython's notation (magics, help) then is not in it,
    except for prompts that were pasted along (``In [1]: x`` is an annotation in Python)."""
    # A backslash may be a faulty escape, of which parsing warns: once is enough.
    if "\\" in source or _PROMPT.search(source):
        return False
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return True


def describe(error: BaseException, with_lines: bool = True) -> dict[str, Any]:
    """An exception as a notebook's output: the learner's own lines and the last word.

    Not IPython's, which reads and colours every library's source on the way: that costs more
    time than all the rest of a submission, and says what a learner cannot change.
    """
    from lmhead.wire.peer import of_a_library

    try:
        text = str(error)[:1000]
    except Exception:  # a learner's exception may fail while it is being described
        text = ""
    lines: list[str] = []
    if with_lines:
        found = traceback.TracebackException.from_exception(error, compact=True)
        found.__cause__ = found.__context__ = None
        found.stack = traceback.StackSummary.from_list(
            [frame for frame in found.stack if not of_a_library(frame.filename)][-20:]
        )
        lines = [_in_cell(line) for part in found.format() for line in part.splitlines()]
    return {
        "output_type": "error",
        "ename": type(error).__name__,
        "evalue": text,
        "traceback": [line[:4000] for line in lines][:60],
    }


def _in_cell(line: str) -> str:
    """IPython's name for a cell's source, as a reader knows it."""
    return re.sub(r'File "<ipython-input-(\d+)-[^<>]*>"', r"Cell In[\1]", line)


def _mime(data: Any) -> dict[str, str]:
    """The kinds of output that a feedback page shows; all others are dropped here already."""
    kept: dict[str, str] = {}
    for kind in ("text/plain", "image/png"):
        value = data.get(kind)
        if isinstance(value, bytes):
            value = base64.b64encode(value).decode("ascii")
        if isinstance(value, str):
            kept[kind] = value[: MAX_TEXT if kind == "text/plain" else 4 * 2**20]
    return kept


def no_input(prompt: object = "") -> str:
    """Stands for `input`."""
    raise RuntimeError(
        "input() has nobody to ask while a notebook is graded: give the value in the code"
    )

"""At home: a name that `check` needs and that does not exist yet is not a traceback."""

from __future__ import annotations

import re
import sys
from typing import Any

from .messages import sentence


def _is_check_cell(source: str) -> bool:
    return re.search(r"^\s*check\(", source, re.MULTILINE) is not None


def explain(error: BaseException, source: str) -> str | None:
    """The sentence for an error in a cell that calls `check`, or None to show it as usual."""
    if not _is_check_cell(source):
        return None
    if isinstance(error, NameError) and error.name:
        if error.name == "check":
            return sentence("home/no-check")
        return sentence("home/name-missing", name=error.name)
    if isinstance(error, (LookupError, TypeError)) and str(error).startswith(("check(", "03-")):
        return str(error)
    return None


def install() -> None:
    """Register with IPython, if this is one. Elsewhere errors stay what they are."""
    if "IPython" not in sys.modules:
        return
    from IPython import get_ipython

    shell: Any = get_ipython()
    if shell is None or getattr(shell, "_lmhead_hook", False):
        return

    def handler(shell: Any, kind: Any, error: Any, trace: Any, tb_offset: Any = None) -> Any:
        history = shell.user_ns.get("In") or [""]
        text = explain(error, history[-1])
        # Only what the cell itself raised: an error inside a function has deeper frames.
        if text is None:
            return shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
        print(text)
        return []

    shell.set_custom_exc((NameError, LookupError, TypeError), handler)
    shell._lmhead_hook = True

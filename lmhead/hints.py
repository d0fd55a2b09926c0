"""What a user is told to type: how this command was called, and how an extra is installed."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

#: Whether this package lies in a copy of the repository; an installed release does not.
CHECKOUT = (Path(__file__).resolve().parents[1] / "pyproject.toml").is_file()


def command_name() -> str:
    """How `lmhead` was called, for hints that can be typed as they stand."""
    called = sys.argv[0]
    if Path(called).stem != "lmhead" or called == shutil.which("lmhead"):
        return "lmhead"
    return shlex.quote(called)


def how_to_install(extra: str) -> str:
    """The command that installs one of the package's extras."""
    if CHECKOUT:
        pip = ".venv\\Scripts\\pip" if sys.platform == "win32" else ".venv/bin/pip"
        return f"make course, or {pip} install -e '.[{extra}]'"
    return f"pip install 'lmhead[{extra}]'"

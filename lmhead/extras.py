"""The extras of this package: how one is installed, and how the command was called."""

from __future__ import annotations

import platform
import re
import shlex
import shutil
import sys
from pathlib import Path

#: Whether this package lies in a copy of the repository; an installed release does not.
CHECKOUT = (Path(__file__).resolve().parents[1] / "pyproject.toml").is_file()

#: The extras that `make course` brings; a test compares them with tasks.py.
OF_THE_COURSE = ("learn", "grade", "site", "build")

#: The oldest torch that the extra `train` takes; a test compares it with pyproject.toml.
OLDEST_TORCH = (2, 11)


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
        typed = f"{pip} install -e '.[{extra}]'"
        return f"make course, or {typed}" if extra in OF_THE_COURSE else typed
    return f"pip install 'lmhead[{extra}]'"


def how_to_have_torch() -> str:
    """What to do where torch is missing or too old."""
    if (platform.system(), platform.machine()) == ("Darwin", "x86_64"):
        return (
            f"There is no torch {OLDEST_TORCH[0]}.{OLDEST_TORCH[1]} for Macs with an Intel "
            "processor: take the Colab button of chapter 06, or another machine."
        )
    return how_to_install("train")


def release(version: str) -> tuple[int, int]:
    """The first two numbers of a version such as 2.11.0+cpu."""
    found = re.match(r"(\d+)\.(\d+)", version)
    return (int(found[1]), int(found[2])) if found else (0, 0)

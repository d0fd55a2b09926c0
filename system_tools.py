"""The programs and fonts that some tests need and pip cannot install.

Only the standard library is used: tasks.py reads this before anything is installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

# What each is for, and the package of Debian and Ubuntu that brings it.
TOOLS = {
    "chromium": ("the browser tests", "chromium"),
    "bwrap": ("the sandbox tests", "bubblewrap"),
    "cjk-font": ("Chinese text in the browser", "fonts-noto-cjk"),
    "openssl": ("the tests of a cluster over TLS", "openssl"),
    "postgres": ("the tests of a gradebook in PostgreSQL", "postgresql"),
}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find(tool: str) -> str | None:
    """The path of a tool of TOOLS (of the font its name, of PostgreSQL its initdb), or None."""
    if tool == "cjk-font":
        if shutil.which("fc-list") is None:
            return None
        command = ["fc-list", ":lang=zh-cn", "family"]
        listed = subprocess.run(
            command, capture_output=True, text=True, encoding="utf-8", check=False
        )
        return next(iter(listed.stdout.splitlines()), None)
    if tool == "postgres":
        return _initdb()
    names = CHROMIUM if tool == "chromium" else (tool,)
    return next((path for name in names if (path := shutil.which(name))), None)


def _initdb() -> str | None:
    """The one that has a server beside it. On Debian it is not on the path: each version of
    PostgreSQL has a folder."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    on_path = shutil.which("initdb")
    known = [*found, *([Path(on_path)] if on_path else [])]
    return next((str(path) for path in known if path.with_name("postgres").exists()), None)


def packages(tools: Sequence[str]) -> list[str]:
    """The Debian or Ubuntu packages that bring the tools."""
    names = [TOOLS[tool][1] for tool in tools]
    if "ID=ubuntu" in _os_release():
        names = ["chromium-browser" if name == "chromium" else name for name in names]
    return names + ["fontconfig"] * ("cjk-font" in tools)  # fontconfig lists the fonts


def apt_get() -> list[str] | None:
    """apt-get as this user may call it: as root, or through sudo if SETUP=1 allows that."""
    if shutil.which("apt-get") is None:
        return None
    command = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    if os.geteuid() == 0:
        return command
    if os.environ.get("SETUP") == "1" and shutil.which("sudo"):
        return ["sudo", *command]
    return None


def advice(missing: Sequence[str]) -> str:
    """What is missing, what for, and exactly what to run."""
    needs = "; ".join(f"{tool} for {TOOLS[tool][0]}" for tool in missing)
    install = f"sudo apt-get install {' '.join(packages(missing))}"
    if shutil.which("apt-get"):
        how = f"Run\n    {install}\nor `make test SETUP=1`, which does that."
    else:
        how = f"On Debian or Ubuntu: {install}. bubblewrap exists on Linux alone."
    return (
        f"Not installed: {needs}. {how} `make test ALLOW_SKIP=1` skips the tests that need "
        "what is not there; `make quick` needs none of it."
    )


def _os_release() -> list[str]:
    try:
        return Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    except OSError:
        return []

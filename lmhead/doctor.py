"""What works on this machine, for `lmhead doctor`."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from .extras import OLDEST_TORCH, how_to_have_torch, how_to_install, release


@dataclass(frozen=True)
class Finding:
    """One line. needed: whether the course itself cannot be done without it."""

    what: str
    works: bool
    said: str
    needed: bool = False


def examine() -> Iterator[Finding]:
    """Look at the parts one by one; slow ones (the sandboxes) last."""
    good = sys.version_info >= (3, 11)
    yield Finding(
        "Python", good, platform.python_version() + ("" if good else ", 3.11 is needed"), True
    )
    yield _package("numpy", "", needed=True)
    yield _package("jupyterlab", f"to do the exercises: {how_to_install('learn')}")
    yield _package("matplotlib", f"for the chapters' plots: {how_to_install('learn')}")
    yield _package("nbgrader", f"to grade a class: {how_to_install('grade')}")
    yield _package("jupyter-book", f"to build the site: {how_to_install('site')}")
    yield _torch()
    yield from _sandboxes()


def _package(name: str, purpose: str, needed: bool = False) -> Finding:
    try:
        return Finding(name, True, version(name), needed)
    except PackageNotFoundError:
        return Finding(name, False, f"not installed, {purpose}", needed)


def _installed(name: str) -> bool:
    return _package(name, "").works


def _torch() -> Finding:
    found = _package("torch", f"for exercise 06 and `lmhead train`: {how_to_have_torch()}")
    if not found.works or release(found.said) >= OLDEST_TORCH:
        return found
    needed = f"{OLDEST_TORCH[0]}.{OLDEST_TORCH[1]}"
    return Finding(
        "torch",
        False,
        f"{found.said}, and exercise 06 and `lmhead train` need {needed}: {how_to_have_torch()}",
    )


def _sandboxes() -> Iterator[Finding]:
    try:
        from .grading.sandbox.bubblewrap import clone_within_mount
        from .grading.sandbox.levels import try_level
    except ImportError as error:
        yield Finding("sandbox", False, f"not looked at: {error.name} is missing")
        return
    names = {
        "nested": "sandbox nested (fastest)",
        "single": "sandbox single",
        "none": "no sandbox (only for your own work)",
    }
    found = {level: try_level(level) for level in ("nested", "single", "none")}
    for level, why in found.items():
        yield Finding(names[level], why is None, why or "works")
    walls = [level for level in ("nested", "single") if found[level] is None]
    if not walls:
        yield Finding(
            "a wall around submissions",
            False,
            "none works here, so that `lmhead grade` runs no submission: see the lines above",
            needed=_installed("nbgrader"),  # by somebody who grades
        )
    if walls and (mount := clone_within_mount()) is not None:
        yield Finding(
            "the clone's place",
            False,
            f"it lies below {mount}, which submissions can read. Its folders are hidden from "
            "them; better move it elsewhere, for example below /home or /srv",
        )
    yield Finding("limits of a submission", sys.platform == "linux", _limits())


def _limits() -> str:
    """Who adds up what the processes of one submission use."""
    from .grading.sandbox import cgroup

    if sys.platform != "linux":
        return "each process has its own; nobody adds them up on this system"
    place = cgroup.parent()
    if place is not None:
        return f"memory by the kernel (a control group in {place}), CPU time by the grader"
    return "memory and CPU time of all its processes are added up by the grader (no control group)"

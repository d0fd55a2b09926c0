"""Loads the large libraries that answers of an assignment use, before anything is limited."""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Iterable

#: A library's name -> the module that loads what is used of it. Of torch also what its first
#: optimizer would load; nothing that makes a thread, since the warm process is forked.
KNOWN = {"torch": "lmhead.wire.drivers.with_torch"}


def load(libraries: Iterable[str]) -> None:
    """Import these libraries, leaving out those that are not installed."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # a grader's child has a limit of its own, too small to map torch under

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    for name in libraries:
        if name in KNOWN:
            with contextlib.suppress(ImportError):
                importlib.import_module(KNOWN[name])


def data() -> int:
    """Bytes that this process has mapped to write to, as RLIMIT_DATA counts them; 0 without
    /proc."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0

"""At home, where nothing can stop a function that never ends: says how the learner can."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator

from ..messages import sentence
from ..wire.peer import has_timer
from ..wire.subject import Limits


@contextlib.contextmanager
def timeout_notice(limits: Limits) -> Iterator[None]:
    """Within the block, a sentence is printed once a call's seconds have gone by.

    Only where a call cannot be stopped (on Windows, and outside the main thread): there the
    kernel's interrupt is the way out, and it works. A browser has no second thread to say it.
    """
    if has_timer():
        yield
        return
    # Written in this thread: its language and its output are the learner's.
    text, output = sentence("home/still-running", seconds=f"{limits.cpu:g}"), sys.stderr
    timer = threading.Timer(limits.cpu, lambda: print(text, file=output, flush=True))
    timer.daemon = True
    with contextlib.suppress(RuntimeError):
        timer.start()
    try:
        yield
    finally:
        timer.cancel()

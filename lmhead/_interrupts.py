"""Ctrl-C: a program that is stopped ends with one sentence, and finishes what it is writing.

While modules are loaded there is nothing to finish, and an exception that goes through a half
loaded module is printed by whoever swallows it: there the process ends at once. Later the
exception `KeyboardInterrupt` comes, but not within `held`, where a state is being changed.
SIGTERM, which `kill`, batch systems and torchrun send, is taken alike.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import Any

__all__ = ["Interrupts", "check", "end_at_once", "held", "leave", "taken"]

SIGNALS = (signal.SIGINT, signal.SIGTERM)
#: A person who asks so often does not want to wait for anything.
ENOUGH = 3


class Interrupts:
    """How this process takes the signals of a `taken` block.

    `raises` is False at first: the process ends at once, with `farewell`. True: the first signal
    raises KeyboardInterrupt; the next ones find that under way and wait for it.
    """

    def __init__(self, farewell: str | None) -> None:
        self.farewell, self.raises = farewell, False
        self.count, self.holds, self.waiting = 0, 0, False

    def handle(self, number: int, frame: FrameType | None = None) -> None:
        """A signal has come."""
        self.count += 1
        if not self.raises or self.count >= ENOUGH:
            end_at_once(number, farewell=None if self.raises else self.farewell)
        if self.count == 1:
            self.waiting = bool(self.holds)
            if not self.holds:
                raise KeyboardInterrupt


_active: Interrupts | None = None


def end_at_once(number: int, frame: object = None, farewell: str | None = None) -> None:
    """End this process with the status of a signal; nothing is tidied up."""
    if farewell:
        with contextlib.suppress(OSError):
            os.write(2, f"{farewell}\n".encode())
    os._exit(128 + number)


@contextlib.contextmanager
def taken(farewell: str | None = None, signals: Sequence[int] = SIGNALS) -> Iterator[Interrupts]:
    """Take the signals until the block ends; see `Interrupts`.

    Only the main thread can, so elsewhere nothing changes. A signal that is ignored (as under
    nohup) stays ignored.
    """
    global _active
    interrupts, outer = Interrupts(farewell), _active
    if threading.current_thread() is not threading.main_thread():
        yield interrupts
        return
    before = {number: signal.getsignal(number) for number in signals}
    before = {number: old for number, old in before.items() if old not in (signal.SIG_IGN, None)}
    unraisable = sys.unraisablehook

    def silent(about: Any) -> None:
        # Raised where no exception can be, as in a destructor: `check` raises it again.
        if about.exc_type is not KeyboardInterrupt:
            unraisable(about)

    _active = interrupts
    for number in before:
        signal.signal(number, interrupts.handle)
    sys.unraisablehook = silent
    try:
        yield interrupts
    finally:
        for number, old in before.items():
            signal.signal(number, old)
        sys.unraisablehook = unraisable
        _active = outer
        if outer is not None:
            outer.farewell = None  # who asks after this was told what there is to say


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Finish the block before KeyboardInterrupt comes, where signals are `taken`."""
    interrupts = _active
    if interrupts is None:
        yield
        return
    interrupts.holds += 1
    try:
        yield
    finally:
        interrupts.holds -= 1
        if interrupts.waiting and not interrupts.holds:
            interrupts.waiting = False
            raise KeyboardInterrupt


def check() -> None:
    """Raise KeyboardInterrupt if it was asked for and a library swallowed it."""
    if _active is not None and _active.raises and _active.count and not _active.holds:
        raise KeyboardInterrupt


def leave() -> None:
    """For the end of a program: what is left is Python's own, and Ctrl-C there needs no word."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    here = threading.current_thread() is threading.main_thread()
    if here and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, end_at_once)

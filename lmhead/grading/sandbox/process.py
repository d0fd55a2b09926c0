"""One submission's process as the grader sees it: a socket with framed JSON, and how to end it."""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...wire.subject import Answer, PeerLost
from .limits import ProcessLimits, Spent
from .watchdog import Watchdog


@dataclass
class Process:
    """One submission's process, spoken to in framed JSON over a socket."""

    sock: socket.socket
    limits: ProcessLimits
    _close: Callable[[], None]
    watchdog: Watchdog | None = None
    why: Callable[[], str] | None = None  # what it said where it did not start
    alive: bool = True
    spent: Spent = field(default_factory=Spent)

    def request(self, message: dict[str, Any], answer: Answer, seconds: float) -> dict[str, Any]:
        """Send a request and wait for its reply, answering callbacks on the way.

        Raises `PeerLost` where the process ends, is silent for longer than `seconds`, is over a
        limit, or writes something else than the protocol; it is killed then.
        """
        if not self.alive:
            raise PeerLost("died")
        deadline = time.monotonic() + seconds
        try:
            self._send(message, deadline)
            while True:
                reply = self._receive(deadline)
                if reply.get("op") == "callback":
                    self._send(answer(reply), deadline)
                elif "broken" in reply:
                    raise PeerLost("garbled")
                else:
                    return reply
        except PeerLost as lost:
            raise self._lost(lost.reason) from lost
        except TimeoutError as error:
            raise self._lost("time") from error
        except OSError as error:
            raise self._lost("died") from error

    def _lost(self, reason: str) -> PeerLost:
        """End it; the reason is the watchdog's where that has ended it before."""
        self.close()
        return PeerLost(self.watchdog.reason or reason if self.watchdog is not None else reason)

    def _send(self, message: dict[str, Any], deadline: float) -> None:
        data = json.dumps(message).encode("utf-8")
        _await(self.sock, deadline)
        self.sock.sendall(struct.pack(">I", len(data)) + data)

    def _receive(self, deadline: float) -> dict[str, Any]:
        frame = _frame(self.sock, deadline, self.limits.message)
        spent = self.spent
        spent.messages += 1
        spent.traffic += len(frame)
        if spent.messages > self.limits.messages or spent.traffic > self.limits.traffic:
            raise PeerLost("messages")
        return _parse(frame)

    def close(self) -> None:
        """End the process and everything it started."""
        if self.alive:
            self.alive = False
            if self.watchdog is not None:
                self.watchdog.stop()
                self.spent.cpu = max(self.spent.cpu, self.watchdog.cpu)
            self.sock.close()
            self._close()
            if self.watchdog is not None:
                self.watchdog.after()


def receive(sock: socket.socket, deadline: float, most: int) -> dict[str, Any]:
    """The next message from a sandboxed process, of at most so many bytes.

    deadline: on the monotonic clock. Raises TimeoutError past it, `PeerLost` where the other
    side is gone or writes something else than the protocol.
    """
    return _parse(_frame(sock, deadline, most))


def _frame(sock: socket.socket, deadline: float, most: int) -> bytes:
    (size,) = struct.unpack(">I", _exactly(sock, 4, deadline))
    if size > most:
        raise PeerLost("flood")
    return _exactly(sock, size, deadline)


def _parse(frame: bytes) -> dict[str, Any]:
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError) as error:
        raise PeerLost("garbled") from error
    if not isinstance(message, dict):
        raise PeerLost("garbled")
    return message


def _exactly(sock: socket.socket, size: int, deadline: float) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        _await(sock, deadline)
        data = sock.recv(min(size - len(parts), 1 << 20))
        if not data:
            raise PeerLost("died")
        parts += data
    return bytes(parts)


def _await(sock: socket.socket, deadline: float) -> None:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    sock.settimeout(left)


__all__ = ["Process", "ProcessLimits", "receive"]

"""One submission's process as the grader sees it: a socket with framed JSON, and how to end it."""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..wire.subject import Answer, PeerLost
from .limits import ProcessLimits


@dataclass
class Process:
    """One submission's process, spoken to in framed JSON over a socket."""

    sock: socket.socket
    limits: ProcessLimits
    _close: Callable[[], None]
    alive: bool = True

    def request(self, message: dict[str, Any], answer: Answer, seconds: float) -> dict[str, Any]:
        """Send a request and wait for its reply, answering callbacks on the way.

        Raises `PeerLost` where the process ends, is silent for longer than `seconds`, or
        writes something else than the protocol; it is killed then.
        """
        if not self.alive:
            raise PeerLost("died")
        deadline = time.monotonic() + seconds
        try:
            self._send(message, deadline)
            while True:
                reply = receive(self.sock, deadline, self.limits.message)
                if reply.get("op") == "callback":
                    self._send(answer(reply), deadline)
                elif "broken" in reply:
                    raise PeerLost("garbled")
                else:
                    return reply
        except PeerLost:
            self.close()
            raise
        except TimeoutError as error:
            self.close()
            raise PeerLost("time") from error
        except OSError as error:
            self.close()
            raise PeerLost("died") from error

    def _send(self, message: dict[str, Any], deadline: float) -> None:
        data = json.dumps(message).encode("utf-8")
        _await(self.sock, deadline)
        self.sock.sendall(struct.pack(">I", len(data)) + data)

    def close(self) -> None:
        """End the process and everything it started."""
        if self.alive:
            self.alive = False
            self.sock.close()
            self._close()


def receive(sock: socket.socket, deadline: float, most: int) -> dict[str, Any]:
    """The next message from a sandboxed process, of at most so many bytes.

    deadline: on the monotonic clock. Raises TimeoutError past it, `PeerLost` where the other
    side is gone or writes something else than the protocol.
    """
    (size,) = struct.unpack(">I", _exactly(sock, 4, deadline))
    if size > most:
        raise PeerLost("flood")
    try:
        message = json.loads(_exactly(sock, size, deadline))
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

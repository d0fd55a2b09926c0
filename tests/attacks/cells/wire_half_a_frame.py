# Tries: a frame that is begun and never finished.
# says: lost/time
# slow
import os
import socket
import struct
import time


def softmax(z):
    for fd in range(3, 64):
        try:
            socket.socket(fileno=os.dup(fd)).sendall(struct.pack(">I", 1000) + b'{"value"')
        except OSError:
            continue
    while True:
        try:
            time.sleep(100)
        except BaseException:
            pass

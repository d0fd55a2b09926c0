# Tries: its process group stopped, so that nobody is there to end it, and then more memory than it may.
# says: cell/killed, lost/memory
# walls
# needs: hard
# slow
import ctypes
import os
import signal
import time

ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)  # no signal when the parent dies
os.kill(0, signal.SIGSTOP)  # process 1 of a namespace does not heed its own
ready, say = os.pipe()
for _ in range(4):
    if os.fork() == 0:
        held = bytearray(b"x") * (300 * 2**20)
        os.write(say, b".")
        time.sleep(1000)
for _ in range(4):
    os.read(ready, 1)
time.sleep(2)
print("GO" + "T: 1200 MiB of memory, and nobody to end it")


def softmax(z):
    return z

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
os.set_blocking(ready, False)
there, end = 0, time.monotonic() + 6
while time.monotonic() < end:
    try:
        time.sleep(0.1)
        there += len(os.read(ready, 4))
    except BaseException:  # none yet; or the cell's own limit, which comes sooner
        pass
print("GO" + f"T: {300 * there} MiB of memory, and nobody to end it")


def softmax(z):
    return z

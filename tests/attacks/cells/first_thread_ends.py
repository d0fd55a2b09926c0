# Tries: memory of processes whose first thread has ended, so that they seem to hold none.
# says: cell/killed, lost/memory
# walls
# needs: hard
# slow
import ctypes
import os
import threading
import time

ready, say = os.pipe()


def hold():
    global held
    time.sleep(0.2)
    held = bytearray(b"x") * (300 * 2**20)
    os.write(say, b".")
    time.sleep(1000)


for _ in range(4):
    if os.fork() == 0:
        threading.Thread(target=hold).start()
        ctypes.CDLL(None).syscall({"x86_64": 60}.get(os.uname().machine, 93), 0)
os.set_blocking(ready, False)
there, end = 0, time.monotonic() + 6
while time.monotonic() < end:
    try:
        time.sleep(0.1)
        there += len(os.read(ready, 4))
    except BaseException:  # none yet; or the cell's own limit, which comes sooner
        pass
print("GO" + f"T: {300 * there} MiB of memory that no process seems to hold")


def softmax(z):
    return z

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
for _ in range(4):
    os.read(ready, 1)
time.sleep(2)
print("GO" + "T: 1200 MiB of memory that no process seems to hold")


def softmax(z):
    return z

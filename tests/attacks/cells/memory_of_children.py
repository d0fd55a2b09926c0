# Tries: memory taken by many children, each of which stays within a process's limit.
# says: cell/killed, lost/memory
# walls
# needs: hard
# slow
import os
import time

for _ in range(8):
    if os.fork() == 0:
        hold = bytearray(b"x" * (300 * 2**20))
        time.sleep(1000)
        os._exit(0)
end = time.monotonic() + 6
while time.monotonic() < end:
    try:
        time.sleep(0.1)
    except BaseException:  # the cell's own limit comes sooner
        pass


def softmax(z):
    return z

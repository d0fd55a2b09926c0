# Tries: memory taken by many children, each of which stays within a process's limit.
# says: cell/killed, lost/memory
# walls
# needs: hard
# slow
import os
import time

for _ in range(20):
    if os.fork() == 0:
        hold = bytearray(b"x" * (300 * 2**20))
        time.sleep(1000)
        os._exit(0)
time.sleep(1.5)


def softmax(z):
    return z

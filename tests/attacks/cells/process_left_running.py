# Tries: a process in a session of its own that outlives grading; the answer itself is right.
# points: 6
# walls
# needs: hard
import os
import signal
import time

import numpy as np

if os.fork() == 0:
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    if os.fork() == 0:
        for fd in range(3, 64):
            try:
                os.close(fd)
            except OSError:
                pass
        while True:
            time.sleep(10)
    os._exit(0)


def softmax(z):
    powers = np.exp(z - z.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)

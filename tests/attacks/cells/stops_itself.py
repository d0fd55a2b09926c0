# Tries: SIGSTOP sent to itself, by itself and by a child that watches over it.
# slow
import os
import signal
import time

stopper = os.getpid()
if os.fork() == 0:
    while True:
        try:
            os.kill(stopper, signal.SIGSTOP)
        except OSError:
            os._exit(0)
        time.sleep(0.1)


def softmax(z):
    os.kill(0, signal.SIGSTOP)
    time.sleep(1000)

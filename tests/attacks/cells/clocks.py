# Tries: clocks and timers patched so that no time passes while it computes for ever.
# says: function/out-of-time
# slow
import time
import signal

time.process_time = time.monotonic = time.perf_counter = time.time = lambda: 0.0
signal.setitimer = lambda *a: (0.0, 0.0)


def softmax(z):
    while True:
        pass

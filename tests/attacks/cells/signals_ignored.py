# Tries: all signals ignored and all timers cleared before an endless loop.
# says: lost/time
# slow
import signal

for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except OSError:
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())


def softmax(z):
    for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
        signal.setitimer(timer, 0)
    signal.signal = lambda *a: None
    while True:
        pass

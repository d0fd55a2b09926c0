# Tries: a sleep of a year, in the call.
# slow
import time


def softmax(z):
    time.sleep(3e7)

# Tries: a sleep of a year, in the call.
import time


def softmax(z):
    time.sleep(3e7)

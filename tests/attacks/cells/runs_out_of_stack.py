# Tries: endless recursion with Python's limit removed.
# slow
import sys

sys.setrecursionlimit(2**31 - 1)


def softmax(z):
    return softmax(z)

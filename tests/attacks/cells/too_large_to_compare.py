# Tries: values over every cap: a broadcast terabyte, a list that holds itself, a deep nest.
# says: function/returned-too-large
import numpy as np


def softmax(z):
    if np.ndim(z) > 1:
        return np.broadcast_to(0.25, (10**12,))
    nest = []
    for _ in range(100_000):
        nest = [nest]
    nest.append(nest)
    return nest

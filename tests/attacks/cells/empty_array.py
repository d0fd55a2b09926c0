# Tries: an array without items, with which every comparison that broadcasts agrees.
# says: function/wrong-shape
import numpy as np


def softmax(z):
    return np.empty((0, 1))

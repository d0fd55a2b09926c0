# Tries: a subclass of ndarray whose comparisons and numpy functions are always satisfied.
# says: function/wrong-values
import numpy as np


class Lie(np.ndarray):
    __eq__ = __le__ = __lt__ = __ge__ = lambda self, other: np.bool_(True)
    __array_function__ = lambda self, func, types, args, kwargs: True
    __array_ufunc__ = lambda self, *args, **kwargs: np.bool_(True)
    tolist = lambda self: [0.25, 0.25, 0.25, 0.25]


def softmax(z):
    return np.zeros(np.shape(z)).view(Lie)

# Tries: an object that equals everything, is true, and claims to be any array.
# says: function/wrong-shape
import numpy as np


class Everything:
    shape, dtype, ndim, size = (4,), np.dtype("f8"), 1, 4
    __eq__ = __ge__ = __le__ = __contains__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __bool__ = lambda self: True
    __sub__ = __rsub__ = __abs__ = __getitem__ = lambda self, *a: self
    __len__ = lambda self: 4
    __float__ = lambda self: 0.0
    __array__ = lambda self, *a, **k: np.array([0.53445, 0.19661, 0.19661, 0.07233])
    tolist = lambda self: self


def softmax(z):
    return Everything()

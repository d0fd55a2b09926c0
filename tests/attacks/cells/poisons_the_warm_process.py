# Tries: modules, caches and import hooks poisoned for whoever comes next in the same process.
# costs
import builtins
import sys

import numpy

numpy.exp = lambda z: z * 0
builtins.poisoned_by_another = numpy.poisoned_by_another = True
sys.modules["json"] = sys.modules["numpy.linalg"] = None
sys.path.insert(0, "/tmp")
sys.meta_path.clear()


def softmax(z):
    return z

"""The four-word example's data, without the numbers that follow from it."""

import numpy as np

WORDS = ("猫", "狗", "鱼", "跑")
GLOSSES = ("cat", "dog", "fish", "run")
W_OUT = np.array([[1.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, 0.0]])
H = np.array([1.0, 0.0, 1.0])
W_OUT.flags.writeable = False
H.flags.writeable = False

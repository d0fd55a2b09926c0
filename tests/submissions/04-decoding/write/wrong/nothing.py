# expect: function/not-attempted
# points: 0
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    raise NotImplementedError()


fair = ...

# expect: 04-decoding/write/row-not-hidden
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.E[ids[-1]]


fair = "D"

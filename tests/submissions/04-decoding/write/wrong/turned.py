# expect: 04-decoding/write/not-turned
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.hidden(ids) @ MODEL.W_OUT


fair = "D"

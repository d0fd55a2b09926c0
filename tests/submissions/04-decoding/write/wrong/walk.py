# expect: 04-decoding/write/walk
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


fair = "E"

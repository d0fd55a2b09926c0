# expect: 04-decoding/write/hidden-returned
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.hidden(ids)


fair = "D"

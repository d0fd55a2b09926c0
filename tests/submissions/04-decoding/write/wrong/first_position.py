# expect: 04-decoding/write/first-position
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden_states(ids)[0]


fair = "D"

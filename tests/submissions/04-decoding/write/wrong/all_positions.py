# expect: 04-decoding/write/all-positions
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.hidden_states(ids) @ MODEL.W_OUT.T


fair = "D"

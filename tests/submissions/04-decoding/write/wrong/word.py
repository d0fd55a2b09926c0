# expect: 04-decoding/write/word-returned
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return np.argmax(MODEL.W_OUT @ MODEL.hidden(ids))


fair = "D"

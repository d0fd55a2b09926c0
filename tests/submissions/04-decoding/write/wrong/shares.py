# expect: 04-decoding/write/shares-returned
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    z = MODEL.W_OUT @ MODEL.hidden(ids)
    p = np.exp(z - z.max())
    return p / p.sum()


fair = "D"

# expect: 04-decoding/write/cosine
# points: 1
from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    h = MODEL.hidden(ids)
    return MODEL.W_OUT @ h / np.linalg.norm(MODEL.W_OUT, axis=1) / np.linalg.norm(h)


fair = "D"

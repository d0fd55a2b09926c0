from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.W_OUT @ MODEL.hidden(ids)


fair = "D"

from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.hidden_states(ids)[-1] @ MODEL.W_OUT.T


fair = 'D'

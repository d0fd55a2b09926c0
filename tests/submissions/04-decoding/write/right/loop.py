from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    h = MODEL.hidden(ids)
    return np.array([float(row @ h) for row in MODEL.W_OUT])


fair = 'D'

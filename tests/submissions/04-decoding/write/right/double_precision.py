from lmhead import tiny_lm

MODEL = tiny_lm.load()


def step(ids):
    return MODEL.E.astype(float) @ MODEL.hidden(ids).astype(float)


fair = np.str_('D')

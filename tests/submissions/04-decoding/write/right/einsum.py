from lmhead import tiny_lm

MODEL = tiny_lm.load()
step = lambda ids: np.einsum("vd,d->v", MODEL.W_OUT, MODEL.hidden(ids)).tolist()
fair = "d "

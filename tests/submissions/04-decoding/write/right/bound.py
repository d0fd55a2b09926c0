import functools

from lmhead import tiny_lm

MODEL = tiny_lm.load()


def head(w_out, ids):
    return (w_out * MODEL.hidden(ids)).sum(axis=1)


step = functools.partial(head, MODEL.W_OUT.astype(float))
fair = np.str_("D")

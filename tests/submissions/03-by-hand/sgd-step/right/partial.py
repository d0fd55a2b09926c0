from functools import partial


def step(rate, w_out, h, right):
    z = w_out.dot(h)
    p = np.exp(z - z.max())
    p = p / p.sum()
    p[right] -= 1.0
    return w_out - rate * p.reshape(-1, 1) * h.reshape(1, -1)


sgd_step = partial(step, 1)

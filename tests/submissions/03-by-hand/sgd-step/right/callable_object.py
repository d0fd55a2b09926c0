class Step:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, w_out, h, right):
        z = w_out @ h
        p = np.exp(z - z.max())
        p /= p.sum()
        p[right] -= 1
        return w_out - self.rate * np.outer(p, h)


sgd_step = Step(1)

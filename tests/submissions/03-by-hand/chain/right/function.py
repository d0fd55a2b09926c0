def softmax(z):
    e = np.exp(z)
    return e, e.sum(), e / e.sum()


logits = np.einsum("kd,d->k", W_OUT, [1.0, -1.0, 2.0])
exponentials, total, shares = softmax(logits)
total = np.array(total)

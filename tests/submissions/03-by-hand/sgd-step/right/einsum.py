def sgd_step(w_out, h, right):
    z = np.einsum("vd,d->v", w_out, h)
    p = np.exp(z - np.max(z)) / np.sum(np.exp(z - np.max(z)))
    onehot = np.eye(len(w_out), dtype=w_out.dtype)[right]
    return (w_out - np.einsum("v,d->vd", p - onehot, h)).astype(w_out.dtype)

# expect: 02-logits-softmax/tail/whole-array
# points: 0
def tail(z, k):
    p = np.exp(z - z.max())
    p = p / p.sum()
    return np.sort(p, axis=-1)[:, ::-1][:, k:].sum(axis=-1)

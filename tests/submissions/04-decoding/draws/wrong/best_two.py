# expect: 04-decoding/draws/best-few
# points: 0
def draws(p, rng, size):
    q = np.where(p >= np.sort(p)[-min(2, len(p))], p, 0)
    return rng.choice(len(p), size, p=q / q.sum())

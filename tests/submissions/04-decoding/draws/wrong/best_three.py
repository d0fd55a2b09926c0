# expect: 04-decoding/draws/best-three
# points: 0
def draws(p, rng, size):
    q = np.where(p >= np.sort(p)[-min(3, len(p))], p, 0)
    return rng.choice(len(p), size, p=q / q.sum())

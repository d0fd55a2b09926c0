# expect: function/returned-iterator
# points: 0
def draws(p, rng, size):
    for u in rng.random(size):
        yield int(np.searchsorted(np.cumsum(p), u, side='right'))

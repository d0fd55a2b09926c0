# expect: function/not-attempted
# points: 0
def draws(p, rng, size):
    raise NotImplementedError()

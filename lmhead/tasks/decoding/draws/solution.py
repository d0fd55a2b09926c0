def draws(p, rng, size):
    ### BEGIN SOLUTION
    return np.array([pick(p, u) for u in rng.random(size)])
    ### END SOLUTION

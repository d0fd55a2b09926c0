def odds(add=0.0, times=1.0, to_a=0.0):
    z = (np.array([np.log(5), 0.0, 2.0]) + add) * times + np.array([to_a, 0, 0])
    p = np.exp(z) / np.exp(z).sum()
    return p[0] / p[1]


odds_added = odds(add=7)
odds_tripled = odds(times=3)
factor = next(s for s in np.arange(4, 5, 0.0001) if odds(times=s) >= 1000)
lead = next(c for c in np.arange(2, 3, 0.0001) if odds(to_a=c) >= 40)

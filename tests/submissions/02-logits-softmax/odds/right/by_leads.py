before = np.log(5)
odds_added = np.exp(before + 7 - 7)
odds_tripled = np.exp(3 * before)
factor = np.log(1000) / before
lead = np.log(40) - before

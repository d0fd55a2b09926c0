odds_added = 5
odds_tripled = 5**3
factor = np.log(1000) / np.log(5)
lead = np.log(40 / 5)

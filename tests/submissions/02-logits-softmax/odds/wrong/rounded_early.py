# expect: value/nearly
# points: 2
odds_added = 5
odds_tripled = 125
factor = 4.29
lead = np.log(8)

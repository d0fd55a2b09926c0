# expect: 02-logits-softmax/odds/log-odds
# points: 2
odds_added = np.log(5)
odds_tripled = 3 * np.log(5)
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# expect: 02-logits-softmax/odds/constant-exponential
# points: 2.5
odds_added = 5 * np.exp(7)
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# expect: 02-logits-softmax/odds/difference
# points: 2.5
odds_added = 0
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(8)

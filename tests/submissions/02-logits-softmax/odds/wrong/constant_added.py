# expect: 02-logits-softmax/odds/constant-added
# points: 2.5
odds_added = 12
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(8)

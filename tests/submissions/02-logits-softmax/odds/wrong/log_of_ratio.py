# expect: 02-logits-softmax/odds/log-of-ratio
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(200)
lead = np.log(8)

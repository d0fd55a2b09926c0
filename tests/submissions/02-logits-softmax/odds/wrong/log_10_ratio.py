# expect: 02-logits-softmax/odds/log-10-ratio
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log10(1000 / 5)
lead = np.log(8)

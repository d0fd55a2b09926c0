# expect: 02-logits-softmax/odds/inverted
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(5) / np.log(1000)
lead = np.log(8)

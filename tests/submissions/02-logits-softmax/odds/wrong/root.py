# expect: 02-logits-softmax/odds/root
# points: 2
odds_added = 5
odds_tripled = 125
factor = 1000 ** (1 / 5)
lead = np.log(8)

# expect: 02-logits-softmax/odds/factor-nothing
# points: 2.5
odds_added = 5
odds_tripled = 5
factor = np.log(1000) / np.log(5)
lead = np.log(8)

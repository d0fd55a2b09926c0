# expect: 02-logits-softmax/odds/squared
# points: 2.5
odds_added = 5
odds_tripled = 25
factor = np.log(1000) / np.log(5)
lead = np.log(8)

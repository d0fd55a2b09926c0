# expect: 02-logits-softmax/odds/factor-times
# points: 2.5
odds_added = 5
odds_tripled = 15
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# expect: 02-logits-softmax/odds/whole-lead
# points: 2
odds_added = 5
odds_tripled = 125
factor = np.log(1000) / np.log(5)
lead = np.log(40)

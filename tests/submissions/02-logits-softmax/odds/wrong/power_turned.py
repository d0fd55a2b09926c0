# expect: 02-logits-softmax/odds/power-turned
# points: 2.5
odds_added = 5
odds_tripled = 3**5
factor = np.log(1000) / np.log(5)
lead = np.log(8)

# expect: 02-logits-softmax/odds/ratio-of-odds
# points: 2
odds_added = 5
odds_tripled = 125
factor = 200
lead = np.log(8)

# expect: 03-by-hand/chain/minus-dropped
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = [20.086, 2.718, 2.718, 2.718]
total = 28.240
shares = [0.711, 0.096, 0.096, 0.096]

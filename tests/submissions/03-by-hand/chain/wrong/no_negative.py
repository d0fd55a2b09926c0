# expect: 03-by-hand/chain/no-negative
# points: 3
logits = [3, 1, 1, 1]
exponentials = [20.086, 2.718, 2.718, 2.718]
total = 28.240
shares = [0.711, 0.096, 0.096, 0.096]

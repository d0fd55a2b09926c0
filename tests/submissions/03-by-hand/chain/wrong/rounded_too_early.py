# expect: value/nearly
# points: 3
logits = [3, 1, 1, -1]
exponentials = [2.72**3, 2.72, 2.72, 1 / 2.72]
total = 25.93
shares = [0.776, 0.105, 0.105, 0.014]

# expect: value/wrong-count
# points: 3
logits = [3, 1, -1]
exponentials = [20.086, 2.718, 2.718, 0.368]
total = 25.890
shares = [0.776, 0.105, 0.105, 0.014]

# expect: value/wrong-numbers
# points: 0
# Nothing is shown by four equal numbers.
logits = [0, 0, 0, 0]
exponentials = [1, 1, 1, 1]
total = 4
shares = [0.25, 0.25, 0.25, 0.25]

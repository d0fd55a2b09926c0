# expect: value/is-function
# points: 3
logits = np.array([3.0, 1, 1, -1])
exponentials = np.exp(logits)
total = exponentials.sum()
def shares():
    return exponentials / total

# expect: value/not-numbers
# points: 3
z = dict(zip(WORDS, [3, 1, 1, -1]))
logits = z
exponentials = np.exp(list(z.values()))
total = exponentials.sum()
shares = exponentials / total

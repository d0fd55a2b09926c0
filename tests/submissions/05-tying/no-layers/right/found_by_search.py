rng = np.random.default_rng(0)


def repeating(table):
    scores = table @ table.T
    return sum(scores[k, k] > max(scores[k, j] for j in range(3) if j != k) for k in range(3))


def search(count):
    while True:
        table = rng.normal(size=(3, 2)).round(2)
        if repeating(table) == count:
            return table


every_word, one_word = search(3), search(1)
no_word = "C"

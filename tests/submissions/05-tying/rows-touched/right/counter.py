from collections import Counter


def contributions(read, right, vocabulary, table):
    times = Counter(read.tolist())
    use_in, use_out = table in ("entrance", "tied"), table in ("exit", "tied")
    return np.array([use_in * times[k] + use_out * len(right) for k in range(vocabulary)])

import itertools


def two_steps(first, second):
    words = range(len(first))
    pairs = sorted(itertools.product(words, words), key=lambda ij: first[ij[0]] * second[ij])
    return list(pairs[-1])

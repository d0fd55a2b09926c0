import functools


def count(tied, V, d, blocks, context):
    return np.prod([V, d]) * (2 - tied) + d * (context + 2) + blocks * d * (12 * d + 13)


def parameters(*numbers):
    *shape, tied = numbers
    return np.asarray(count(tied, *shape))


untied = functools.partial(count, False)


def removed(vocabulary, width, blocks, context):
    shape = vocabulary, width, blocks, context
    return 1 - count(True, *shape) / untied(*shape)

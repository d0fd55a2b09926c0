def parameters(vocabulary, width, blocks, context, tied):
    counts = np.array([vocabulary * width * (1 if tied else 2), context * width,
                       blocks * (12 * width**2 + 13 * width), 2 * width])
    return counts.sum()


def removed(vocabulary, width, blocks, context):
    return np.float64(vocabulary * width) / parameters(vocabulary, width, blocks, context, False)

# expect: 05-tying/accounts/in-millions
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return ((1 if tied else 2) * V * d + context * d + blocks * (12 * d**2 + 13 * d) + 2 * d) / 1e6


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

# expect: function/not-a-number
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    V, d = vocabulary, width
    return f"{(1 if tied else 2) * V * d + context * d + blocks * (12 * d**2 + 13 * d) + 2 * d:,}"


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

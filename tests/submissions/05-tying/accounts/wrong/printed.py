# expect: function/printed
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    print(vocabulary * width)


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

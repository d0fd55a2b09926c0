def parameters(vocabulary, width, blocks, context, tied):
    block = 12 * width**2 + 13 * width
    tables = vocabulary * width if tied else 2 * vocabulary * width
    return tables + context * width + blocks * block + 2 * width


def removed(vocabulary, width, blocks, context):
    return vocabulary * width / (
        2 * vocabulary * width + context * width + blocks * (12 * width**2 + 13 * width) + 2 * width
    )

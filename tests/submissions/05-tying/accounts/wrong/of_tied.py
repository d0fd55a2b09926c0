# expect: 05-tying/accounts/of-tied
# points: 2
def parameters(vocabulary, width, blocks, context, tied):
    block = 12 * width**2 + 13 * width
    tables = vocabulary * width if tied else 2 * vocabulary * width
    return tables + context * width + blocks * block + 2 * width


def removed(vocabulary, width, blocks, context):
    V, d = vocabulary, width
    untied = parameters(V, d, blocks, context, False)
    return V * d / (untied - V * d)

def parameters(vocabulary, width, blocks, context, tied):
    ### BEGIN SOLUTION
    tables = 1 if tied else 2
    block = 12 * width**2 + 13 * width
    return tables * vocabulary * width + context * width + blocks * block + 2 * width
    ### END SOLUTION


def removed(vocabulary, width, blocks, context):
    ### BEGIN SOLUTION
    return vocabulary * width / parameters(vocabulary, width, blocks, context, tied=False)
    ### END SOLUTION

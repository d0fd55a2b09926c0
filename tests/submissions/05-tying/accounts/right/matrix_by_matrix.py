def parameters(vocabulary, width, blocks, context, tied=True):
    total = 0
    for _ in range(blocks):
        total += width * 3 * width + 3 * width  # queries, keys, values
        total += width * width + width
        total += width * 4 * width + 4 * width
        total += 4 * width * width + width
        total += 2 * (width + width)  # two LayerNorms
    total += width + width
    total += context * width
    total += vocabulary * width
    if not tied:
        total += vocabulary * width
    return total


def removed(vocabulary, width, blocks, context):
    untied = parameters(vocabulary, width, blocks, context, False)
    tied = parameters(vocabulary, width, blocks, context, True)
    return (untied - tied) / untied

import math


def perplexity(losses, counts):
    total = tokens = 0
    for loss, count in zip(losses, counts):
        total += float(loss) * int(count)
        tokens += int(count)
    return math.e ** (total / tokens)


def bits_per_character(perplexity, tokens, characters):
    return math.log(perplexity ** (tokens / characters), 2)

# expect: 06-train/perplexity/batches-equal
# points: 1
def perplexity(losses, counts):
    return np.exp(np.mean(losses))


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

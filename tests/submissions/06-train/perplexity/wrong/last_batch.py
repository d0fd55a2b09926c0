# expect: 06-train/perplexity/last-batch
# points: 1
def perplexity(losses, counts):
    return np.exp(losses[-1])


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

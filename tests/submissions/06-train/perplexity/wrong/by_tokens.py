# expect: 06-train/perplexity/by-batches
# points: 1
def perplexity(losses, counts):
    return np.exp(losses.sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

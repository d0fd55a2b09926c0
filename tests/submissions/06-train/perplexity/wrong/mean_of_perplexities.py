# expect: 06-train/perplexity/mean-of-perplexities
# points: 1
def perplexity(losses, counts):
    return np.exp(losses).mean()


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# expect: 06-train/perplexity/summed
# points: 1
def perplexity(losses, counts):
    return np.exp((losses * counts).sum())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

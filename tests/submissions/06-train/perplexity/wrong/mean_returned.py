# expect: 06-train/perplexity/mean-returned
# points: 1
def perplexity(losses, counts):
    return (losses * counts).sum() / counts.sum()


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

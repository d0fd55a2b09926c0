# expect: 06-train/perplexity/per-token
# points: 2
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return np.log2(perplexity)

# expect: 06-train/perplexity/nats
# points: 2
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log(perplexity) / characters

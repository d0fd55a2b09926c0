# expect: function/wrong-number
# points: 1
def perplexity(losses, counts):
    return np.exp(np.median(losses))


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

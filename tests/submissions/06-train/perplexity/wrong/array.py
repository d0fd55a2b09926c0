# expect: function/not-a-number
# points: 1
def perplexity(losses, counts):
    return np.exp(losses)


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# expect: function/signature
# points: 1
def perplexity(losses):
    return np.exp(losses.mean())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# expect: 06-train/perplexity/base-two
# points: 1
def perplexity(losses, counts):
    return 2 ** losses.mean()


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# expect: function/not-attempted
# points: 0
def perplexity(losses, counts):
    raise NotImplementedError()


def bits_per_character(perplexity, tokens, characters):
    raise NotImplementedError()

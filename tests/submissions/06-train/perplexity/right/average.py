def perplexity(losses, counts):
    return float(np.exp(np.average(losses, weights=counts)))


def bits_per_character(perplexity, tokens, characters):
    nats = np.log(perplexity) * tokens
    return nats / np.log(2) / characters

perplexity = lambda losses, counts: np.exp(losses @ counts / np.sum(counts))
bits_per_character = lambda ppl, tokens, characters: np.log2(ppl) * (tokens / characters)

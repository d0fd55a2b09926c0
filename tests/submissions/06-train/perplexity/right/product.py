def perplexity(losses: np.ndarray, counts: np.ndarray) -> float:
    share = counts / counts.sum()
    return np.prod(np.exp(losses) ** share)


def bits_per_character(perplexity: float, tokens: int, characters: int) -> float:
    return -np.log2(1 / perplexity) / (characters / tokens)

def perplexity(losses, counts):
    ### BEGIN SOLUTION
    return np.exp((losses * counts).sum() / counts.sum())  # the mean over tokens, then exp
    ### END SOLUTION


def bits_per_character(perplexity, tokens, characters):
    ### BEGIN SOLUTION
    return tokens * np.log2(perplexity) / characters
    ### END SOLUTION

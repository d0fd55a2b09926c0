# %% right: average
def perplexity(losses, counts):
    return float(np.exp(np.average(losses, weights=counts)))


def bits_per_character(perplexity, tokens, characters):
    nats = np.log(perplexity) * tokens
    return nats / np.log(2) / characters

# %% right: dot
perplexity = lambda losses, counts: np.exp(losses @ counts / np.sum(counts))
bits_per_character = lambda ppl, tokens, characters: np.log2(ppl) * (tokens / characters)

# %% right: loop
import math


def perplexity(losses, counts):
    total = tokens = 0
    for loss, count in zip(losses, counts):
        total += float(loss) * int(count)
        tokens += int(count)
    return math.e ** (total / tokens)


def bits_per_character(perplexity, tokens, characters):
    return math.log(perplexity ** (tokens / characters), 2)

# %% right: plain
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% right: product
def perplexity(losses: np.ndarray, counts: np.ndarray) -> float:
    share = counts / counts.sum()
    return np.prod(np.exp(losses) ** share)


def bits_per_character(perplexity: float, tokens: int, characters: int) -> float:
    return -np.log2(1 / perplexity) / (characters / tokens)

# %% wrong: all_bits
# expect: all-bits
# points: 2
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity)

# %% wrong: array
# expect: function/not-a-number
# points: 1
def perplexity(losses, counts):
    return np.exp(losses)


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: base_two
# expect: base-two
# points: 1
def perplexity(losses, counts):
    return 2 ** ((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: base_two_batches
# expect: base-two
# points: 1
def perplexity(losses, counts):
    return 2 ** losses.mean()


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: batches_equal
# expect: batches-equal
# points: 1
def perplexity(losses, counts):
    return np.exp(np.mean(losses))


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: below_one
# expect: below-one
# points: 1
def perplexity(losses, counts):
    return np.exp(-(losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: by_batches
# expect: by-batches
# points: 1
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / len(counts))


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: by_tokens
# expect: by-batches
# points: 1
def perplexity(losses, counts):
    return np.exp(losses.sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: divided_again
# expect: already-summed
# points: 1
def perplexity(losses, counts):
    return np.exp((losses / counts).mean())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: last_batch
# expect: last-batch
# points: 1
def perplexity(losses, counts):
    return np.exp(losses[-1])


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: mean_of_perplexities
# expect: mean-of-perplexities
# points: 1
def perplexity(losses, counts):
    return np.exp(losses).mean()


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: mean_returned
# expect: mean-returned
# points: 1
def perplexity(losses, counts):
    return (losses * counts).sum() / counts.sum()


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: median
# expect: function/wrong-number
# points: 1
def perplexity(losses, counts):
    return np.exp(np.median(losses))


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: minus_bits
# expect: minus
# points: 2
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return -tokens * np.log2(perplexity) / characters

# %% wrong: nats
# expect: nats
# points: 2
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log(perplexity) / characters

# %% wrong: no_logarithm
# expect: not-logarithm
# points: 2
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return tokens * perplexity / characters

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
# Not yet.

# %% wrong: of_characters
# expect: perplexity-of-characters
# points: 2
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return perplexity ** (tokens / characters)

# %% wrong: one_argument
# expect: function/signature
# points: 1
def perplexity(losses):
    return np.exp(losses.mean())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: per_token
# expect: per-token
# points: 2
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return np.log2(perplexity)

# %% wrong: shared_perplexity
# expect: not-logarithm
# points: 2
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return perplexity / characters

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def perplexity(losses, counts):
    raise NotImplementedError()


def bits_per_character(perplexity, tokens, characters):
    raise NotImplementedError()

# %% wrong: sum
# expect: summed
# points: 1
def perplexity(losses, counts):
    return np.exp(losses.sum())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: sum_of_all
# expect: summed
# points: 1
def perplexity(losses, counts):
    return np.exp((losses * counts).sum())


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

# %% wrong: tokens_left_out
# expect: tokens-left-out
# points: 2
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return np.log2(perplexity) / characters

# %% wrong: upside_down
# expect: upside-down
# points: 2
def perplexity(losses, counts):
    return np.exp((losses * counts).sum() / counts.sum())


def bits_per_character(perplexity, tokens, characters):
    return characters * np.log2(perplexity) / tokens

# %% wrong: weighted_perplexities
# expect: mean-of-perplexities
# points: 1
def perplexity(losses, counts):
    return (np.exp(losses) * counts).sum() / counts.sum()


def bits_per_character(perplexity, tokens, characters):
    return tokens * np.log2(perplexity) / characters

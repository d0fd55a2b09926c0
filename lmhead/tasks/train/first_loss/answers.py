# %% right: from_shares
def first_loss(vocabulary):
    p = np.full(vocabulary, 1 / vocabulary)
    return -(p * np.log(p)).sum()


def vocabulary_of(loss):
    return np.rint(np.exp(loss)).astype(int)

# %% right: lambdas
first_loss = lambda vocabulary: float(np.log2(vocabulary) * np.log(2))
vocabulary_of = lambda loss: round(float(np.e**loss), 3)

# %% right: mathematics
import math


def first_loss(vocabulary: int) -> float:
    return -math.log(1 / vocabulary)


def vocabulary_of(loss: float) -> int:
    return int(math.exp(loss) + 0.5)

# %% right: plain
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% right: searched
def first_loss(vocabulary):
    z = np.zeros(vocabulary)
    return np.logaddexp.reduce(z)


def vocabulary_of(loss):
    low, high = 1, 10**7
    while low < high:
        middle = (low + high) // 2
        if np.log(middle) < loss - 1e-9:
            low = middle + 1
        else:
            high = middle
    return low

# %% wrong: as_text
# expect: function/not-a-number
# points: 1
def first_loss(vocabulary):
    return f"{np.log(vocabulary):.2f}"


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% wrong: base_ten
# expect: decimal-logarithm
# points: 1
def first_loss(vocabulary):
    return np.log10(vocabulary)


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% wrong: bits
# expect: bits
# points: 1
def first_loss(vocabulary):
    return np.log2(vocabulary)


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% wrong: cut_off
# expect: cut-off
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return int(np.exp(loss))

# %% wrong: gone_up
# expect: cut-off
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return int(np.ceil(np.exp(loss)))

# %% wrong: logarithm_again
# expect: logarithm-again
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return np.log(loss)

# %% wrong: loss_returned
# expect: function/wrong-number
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return loss

# %% wrong: minus
# expect: minus
# points: 1
def first_loss(vocabulary):
    return -np.log(vocabulary)


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% wrong: not_rounded
# expect: not-rounded
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return np.exp(loss)

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
# Not yet.

# %% wrong: numbers
# expect: function/not-a-function
# points: 0
first_loss = 10.82
vocabulary_of = 50257

# %% wrong: one_less
# expect: one-off
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary - 1)


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% wrong: one_less_mathematics
# expect: one-off
# points: 1
import math


def first_loss(vocabulary):
    return math.log(vocabulary - 1)


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% wrong: one_more
# expect: one-off
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary + 1)


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% wrong: one_word_more
# expect: one-word-more
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return round(np.exp(loss)) + 1

# %% wrong: perplexity
# expect: vocabulary-returned
# points: 1
def first_loss(vocabulary):
    return vocabulary


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% wrong: powers_of_ten
# expect: from-decimal
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return 10**loss

# %% wrong: powers_of_two
# expect: from-bits
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return round(2**loss)

# %% wrong: printed
# expect: function/printed
# points: 1
def first_loss(vocabulary):
    print(np.log(vocabulary))


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% wrong: share
# expect: share
# points: 1
def first_loss(vocabulary):
    return 1 / vocabulary


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% wrong: share_of_a_word
# expect: share-of-a-word
# points: 1
def first_loss(vocabulary):
    return np.log(vocabulary)


def vocabulary_of(loss):
    return np.exp(-loss)

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def first_loss(vocabulary):
    raise NotImplementedError()


def vocabulary_of(loss):
    raise NotImplementedError()

# %% wrong: summed
# expect: summed
# points: 1
def first_loss(vocabulary):
    return vocabulary * np.log(vocabulary)


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% wrong: typed
# expect: function/wrong-number
# points: 1
def first_loss(vocabulary):
    return 10.82


def vocabulary_of(loss):
    return round(np.exp(loss))

# %% wrong: zero
# expect: function/wrong-number
# points: 1
def first_loss(vocabulary):
    return 0.0


def vocabulary_of(loss):
    return round(np.exp(loss))

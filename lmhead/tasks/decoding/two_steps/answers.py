# %% right: divided
two_steps = lambda first, second: divmod(np.argmax(np.diag(first) @ second), len(first))

# %% right: logarithms
def two_steps(first, second):
    with np.errstate(divide="ignore"):
        table = np.log(first)[:, np.newaxis] + np.log(second)
    return np.argwhere(table == table.max())[0]

# %% right: loop
def two_steps(first, second):
    best = (0, 0)
    for i in range(len(first)):
        for j in range(len(second[i])):
            if first[i] * second[i, j] > first[best[0]] * second[best]:
                best = (i, j)
    return best

# %% right: max_of_pairs
def two_steps(first, second):
    pairs = [(i, j) for i in range(len(first)) for j in range(len(first))]
    return max(pairs, key=lambda pair: first[pair[0]] * second[pair])

# %% right: row_by_row
def two_steps(first, second):
    i = np.argmax(first * second.max(axis=1))
    return [int(i), int(np.argmax(second[i]))]

# %% right: sorted_pairs
import itertools


def two_steps(first, second):
    words = range(len(first))
    pairs = sorted(itertools.product(words, words), key=lambda ij: first[ij[0]] * second[ij])
    return list(pairs[-1])

# %% right: table
def two_steps(first, second):
    i, j = np.unravel_index(np.argmax(first[:, None] * second), second.shape)
    return i, j

# %% right: where
def two_steps(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    products = np.einsum("i,ij->ij", first, second)
    return np.argwhere(products == products.max())[0]

# %% wrong: added
# expect: added
# points: 0
def two_steps(first, second):
    return np.unravel_index(np.argmax(first[:, None] + second), second.shape)

# %% wrong: always_the_same
# expect: other-pair
# points: 0
def two_steps(first, second):
    return 0, 0

# %% wrong: columns
# expect: rows-and-columns
# points: 0
def two_steps(first, second):
    return np.unravel_index(np.argmax(first * second), second.shape)

# %% wrong: each_alone
# expect: each-alone
# points: 0
def two_steps(first, second):
    return np.argmax(first), np.argmax(first @ second)

# %% wrong: flat
# expect: flat
# points: 0
def two_steps(first, second):
    return np.argmax(first[:, None] * second)

# %% wrong: greedy
# expect: greedy
# points: 0
def two_steps(first, second):
    i = np.argmax(first)
    return i, np.argmax(second[i])

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
def two_steps(first, second):
    raise NotImplementedError()

# %% wrong: only_first
# expect: only-first
# points: 0
def two_steps(first, second):
    return np.argmax(first[:, None] * second) // len(first)

# %% wrong: only_second
# expect: only-second
# points: 0
def two_steps(first, second):
    return np.argmax(first[:, None] * second) % len(first)

# %% wrong: probability
# expect: probability-returned
# points: 0
def two_steps(first, second):
    return (first[:, None] * second).max()

# %% wrong: second_alone
# expect: second-alone
# points: 0
def two_steps(first, second):
    return np.unravel_index(np.argmax(second), second.shape)

# %% wrong: table_returned
# expect: 04-decoding/common/not-ids
# points: 0
def two_steps(first, second):
    return first[:, None] * second

# %% wrong: turned
# expect: order-turned
# points: 0
def two_steps(first, second):
    i, j = np.unravel_index(np.argmax(first[:, None] * second), second.shape)
    return j, i

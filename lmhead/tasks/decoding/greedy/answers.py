# %% right: a_float
def greedy(z):
    return float(np.argmax(z))

# %% right: argmax
def greedy(z):
    return np.argmax(z)

# %% right: as_int
def greedy(z):
    return int(z.argmax())

# %% right: callable_object
class Greedy:
    def __call__(self, z: np.ndarray) -> int:
        return min(range(len(z)), key=lambda k: (-z[k], k))


greedy = Greedy()

# %% right: key
def greedy(z):
    return max(range(len(z)), key=lambda k: z[k])

# %% right: list_index
def greedy(z):
    z = list(z)
    return z.index(max(z))

# %% right: loop
def greedy(z):
    best = 0
    for k in range(1, len(z)):
        if z[k] > z[best]:
            best = k
    return best

# %% right: numpys_own
greedy = np.argmax

# %% right: one_lambda
greedy = lambda z: int(z.argmax())

# %% right: partial
import functools

greedy = functools.partial(np.argmax, axis=-1)

# %% right: safe_softmax
def greedy(z):
    p = np.exp(z - z.max())
    p = p / p.sum()
    return np.flatnonzero(p == p.max())[0]

# %% right: stable_sort
def greedy(z):
    return np.argsort(-z, kind='stable')[0]

# %% right: zero_d_array
def greedy(z, start=0):
    best = start
    for k in range(len(z)):
        best = k if z[k] > z[best] else best
    return np.array(best)

# %% wrong: a_word
# expect: function/wrong-type
# points: 0
def greedy(z):
    return WORDS[np.argmax(z)]

# %% wrong: all_tied
# expect: all-of-tied
# points: 0
def greedy(z):
    return np.where(z == np.max(z))[0]

# %% wrong: argmin
# expect: smallest
# points: 0
def greedy(z):
    return np.argmin(z)

# %% wrong: backwards
# expect: last-of-tied
# points: 0
def greedy(z):
    best = 0
    for k in reversed(range(len(z))):
        if z[k] > z[best]:
            best = k
    return best

# %% wrong: exponentials_first
# expect: exponentials
# points: 0
def greedy(z):
    return np.exp(z).argmax()

# %% wrong: four_only
# expect: 04-decoding/common/other-word
# points: 0
def greedy(z):
    return 0

# %% wrong: from_one
# expect: counted-from-1
# points: 0
def greedy(z):
    return np.argmax(z) + 1

# %% wrong: from_zero
# expect: from-zero
# points: 0
def greedy(z):
    word, largest = 0, 0
    for k, score in enumerate(z):
        if score > largest:
            word, largest = k, score
    return word

# %% wrong: nearly_equal
# expect: rounded
# points: 0
def greedy(z):
    return int(np.flatnonzero(np.isclose(z, z.max()))[0])

# %% wrong: not_smaller
# expect: last-of-tied
# points: 0
def greedy(z):
    best = 0
    for k, score in enumerate(z):
        if score >= z[best]:
            best = k
    return best

# %% wrong: nothing
# expect: function/not-attempted
# points: 0
def greedy(z):
    # Your code here.
    raise NotImplementedError()

# %% wrong: onehot
# expect: onehot
# points: 0
def greedy(z):
    y = np.zeros(len(z))
    y[np.argmax(z)] = 1
    return y

# %% wrong: printed
# expect: function/printed
# points: 0
def greedy(z):
    print(np.argmax(z))

# %% wrong: random
# expect: 04-decoding/common/other-word
# points: 0
def greedy(z):
    p = np.exp(z - z.max())
    return int(np.random.default_rng(len(z)).choice(len(z), p=p / p.sum()))

# %% wrong: rounded
# expect: rounded
# points: 0
def greedy(z):
    return int(np.argmax(np.round(z, 1)))

# %% wrong: share
# expect: share-returned
# points: 0
def greedy(z):
    p = np.exp(z - z.max())
    return max(p / p.sum())

# %% wrong: size
# expect: size-not-sign
# points: 0
def greedy(z):
    return np.argmax(np.abs(z))

# %% wrong: softmax_first
# expect: exponentials
# points: 0
def greedy(z):
    p = np.exp(z) / np.exp(z).sum()
    return np.argmax(p)

# %% wrong: sorted_last
# expect: last-of-tied
# points: 0
def greedy(z):
    return np.argsort(z, kind='stable')[-1]

# %% wrong: unstable
# expect: unstable
# points: 0
def greedy(z):
    return np.argsort(-z)[0]

# %% wrong: value
# expect: value-returned
# points: 0
def greedy(z):
    return max(z)

# %% wrong: value_not_function
# expect: function/not-a-function
# points: 0
greedy = 0

# %% right: add_at
def contributions(read, right, vocabulary, table):
    counts = np.zeros(vocabulary, dtype=int)
    if table != "exit":
        np.add.at(counts, read, 1)
    if table != "entrance":
        counts += len(read)
    return counts

# %% right: bincount
def contributions(read, right, vocabulary, table):
    entrance = np.bincount(read, minlength=vocabulary)
    exit_ = np.full(vocabulary, len(right))
    return {"entrance": entrance, "exit": exit_, "tied": entrance + exit_}[table]

# %% right: compared
contributions = lambda read, right, vocabulary, table: [
    (table != "exit") * int((read == k).sum()) + (table != "entrance") * len(read)
    for k in range(vocabulary)
]

# %% right: counter
from collections import Counter


def contributions(read, right, vocabulary, table):
    times = Counter(read.tolist())
    use_in, use_out = table in ("entrance", "tied"), table in ("exit", "tied")
    return np.array([use_in * times[k] + use_out * len(right) for k in range(vocabulary)])

# %% right: list_returned
def contributions(read, right, vocabulary, table):
    seen = list(read)
    counts = []
    for k in range(vocabulary):
        n = 0
        if table != "exit":
            n += seen.count(k)
        if table != "entrance":
            n += len(right)
        counts.append(n)
    return counts

# %% right: loop
def contributions(read, right, vocabulary, table):
    counts = np.zeros(vocabulary)
    for word, _ in zip(read, right):
        if table in ("entrance", "tied"):
            counts[word] += 1
        if table in ("exit", "tied"):
            counts += 1
    return counts

# %% right: matched
def contributions(read: np.ndarray, right: np.ndarray, vocabulary: int, table: str = "tied"):
    match table:
        case "exit":
            return np.ones((len(right), vocabulary)).sum(axis=0)
        case "entrance":
            rows, counts = np.unique(read, return_counts=True)
            result = np.zeros(vocabulary, dtype=np.int32)
            result[rows] = counts
            return result
    return contributions(read, right, vocabulary, "entrance") + len(right)

# %% right: onehots
def contributions(read, right, vocabulary, table):
    onehots = np.eye(vocabulary)[read]
    entrance = onehots.sum(axis=0)
    exit_ = np.ones((len(right), vocabulary)).sum(axis=0)
    if table == "tied":
        return entrance + exit_
    return entrance if table == "entrance" else exit_

# %% wrong: counted_from_one
# expect: function/wrong-shape
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.zeros(vocabulary + 1)
    counts[1:] += np.bincount(read, minlength=vocabulary)
    return counts

# %% wrong: nothing
# expect: function/not-attempted
# points: 0

# %% wrong: once_at_exit
# expect: once-at-exit
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.bincount(read, minlength=vocabulary)
    rights = np.bincount(right, minlength=vocabulary)
    entrance = counts
    exit_ = np.ones(vocabulary)
    return {"entrance": entrance, "exit": exit_, "tied": entrance + exit_}[table]

# %% wrong: other_names
# expect: function/raised-at
# points: 0
def contributions(read, right, vocabulary, table):
    return {"E": 1, "W_out": 2}[table]

# %% wrong: read_and_right
# expect: read-and-right
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.bincount(read, minlength=vocabulary)
    rights = np.bincount(right, minlength=vocabulary)
    entrance = counts + rights
    exit_ = np.full(vocabulary, len(right))
    return {"entrance": entrance, "exit": exit_, "tied": entrance + exit_}[table]

# %% wrong: repeats_lost
# expect: repeats-lost
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.bincount(read, minlength=vocabulary)
    rights = np.bincount(right, minlength=vocabulary)
    entrance = np.minimum(counts, 1)
    exit_ = np.full(vocabulary, len(right))
    return {"entrance": entrance, "exit": exit_, "tied": entrance + exit_}[table]

# %% wrong: repeats_lost_by_numpy
# expect: repeats-lost
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.zeros(vocabulary)
    if table != "exit":
        counts[read] += 1
    if table != "entrance":
        counts += len(right)
    return counts

# %% wrong: right_left_out
# expect: right-left-out
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.bincount(read, minlength=vocabulary)
    rights = np.bincount(right, minlength=vocabulary)
    entrance = counts
    exit_ = np.full(vocabulary, len(right)) - rights
    return {"entrance": entrance, "exit": exit_, "tied": entrance + exit_}[table]

# %% wrong: right_words_at_entrance
# expect: right-words-at-entrance
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.bincount(read, minlength=vocabulary)
    rights = np.bincount(right, minlength=vocabulary)
    entrance = rights
    exit_ = np.full(vocabulary, len(right))
    return {"entrance": entrance, "exit": exit_, "tied": entrance + exit_}[table]

# %% wrong: right_words_at_exit
# expect: right-words-at-exit
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.bincount(read, minlength=vocabulary)
    rights = np.bincount(right, minlength=vocabulary)
    entrance = counts
    exit_ = rights
    return {"entrance": entrance, "exit": exit_, "tied": entrance + exit_}[table]

# %% wrong: row_numbers
# expect: row-numbers
# points: 0
def contributions(read, right, vocabulary, table):
    return np.unique(read) if table == "entrance" else np.arange(vocabulary)

# %% wrong: rows_counted
# expect: rows-counted
# points: 0
def contributions(read, right, vocabulary, table):
    return len(set(read.tolist())) if table == "entrance" else vocabulary

# %% wrong: tied_entrance_alone
# expect: tied-entrance-alone
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.bincount(read, minlength=vocabulary)
    rights = np.bincount(right, minlength=vocabulary)
    entrance = counts
    exit_ = np.full(vocabulary, len(right))
    return {"entrance": entrance, "exit": exit_, "tied": entrance}[table]

# %% wrong: tied_exit_alone
# expect: tied-exit-alone
# points: 0
def contributions(read, right, vocabulary, table):
    counts = np.bincount(read, minlength=vocabulary)
    rights = np.bincount(right, minlength=vocabulary)
    entrance = counts
    exit_ = np.full(vocabulary, len(right))
    return {"entrance": entrance, "exit": exit_, "tied": exit_}[table]

# %% wrong: whether_not_how_many
# expect: whether-not-how-many
# points: 0
def contributions(read, right, vocabulary, table):
    if table == "entrance":
        return np.isin(np.arange(vocabulary), read)
    return np.full(vocabulary, True)

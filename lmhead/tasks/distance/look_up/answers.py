# %% right: compared
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)




def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]

# %% right: eye_and_distance
def one_hot(ids, size):
    return np.eye(size)[ids]


def row_id(row, table):
    return int(np.linalg.norm(table - row, axis=1).argmin())

# %% right: fancy_index
def one_hot(ids, size):
    lists = np.zeros((len(ids), size), dtype=np.float32)
    lists[np.arange(len(ids)), ids] = 1
    return lists


def row_id(row, table):
    return (table == row).all(axis=1).argmax()

# %% right: id_as_float
def one_hot(ids, size):
    return np.eye(size)[ids]


def row_id(row, table):
    return float(np.flatnonzero((table == row).all(axis=1))[0])

# %% right: list_of_lists
def one_hot(ids, size):
    return [[1 if i == k else 0 for i in range(size)] for k in ids]


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]

# %% right: loops
def one_hot(ids, size):
    lists = np.zeros((len(ids), size), dtype=int)
    for position, k in enumerate(ids):
        lists[position, k] = 1
    return lists


def row_id(row, table):
    for k in range(len(table)):
        if all(table[k][i] == row[i] for i in range(len(row))):
            return k

# %% right: outer
def one_hot(ids, size):
    return np.equal.outer(ids, np.arange(size)).astype(np.int8)


def row_id(row, table):
    return np.abs(table - row).sum(axis=1).argmin()

# %% right: truth_values
def one_hot(ids, size):
    return ids[:, np.newaxis] == np.arange(size)


def row_id(row, table):
    return table.tolist().index(row.tolist())

# %% wrong: all_but_one
# expect: all-but-one
# points: 2
def one_hot(ids, size):
    lists = np.ones((len(ids), size))
    lists[np.arange(len(ids)), ids] = 0
    return lists


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]

# %% wrong: all_matches
# expect: all-matches
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return np.where((table == row).all(axis=1))[0]

# %% wrong: any_number
# expect: any-number
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return np.flatnonzero((table == row).any(axis=1))[0]

# %% wrong: compared_whole
# expect: function/raised-at
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    for k in range(len(table)):
        if table[k] == row:
            return k

# %% wrong: cosine
# expect: cosine
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    lengths = np.linalg.norm(table, axis=1) * np.linalg.norm(row)
    with np.errstate(all="ignore"):
        return np.nan_to_num(table @ row / lengths).argmax()

# %% wrong: every_row
# expect: every-row
# points: 2
def one_hot(ids, size):
    out = np.zeros((len(ids), size), int)
    out[:, ids] = 1
    return out


def row_id(row, table):
    return int(np.flatnonzero((table == row).all(axis=1))[0])

# %% wrong: first_number
# expect: first-number
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return list(table[:, 0]).index(row[0])

# %% wrong: first_only
# expect: first-only
# points: 2
def one_hot(ids, size):
    return np.eye(size)[ids[0]]


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]

# %% wrong: from_one
# expect: from-one
# points: 2
def one_hot(ids, size):
    lists = np.zeros((len(ids), size))
    lists[np.arange(len(ids)), ids - 1] = 1
    return lists


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]

# %% wrong: id_from_one
# expect: from-one
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0] + 1

# %% wrong: id_in_place
# expect: id-in-place
# points: 2
def one_hot(ids, size):
    lists = np.zeros((len(ids), size))
    for i, k in enumerate(ids):
        lists[i, k] = k
    return lists


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]

# %% wrong: identity
# expect: identity
# points: 2
def one_hot(ids, size):
    return np.eye(size)


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]

# %% wrong: ids_returned
# expect: ids-returned
# points: 2
def one_hot(ids, size):
    return ids


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]

# %% wrong: largest_product
# expect: largest-product
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return np.argmax(table @ row)

# %% wrong: last_match
# expect: last-match
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    found = None
    for k in range(len(table)):
        if (table[k] == row).all():
            found = k
    return found

# %% wrong: nothing
# expect: function/not-attempted
# points: 0

# %% wrong: one_hot_alone
# expect: function/not-attempted
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)

# %% wrong: one_hot_returned
# expect: one-hot-returned
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return (table == row).all(axis=1).astype(int)

# %% wrong: one_list
# expect: one-list
# points: 2
def one_hot(ids, size):
    onehot = np.zeros(size)
    onehot[ids] = 1
    return onehot


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]

# %% wrong: own_width
# expect: own-width
# points: 2
def one_hot(ids, size):
    return np.eye(max(ids) + 1)[ids]


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]

# %% wrong: row_farthest
# expect: farthest
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return np.linalg.norm(table - row, axis=1).argmax()

# %% wrong: same_length
# expect: same-length
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return np.abs((table ** 2).sum(axis=1) - (row ** 2).sum()).argmin()

# %% wrong: same_sum
# expect: same-sum
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)


def row_id(row, table):
    return np.abs(table.sum(axis=1) - row.sum()).argmin()

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def one_hot(ids, size):
    raise NotImplementedError()


def row_id(row, table):
    raise NotImplementedError()

# %% wrong: transposed
# expect: transposed
# points: 2
def one_hot(ids, size):
    return np.eye(size)[:, ids]


def row_id(row, table):
    return np.flatnonzero((table == row).all(axis=1))[0]

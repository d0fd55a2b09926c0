# %% right: at_least_two
def all_scores(h, table):
    z = np.atleast_2d(h) @ table.T
    return z[0] if np.ndim(h) == 1 else z

# %% right: broadcast
def all_scores(h, table):
    h = np.asarray(h)
    return (h[..., np.newaxis, :] * table).sum(axis=-1)

# %% right: einsum
def all_scores(h, table):
    return np.einsum("...i,ki->...k", h, table)

# %% right: inner
all_scores = np.inner

# %% right: list_returned
def all_scores(h, table):
    return (h @ table.T).tolist()

# %% right: loops
def score(h, row):
    total = 0.0
    for a, b in zip(h, row):
        total += a * b
    return total


def all_scores(h, table):
    if h.ndim == 1:
        return np.array([score(h, row) for row in table])
    return np.array([all_scores(position, table) for position in h])

# %% right: the_other_way
def all_scores(h, table):
    return (table @ h.T).T

# %% right: transposed
def all_scores(h, table):
    return h @ table.T

# %% right: two_cases
def all_scores(h, table):
    if len(h.shape) == 1:
        return np.dot(table, h)
    return np.matmul(h, np.transpose(table))

# %% wrong: all_added
# expect: all-added
# points: 0
def all_scores(h, table):
    return np.sum(table * h)

# %% wrong: best_id
# expect: best-id
# points: 0
def all_scores(h, table):
    return (h @ table.T).argmax(axis=-1)

# %% wrong: best_only
# expect: best-only
# points: 0
def all_scores(h, table):
    return (h @ table.T).max(axis=-1)

# %% wrong: by_row_length
# expect: by-row-length
# points: 0
def all_scores(h, table):
    return h @ (table / np.linalg.norm(table, axis=1, keepdims=True)).T

# %% wrong: called
# expect: function/not-a-function
# points: 0
def scores(h, table):
    return h @ table.T


all_scores = scores(np.array([1, 0, 1]), W_OUT)

# %% wrong: columns
# expect: columns
# points: 0
def all_scores(h, table):
    return table.T @ h

# %% wrong: columns_too
# expect: columns-too
# points: 0
def all_scores(h, table):
    return h @ table

# %% wrong: cosine
# expect: cosine
# points: 0
def all_scores(h, table):
    z = h @ table.T
    return z / (np.linalg.norm(h, axis=-1, keepdims=True) * np.linalg.norm(table, axis=1))

# %% wrong: distance
# expect: distance
# points: 0
def all_scores(h, table):
    return np.sqrt(((h[..., None, :] - table) ** 2).sum(axis=-1))

# %% wrong: distance_negative
# expect: distance-negative
# points: 0
def all_scores(h, table):
    return -np.linalg.norm(h[..., None, :] - table, axis=-1)

# %% wrong: first_position
# expect: first-position
# points: 2
def all_scores(h, table):
    h = h.reshape(-1, table.shape[1])
    return table @ h[0]

# %% wrong: flat
# expect: flat
# points: 2
def all_scores(h, table):
    return (h @ table.T).ravel()

# %% wrong: four_words_only
# expect: function/lengths-differ
# points: 0
def all_scores(h, table):
    return h @ W_OUT.T

# %% wrong: last_position
# expect: last-position
# points: 2
def all_scores(h, table):
    if h.ndim > 1:
        h = h[-1]
    return table @ h

# %% wrong: mean_position
# expect: mean-position
# points: 2
def all_scores(h, table):
    h = h.reshape(-1, table.shape[1]).mean(axis=0)
    return table @ h

# %% wrong: by_school_algebra_absolute
# expect: function/wrong-values
# points: 0
def all_scores(h, table):
    return np.abs(h @ table.T)

# %% wrong: by_school_algebra_first_number_only
# expect: function/wrong-values
# points: 0
def all_scores(h, table):
    return h[..., :1] @ table[:, :1].T

# %% wrong: by_school_algebra_largest_of_each_row
# expect: function/wrong-values
# points: 0
def all_scores(h, table):
    return (table * h).max(axis=1) if h.ndim == 1 else np.array([(table * p).max(axis=1) for p in h])

# %% wrong: by_school_algebra_mean_of_products
# expect: function/wrong-values
# points: 0
def all_scores(h, table):
    return h @ table.T / table.shape[1]

# %% wrong: by_school_algebra_minus_sign
# expect: function/wrong-values
# points: 0
def all_scores(h, table):
    return -(h @ table.T)

# %% wrong: by_school_algebra_plus_in_place_of_times
# expect: function/wrong-values
# points: 0
def all_scores(h, table):
    return (table + h).sum(axis=1) if h.ndim == 1 else np.array([(table + p).sum(axis=1) for p in h])

# %% wrong: by_school_algebra_rounded_to_two
# expect: function/wrong-values
# points: 0
def all_scores(h, table):
    return np.round(h @ table.T, 2)

# %% wrong: by_school_algebra_squared_length
# expect: function/wrong-values
# points: 0
def all_scores(h, table):
    return (table ** 2).sum(axis=1)

# %% wrong: by_school_algebra_squeezed
# expect: 01-distance/all-scores/all-added
# points: 0
def all_scores(h, table):
    return np.squeeze(h @ table.T)

# %% wrong: by_school_algebra_whole_numbers
# expect: function/wrong-dtype
# points: 0
def all_scores(h, table):
    return (h @ table.T).astype(int)

# %% wrong: not_added
# expect: not-added
# points: 2
def all_scores(h, table):
    if h.ndim == 1:
        return table * h
    return h @ table.T

# %% wrong: not_transposed
# expect: not-transposed
# points: 2
def all_scores(h, table):
    if h.ndim == 1:
        return table @ h
    return h @ table

# %% wrong: nothing
# expect: function/not-attempted
# points: 0

# %% wrong: one_position_only
# expect: one-position-only
# points: 2
def all_scores(h, table):
    return table @ h

# %% wrong: positions_added
# expect: positions-added
# points: 2
def all_scores(h, table):
    h = h.reshape(-1, table.shape[1]).sum(axis=0)
    return table @ h

# %% wrong: printed
# expect: function/printed
# points: 0
def all_scores(h, table):
    print(h @ table.T)

# %% wrong: several_only
# expect: several-only
# points: 2
def all_scores(h, table):
    return np.array([table @ position for position in h])

# %% wrong: shares
# expect: shares
# points: 0
def all_scores(h, table):
    e = np.exp(h @ table.T)
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: sorted
# expect: sorted
# points: 0
def all_scores(h, table):
    return np.sort(h @ table.T)[..., ::-1]

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def all_scores(h, table):
    raise NotImplementedError()

# %% wrong: turned_round
# expect: turned-round
# points: 2
def all_scores(h, table):
    return table @ h.T

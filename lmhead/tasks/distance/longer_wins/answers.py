# %% right: array
h_long = np.array([2.0, 1.0])
rows_long = np.array([[2.0, 1.0], [3.0, 0.0], [6.0, -3.0]])

# %% right: by_angles
angles = np.radians([10, 40, 70])
lengths = np.array([1, 2, 10])
rows_long = lengths[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
h_long = np.array([1.0, 0.0])

# %% right: on_both_sides
h_long = [1, 1]
rows_long = [[1, 1], [4, 0], [-3, 9]]

# %% right: search
rng = np.random.default_rng(0)
h_long = np.array([1.0, 2.0])
while True:
    rows_long = rng.normal(size=(3, 2)) * 3
    z = rows_long @ h_long
    c = z / np.linalg.norm(rows_long, axis=1)
    if 0 < z[0] < z[1] < z[2] and c[0] > c[1] > c[2]:
        break

# %% right: small_numbers
h_long = [0.001, 0]
rows_long = [[0.001, 0.0], [0.002, 0.002], [0.003, 0.009]]

# %% right: tuples
h_long = (0, 5)
rows_long = ((0, 1), (2, 2), (9, 3))

# %% right: typed
h_long = [1, 0]
rows_long = [[1, 0], [2, 2], [3, 6]]

# %% wrong: all_negative
# expect: not-positive
# points: 0
h_long = [1, 0]
rows_long = [[-3, 0], [-2, 0], [-1, 5]]

# %% wrong: chapter
# expect: two-rows
# points: 0
h_long = [2, 1]
rows_long = [[2, 1], [3, 0]]

# %% wrong: columns
# expect: columns
# points: 0
h_long = [1, 0]
rows_long = [[1, 2, 3], [0, 2, 6]]

# %% wrong: cosines_tie
# expect: cosines-tie
# points: 1
h_long = [1, 0]
rows_long = [[1, 0], [2, 2], [3, 3]]

# %% wrong: equal_lengths
# expect: equal-lengths
# points: 1
h_long = [1, 0]
rows_long = [[0.6, 0.8], [0.8, 0.6], [1, 0]]

# %% wrong: function
# expect: value/is-function
# points: 0
def h_long():
    return [1, 0]


rows_long = [[1, 0], [2, 2], [3, 6]]

# %% wrong: h_alone
# expect: value/not-attempted
# points: 0
h_long = [1, 0]

# %% wrong: huge
# expect: value/infinite
# points: 0
h_long = [1, 0]
rows_long = [[1, 0], [2, 2], [1e200, 2e200]]

# %% wrong: infinite
# expect: value/infinite
# points: 0
h_long = [1, 0]
rows_long = [[1, 0], [2, 2], [np.inf, 6]]

# %% wrong: nan
# expect: value/nan
# points: 0
h_long = [1, np.nan]
rows_long = [[1, 0], [2, 2], [3, 6]]

# %% wrong: not_positive
# expect: not-positive
# points: 0
h_long = [1, 0]
rows_long = [[-1, 0], [2, 3], [3, 6]]

# %% wrong: nothing
# expect: value/not-attempted
# points: 0

# %% wrong: one_direction
# expect: one-direction
# points: 1
h_long = [1, 0]
rows_long = [[1, 0], [2, 0], [3, 0]]

# %% wrong: order_reversed
# expect: order-reversed
# points: 0
h_long = [1, 0]
rows_long = [[3, 6], [2, 2], [1, 0]]

# %% wrong: other_order
# expect: other-order
# points: 0
h_long = [1, 0]
rows_long = [[1, 0], [3, 9], [2, 3]]

# %% wrong: ragged
# expect: value/not-numbers
# points: 0
h_long = [1, 0]
rows_long = [[1, 0], [2, 2], [3]]

# %% wrong: same_order
# expect: same-order
# points: 1
h_long = [1, 0]
rows_long = [[1, 6], [2, 2], [3, 0]]

# %% wrong: scores_tie
# expect: scores-tie
# points: 0
h_long = [1, 0]
rows_long = [[1, 0], [1, 2], [1, 6]]

# %% wrong: text
# expect: value/not-numbers
# points: 0
h_long = "1, 0"
rows_long = [[1, 0], [2, 2], [3, 6]]

# %% wrong: three_numbers
# expect: value/wrong-count
# points: 0
h_long = [1, 0, 0]
rows_long = [[1, 0], [2, 2], [3, 6]]

# %% wrong: two_disagree
# expect: other-cosines
# points: 1
h_long = [1, 0]
rows_long = [[1, 1], [2, 1], [3, 6]]

# %% wrong: zero_h
# expect: zero-h
# points: 0
h_long = [0, 0]
rows_long = [[1, 0], [2, 2], [3, 6]]

# %% wrong: zero_row
# expect: zero-row
# points: 0
h_long = [1, 0]
rows_long = [[0, 0], [2, 2], [3, 6]]

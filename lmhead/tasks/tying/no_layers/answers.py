# %% right: circle
angles = 2 * np.pi * np.arange(3) / 3
every_word = np.column_stack([np.cos(angles), np.sin(angles)])
one_word = np.array([[5.0, 5.0], [1.0, 1.0], [0.0, 0.5]])
no_word = 'c'

# %% right: found_by_search
rng = np.random.default_rng(0)


def repeating(table):
    scores = table @ table.T
    return sum(scores[k, k] > max(scores[k, j] for j in range(3) if j != k) for k in range(3))


def search(count):
    while True:
        table = rng.normal(size=(3, 2)).round(2)
        if repeating(table) == count:
            return table


every_word, one_word = search(3), search(1)
no_word = "C"

# %% right: integers
every_word = np.array([[3, 0], [0, 3], [-3, 0]])
one_word = np.array([[1, 1], [1, 2], [2, 3]])
no_word = 'C'

# %% right: negative
every_word = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0]]
one_word = [[-4.0, 0.0], [-1.0, 0.0], [-2.0, 0.5]]
no_word = 'C'

# %% right: single_precision
angles = np.linspace(0, 2 * np.pi, 3, endpoint=False)
every_word = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
one_word = np.outer([1, 2, 3], [1, 1])
no_word = "c"

# %% right: tuples
every_word = ((2, 0), (0, 2), (-1, -1))
one_word = ((0.1, 0.2), (1, 2), (0, 0.1))
no_word = ' C '

# %% right: typed
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"

# %% wrong: all_repeat
# expect: all-repeat
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[1, 0], [0, 1], [-1, -1]]
no_word = "C"

# %% wrong: equal_rows
# expect: equal-rows
# points: 2
every_word = [[1, 0], [1, 0], [-1, 0]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"

# %% wrong: first_three_words
# expect: longer-row
# points: 2
every_word = [[1, 0], [0, 1], [3, 1]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"

# %% wrong: flat
# expect: value/wrong-shape
# points: 2
every_word = [1, 0, 0, 1, -1, -1]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"

# %% wrong: four_words
# expect: value/wrong-shape
# points: 2
every_word = [[1, 0], [0, 1], [-1, 0], [0, -1]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"

# %% wrong: huge
# expect: value/infinite
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[1e200, 0], [1, 0], [2, 0]]
no_word = "C"

# %% wrong: level
# expect: level
# points: 2
every_word = [[1, 0], [1, 1], [-1, 0]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"

# %% wrong: longer_row
# expect: longer-row
# points: 2
every_word = [[1, 0], [0, 1], [2, 2]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"

# %% wrong: lying
# expect: lying
# points: 2
every_word = [[1, -0.5, -0.5], [0, 0.9, -0.9]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"

# %% wrong: nan
# expect: value/nan
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[float("nan"), 0], [1, 0], [2, 0]]
no_word = "C"

# %% wrong: none_a
# expect: none-a
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "A"

# %% wrong: none_b
# expect: none-b
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "B"

# %% wrong: none_d
# expect: none-d
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "D"

# %% wrong: nothing
# expect: value/not-attempted
# points: 0

# %% wrong: one_level
# expect: one-level
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[1, 0], [1, 1], [-3, 0]]
no_word = "C"

# %% wrong: one_zeros
# expect: zeros
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[0, 0], [0, 0], [0, 0]]
no_word = "C"

# %% wrong: sentence
# expect: value/not-an-option
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "It cannot be."

# %% wrong: three_numbers
# expect: three-numbers
# points: 2
every_word = np.eye(3)
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"

# %% wrong: two_repeat
# expect: two-repeat
# points: 2
every_word = [[1, 0], [-0.5, 0.9], [-0.5, -0.9]]
one_word = [[1, 0], [2, 0], [-1, 0]]
no_word = "C"

# %% wrong: zero_row
# expect: zero-row
# points: 2
every_word = [[1, 0], [-1, 0], [0, 0]]
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"

# %% wrong: zeros
# expect: zeros
# points: 2
every_word = np.zeros((3, 2))
one_word = [[1, 0], [2, 0], [3, 0]]
no_word = "C"

# %% right: computed
tables = {
    "A": [0.25, 0.25, 0.25, 0.25],
    "B": [0.40, 0.40, 0.10, 0.10],
    "C": [0.40, 0.10, 0.10, 0.40],
    "D": [0.42, 0.18, 0.28, 0.12],
    "E": [0.18, 0.72, 0.02, 0.08],
}
for letter, p in tables.items():
    # Is ln p a sum of W_OUT's columns and a constant?
    columns = np.column_stack([W_OUT, np.ones(4)])
    h, *_ = np.linalg.lstsq(columns, np.log(p), rcond=None)
    if not np.allclose(columns @ h, np.log(p)):
        impossible = letter

# %% right: letter
impossible = "C"

# %% right: lower_case
impossible = "c"

# %% right: numpy_text
impossible = np.array(["A", "B", "C"])[2]

# %% right: with_spaces
impossible = ' C '

# %% wrong: a
# expect: a
# points: 0
impossible = "A"

# %% wrong: b
# expect: b
# points: 0
impossible = "B"

# %% wrong: d
# expect: d
# points: 0
impossible = "D"

# %% wrong: e
# expect: e
# points: 0
impossible = "E"

# %% wrong: nothing
# expect: value/not-attempted
# points: 0
pass

# %% wrong: number
# expect: value/not-an-option
# points: 0
impossible = 3

# %% wrong: sentence
# expect: value/not-an-option
# points: 0
impossible = "None of them"

# %% wrong: shares
# expect: value/not-an-option
# points: 0
impossible = [0.40, 0.10, 0.10, 0.40]

# %% wrong: two_letters
# expect: value/not-an-option
# points: 0
impossible = "CE"

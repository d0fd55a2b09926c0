# %% right: einsum
turned_table = lambda table, turn: np.einsum("ki,ji->kj", table, turn)

# %% right: from_the_other_side
def turned_table(table, turn):
    return (turn @ table.T).T

# %% right: inverse
def turned_table(table, turn):
    return table @ np.linalg.inv(turn)

# %% right: list_returned
def turned_table(table, turn):
    return [turn @ row for row in table]

# %% right: loops
def turned_table(table, turn):
    V, d = table.shape
    new = np.zeros((V, d))
    for k in range(V):
        for i in range(d):
            for j in range(d):
                new[k, i] += turn[i, j] * table[k, j]
    return new

# %% right: row_by_row
def turned_table(table, turn):
    return np.array([turn @ row for row in table])

# %% right: solved
def turned_table(table, turn):
    # new @ turn = table
    return np.linalg.solve(turn.T, table.T).T

# %% right: transposed
def turned_table(table, turn):
    return table @ turn.T

# %% wrong: columns
# expect: columns
# points: 0
def turned_table(table, turn):
    return turn @ table.T

# %% wrong: first_row
# expect: first-row
# points: 0
def turned_table(table, turn):
    return turn @ table[0]

# %% wrong: from_the_left
# expect: from-the-left
# points: 0
def turned_table(table, turn):
    return turn @ table

# %% wrong: from_the_left_back
# expect: from-the-left-back
# points: 0
def turned_table(table, turn):
    return turn.T @ table

# %% wrong: h_too
# expect: function/signature
# points: 0
def turned_table(table, turn, h):
    return table @ turn.T

# %% wrong: in_place
# expect: function/returned-none
# points: 0
def turned_table(table, turn):
    table[:] = table @ turn.T

# %% wrong: by_school_algebra_added
# expect: function/wrong-values
# points: 0
def turned_table(table, turn):
    return table + turn[0]

# %% wrong: by_school_algebra_elementwise
# expect: function/wrong-values
# points: 0
def turned_table(table, turn):
    return table * turn[0, 0]

# %% wrong: by_school_algebra_in_place_first_row
# expect: function/wrong-values
# points: 0
def turned_table(table, turn):
    out = table.copy()
    out[0] = turn @ out[0]
    return out

# %% wrong: by_school_algebra_inverse
# expect: 01-distance/rotate/other-way
# points: 0
def turned_table(table, turn):
    return table @ np.linalg.inv(turn).T

# %% wrong: by_school_algebra_minus
# expect: function/wrong-values
# points: 0
def turned_table(table, turn):
    return -(table @ turn.T)

# %% wrong: by_school_algebra_rounded
# expect: function/wrong-values
# points: 0
def turned_table(table, turn):
    return np.round(table @ turn.T, 1)

# %% wrong: by_school_algebra_row_lengths
# expect: function/wrong-shape
# points: 0
def turned_table(table, turn):
    return np.linalg.norm(table, axis=1)

# %% wrong: by_school_algebra_twice
# expect: 01-distance/rotate/turned-twice
# points: 0
def turned_table(table, turn):
    return table @ turn.T @ turn.T

# %% wrong: by_school_algebra_unchanged
# expect: 01-distance/rotate/unchanged
# points: 0
def turned_table(table, turn):
    return table

# %% wrong: by_school_algebra_whole_numbers
# expect: function/wrong-dtype
# points: 0
def turned_table(table, turn):
    return (table @ turn.T).astype(int)

# %% wrong: nothing
# expect: function/not-attempted
# points: 0

# %% wrong: other_way
# expect: other-way
# points: 0
def turned_table(table, turn):
    return table @ turn

# %% wrong: place_by_place
# expect: place-by-place
# points: 0
def turned_table(table, turn):
    return table * turn

# %% wrong: plane_only
# expect: function/wrong-shape
# points: 1
def turned_table(table, turn):
    new = []
    for a, b in table[:, :2]:
        new.append([turn[0, 0] * a + turn[0, 1] * b, turn[1, 0] * a + turn[1, 1] * b])
    return np.array(new)

# %% wrong: quarter_turn
# expect: quarter-turn
# points: 0
def turned_table(table, turn):
    return np.array([[-row[1], row[0]] for row in table])

# %% wrong: stub
# expect: function/not-attempted
# points: 0
def turned_table(table, turn):
    raise NotImplementedError()

# %% wrong: turn_back_returned
# expect: turn-back-returned
# points: 0
def turned_table(table, turn):
    return turn.T

# %% wrong: turn_returned
# expect: turn-returned
# points: 0
def turned_table(table, turn):
    return turn

# %% wrong: turned_twice
# expect: turned-twice
# points: 0
def turned_table(table, turn):
    return table @ turn.T @ turn.T

# %% wrong: unchanged
# expect: unchanged
# points: 0
def turned_table(table, turn):
    return table

# expect: function/wrong-shape
# points: 1
def turned_table(table, turn):
    new = []
    for a, b in table[:, :2]:
        new.append([turn[0, 0] * a + turn[0, 1] * b, turn[1, 0] * a + turn[1, 1] * b])
    return np.array(new)

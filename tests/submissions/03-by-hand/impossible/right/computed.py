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

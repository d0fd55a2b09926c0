rng = np.random.default_rng(0)
h_long = np.array([1.0, 2.0])
while True:
    rows_long = rng.normal(size=(3, 2)) * 3
    z = rows_long @ h_long
    c = z / np.linalg.norm(rows_long, axis=1)
    if 0 < z[0] < z[1] < z[2] and c[0] > c[1] > c[2]:
        break

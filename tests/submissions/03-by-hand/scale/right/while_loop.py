# Adding 0.01 again and again ends a hair beside 2.92.
scale = 0.0
while True:
    scale += 0.01
    p = np.exp(W_OUT @ (scale * np.array([1, 0, 1])))
    if (p / p.sum())[0] > 0.9:
        break

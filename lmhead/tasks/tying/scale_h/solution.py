def temperature_for(c):
    ### BEGIN SOLUTION
    return 1 / c
    ### END SOLUTION


def stretch(w_out, h, target):
    ### BEGIN SOLUTION
    z = w_out @ h
    z = z - z.max()  # the favourite has 0, so its exponential is 1

    def largest(c):
        return 1 / np.exp(c * z).sum()

    low, high = 0.0, 1.0
    while largest(high) < target:  # the largest share grows with c
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if largest(middle) > target else (middle, high)
    return high
    ### END SOLUTION

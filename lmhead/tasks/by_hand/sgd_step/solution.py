def sgd_step(w_out, h, right):
    ### BEGIN SOLUTION
    z = w_out @ h  # (V,)
    slope = np.exp(z - z.max())  # the largest exponential is 1: none overflows
    slope /= slope.sum()  # the shares p
    slope[right] -= 1  # p - onehot
    return w_out - np.outer(slope, h)  # (V, d)
    ### END SOLUTION

### BEGIN SOLUTION
def share_of_cat(s):
    exponentials = np.exp(W_OUT @ (s * np.array([1, 0, 1])))
    return exponentials[0] / exponentials.sum()


scale = next(k / 100 for k in range(1000) if share_of_cat(k / 100) > 0.9)
### END SOLUTION

def one(row):
    e = np.exp(row - np.max(row))
    return e / np.sum(e)


def softmax(z):
    return np.apply_along_axis(one, -1, z)

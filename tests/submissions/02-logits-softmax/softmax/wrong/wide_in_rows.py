# expect: function/widened
# points: 5
def softmax(z):
    if z.ndim > 1:
        shares = np.zeros(z.shape)
        for place in range(len(z)):
            shares[place] = softmax(z[place])
        return shares
    e = np.exp(z - z.max())
    return e / e.sum()

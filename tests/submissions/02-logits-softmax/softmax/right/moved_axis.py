def softmax(z):
    turned = np.moveaxis(z, -1, 0)
    e = np.exp(turned - turned.max(axis=0))
    return np.moveaxis(e / e.sum(axis=0), 0, -1)

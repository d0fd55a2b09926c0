def greedy(z):
    return np.argsort(-z, kind='stable')[0]

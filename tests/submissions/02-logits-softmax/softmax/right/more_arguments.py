def softmax(z, axis=-1, temperature=1):
    e = np.exp((z - z.max(axis=axis, keepdims=True)) / temperature)
    return e / e.sum(axis=axis, keepdims=True)

# expect: function/wrong-type
# points: 0
def log_softmax(z):
    b = z - z.max(axis=-1, keepdims=True)
    return (b - np.log(np.exp(b).sum(axis=-1, keepdims=True))).tolist()

# expect: function/returned-none
# points: 0
def softmax(z):
    z[...] = np.exp(z - z.max(axis=-1, keepdims=True))

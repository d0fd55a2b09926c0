# expect: function/not-attempted
# points: 2
def one_hot(ids, size):
    return (np.asarray(ids)[:, None] == np.arange(size)).astype(float)

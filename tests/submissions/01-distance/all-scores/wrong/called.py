# expect: function/not-a-function
# points: 0
def scores(h, table):
    return h @ table.T


all_scores = scores(np.array([1, 0, 1]), W_OUT)

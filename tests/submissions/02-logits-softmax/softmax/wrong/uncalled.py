# expect: function/returned-function
# points: 0
def softmax(z):
    return lambda axis: np.exp(z)

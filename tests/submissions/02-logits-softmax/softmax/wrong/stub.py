# expect: function/not-attempted
# points: 0
def softmax(z):
    raise NotImplementedError()

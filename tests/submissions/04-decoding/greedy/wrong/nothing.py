# expect: function/not-attempted
# points: 0
def greedy(z):
    # Your code here.
    raise NotImplementedError()

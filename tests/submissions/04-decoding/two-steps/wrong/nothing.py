# expect: function/not-attempted
# points: 0
def two_steps(first, second):
    raise NotImplementedError()

# expect: function/not-attempted
# points: 0
def intervals(p):
    raise NotImplementedError()


def pick(p, u):
    raise NotImplementedError()

# expect: function/not-attempted
# points: 0
def shares_at(z, temperature):
    raise NotImplementedError()

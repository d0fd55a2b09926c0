# expect: function/not-attempted
# points: 0
def all_scores(h, table):
    raise NotImplementedError()

# expect: function/not-attempted
# points: 0
def one_hot(ids, size):
    raise NotImplementedError()


def row_id(row, table):
    raise NotImplementedError()

# expect: value/is-function
# points: 0
def h_long():
    return [1, 0]


rows_long = [[1, 0], [2, 2], [3, 6]]

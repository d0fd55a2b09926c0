# expect: 05-tying/rows-touched/row-numbers
# points: 0
def contributions(read, right, vocabulary, table):
    return np.unique(read) if table == "entrance" else np.arange(vocabulary)

# expect: 05-tying/rows-touched/whether-not-how-many
# points: 0
def contributions(read, right, vocabulary, table):
    if table == "entrance":
        return np.isin(np.arange(vocabulary), read)
    return np.full(vocabulary, True)
